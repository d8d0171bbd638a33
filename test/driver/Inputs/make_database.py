"""make_database.py COMPILER BUILD 'SOURCE…': writes BUILD/compile_commands.json, as a build with GCC would leave it.
make_database.py --build DATABASE: runs every command of a database."""
import json
import os
import subprocess
import sys

FOR_GCC = ["-fconserve-stack", "-mno-fp-ret-in-387-not-clang", "-Werror", "-Wno-maybe-uninitialized"]


def main():
    if sys.argv[1] == "--build":
        for command in json.load(open(sys.argv[2])):
            subprocess.run(command["arguments"], cwd=command["directory"], check=True)
        return
    compiler, build, sources = sys.argv[1:]
    entries = []
    for source in sources.split():
        flags = ["-std=c99"] if source.endswith(".c") else ["-std=c++17"]
        command = [compiler if source.endswith("pp") else compiler.replace("g++", "gcc"), *flags, "-I../include",
                   *(FOR_GCC if compiler == "g++" else []), "-o", os.path.splitext(os.path.basename(source))[0] + ".o",
                   "-c", os.path.abspath(source)]
        entries.append({"directory": os.path.abspath(build), "file": os.path.join("..", source),
                        "command": " ".join(command)})
    json.dump(entries, open(os.path.join(build, "compile_commands.json"), "w"))


main()
