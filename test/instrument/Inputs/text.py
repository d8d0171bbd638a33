"""text.py OMC CLANG OMC-CC SAME FOLDER: sources in odd forms, made here because editors would mend them.

Each is compiled plain and through omc, and its instrumented text without what omc inserts must be the source."""
import os
import re
import subprocess
import sys

omc, clang, omc_cc, same, folder = sys.argv[1:]
PLAIN = b"""#include <stdio.h>
static int f(int n)
{
\tif (n > 2)
\t\tputs("big");
\telse while (n-- > 0) printf("%d\\n", n);
\treturn n;
}
int main(void) { f(1); f(3); printf("%d %s\\n", __LINE__, __FILE__); return 0; }
"""
FORMS = {
    "plain": PLAIN,
    "crlf": PLAIN.replace(b"\n", b"\r\n"),
    "cr_mixed": PLAIN.replace(b"{\n", b"{\r\n"),
    "bom": b"\xef\xbb\xbf" + PLAIN,
    "bom_crlf": b"\xef\xbb\xbf" + PLAIN.replace(b"\n", b"\r\n"),
    "latin1": PLAIN.replace(b'"big"', b'"gro\xdf"').replace(b"{\n", b"{ /* \xe9\xe8 */ int \xc3\xa9 = 1; (void)\xc3\xa9;\n", 1),
    "no_newline": PLAIN.rstrip(b"\n"),
    "form_feed": PLAIN.replace(b"int main", b"\f\v int main"),
    "spliced": PLAIN.replace(b"puts(", b"pu\\\nts\\\n(").replace(b"return n;", b"ret\\\nurn n;"),
    "spliced_crlf": PLAIN.replace(b"puts(", b"pu\\\nts\\\n(").replace(b"\n", b"\r\n"),
    "digraphs": PLAIN.replace(b"{", b"<%").replace(b"}", b"%>").replace(b"#", b"%:"),
    "line": PLAIN.replace(b"static", b'#line 100 "gram.y"\nstatic').replace(b"int main", b'# 7 "other.y"\nint main'),
    "line_inside": PLAIN.replace(b"\telse", b'#line 50 "inside.y"\n\telse'),
    "comments": PLAIN.replace(b"\telse", b"/* { ; */ // }\n\telse /* if */"),
    "one_line": re.sub(rb"\n(?!$)", b" ", PLAIN.replace(b"#include <stdio.h>\n", b"int puts(const char*); int printf(const char*, ...);")),
    "trigraphs": PLAIN.replace(b"{", b"??<").replace(b"}", b"??>"),
    "wide_lines": PLAIN.replace(b"return n;", b"return " + b"+".join([b"n"] * 5000) + b";"),
}


def without_hooks(text):
    """The text without what omc inserts, spaces and braces set aside: those are the author's as well."""
    return re.sub(rb"[ {}]", b"", re.sub(rb"__omc_hook\(\d+\)[;,] ?| __omc_done\(\);", b"", text))


for name, text in FORMS.items():
    flags = ["-trigraphs"] if name == "trigraphs" else []
    path = os.path.join(folder, name + ".c")
    with open(path, "wb") as source:
        source.write(text)
    printed = subprocess.run([omc_cc, *flags, "--omc-naive", "--omc-print", path], check=True, stdout=subprocess.PIPE).stdout
    assert printed.count(b"__omc_hook") == (11 if name == "latin1" else 9), (name, printed)
    assert without_hooks(printed) == without_hooks(text), (name, printed)
    assert printed.count(b"\n") == text.count(b"\n") and printed.count(b"\r") == text.count(b"\r"), name
    subprocess.run([same, omc, clang, omc_cc, path[:-2], path, *flags], check=True, stderr=subprocess.DEVNULL if "latin" in name else None)
    with open(path, "rb") as source:
        assert source.read() == text, name + " was changed"
    # What omc wrote is not instrumented again.
    again = os.path.join(folder, name + "_again.c")
    with open(again, "wb") as source:
        source.write(printed)
    twice = subprocess.run([omc_cc, *flags, "-include", "omc/hooks.h", "--omc-print", again], stdout=subprocess.PIPE)
    assert twice.returncode == 0 and twice.stdout == printed, name
