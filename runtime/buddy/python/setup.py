"""Takes libomc-buddy.so along, which omc's build has made: nothing is compiled here. OMC_BUDDY_LIBRARY names another."""
import os
import pathlib
import shutil

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent


def library():
    named = os.environ.get("OMC_BUDDY_LIBRARY")
    found = [pathlib.Path(named)] if named else sorted(HERE.parents[2].glob("build/lib*/libomc-buddy.so"))
    if not found or not found[0].exists():
        raise SystemExit("omc_buddy: there is no libomc-buddy.so; build omc first (./omc --version), or set "
                         "OMC_BUDDY_LIBRARY")
    return found[0]


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        shutil.copy(library(), pathlib.Path(self.build_lib) / "omc_buddy" / "libomc-buddy.so")


setup(cmdclass={"build_py": BuildWithLibrary})
