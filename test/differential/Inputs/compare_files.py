"""compare_files.py OMC PROGRAM FOLDER COUNT [SEED]: COUNT pairs of threads that do random things with files (files.c). Both
engines, one worker and two, and a step for each statement find the same outcomes, and the folder stays as it was.
COUNT sequences by one thread have the outcome that they have on the disk."""
import concurrent.futures
import os
import random
import shutil
import subprocess
import sys

from checked import outputs

SEARCHES = [["--engine", "rewind", "-j", "1"], ["--engine", "fork", "-j", "1"], ["--engine", "rewind", "-j", "2"],
            ["--engine", "rewind", "-j", "1", "--every-statement"]]
LETTERS = "wtepsurlymxRckM"


def outcomes(omc, command, options):
    return outputs(omc, ["--check", "deadlock,assert,crash", *options], command)


def words(chance, thread, n):
    """Each operation is a letter, a digit and the byte that it writes."""
    return "".join(chance.choice(LETTERS) + str(chance.randrange(10)) + chr(ord("A") + 13 * thread + i) for i in range(n))


def differs_from_disk(omc, program, folder, sequence):
    """One thread alone does the same to the files of a schedule as to those of the disk."""
    copy = f"{folder}.copy-{sequence}"
    shutil.copytree(folder, copy)
    real = subprocess.run([program, copy, sequence, ""], capture_output=True, text=True, check=False).stdout
    shutil.rmtree(copy)
    found = outcomes(omc, [program, folder, sequence, ""], SEARCHES[0])
    return found if found != {real} else None


def listing(folder):
    return sorted((path, open(os.path.join(path, name), encoding="utf-8").read()) for path, _, names in os.walk(folder) for name in names)


def main():
    omc, program, folder, count = sys.argv[1:5]
    chance = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    pairs = [(words(chance, 0, chance.randrange(2, 5)), words(chance, 1, chance.randrange(2, 4))) for _ in range(int(count))]
    before, failures, most = listing(folder), 0, 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for pair, found in zip(pairs, pool.map(lambda pair: [outcomes(omc, [program, folder, *pair], options) for options in SEARCHES], pairs)):
            most = max(most, len(found[0]))
            if any(one != found[0] for one in found) or isinstance(found[0], str):
                failures += 1
                print(f"{pair[0]} {pair[1]}:", *found, sep="\n  ", file=sys.stderr)
        sequences = [words(chance, 0, 8) for _ in pairs]
        for sequence, found in zip(sequences, pool.map(lambda one: differs_from_disk(omc, program, folder, one), sequences)):
            if found is not None:
                failures += 1
                print(f"{sequence}: not as on the disk: {found}", file=sys.stderr)
    if listing(folder) != before:
        failures += 1
        print(f"{folder} has changed", file=sys.stderr)
    print(f"{count} pairs, at most {most} outcomes, {failures} differences")
    sys.exit(bool(failures))


main()
