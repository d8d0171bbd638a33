"""libomc-buddy by ctypes: the structures of omc/buddy.h, and where the library is found."""
import ctypes
import os
import pathlib
from ctypes import POINTER, PYFUNCTYPE, c_char_p, c_double, c_int, c_size_t, c_ulonglong, c_void_p

PRUNED, EXHAUSTIVE, RANDOM, REPLAY = range(4)
EQ, NE, LT, GT = range(4)
VERSION = 1


class Bug(ctypes.Structure):
    _fields_ = [("kind", c_char_p), ("message", c_char_p), ("schedule", c_char_p), ("other", c_char_p),
                ("thread", c_int)]


class Step(ctypes.Structure):
    _fields_ = [("thread", c_int), ("outcome", c_int), ("site", c_char_p), ("next", c_char_p), ("waits", c_char_p)]


# PYFUNCTYPE and PyDLL keep the interpreter's lock: the library calls Python, and forks, on this thread.
RUN = PYFUNCTYPE(None, c_int, c_void_p)
CONDITION = PYFUNCTYPE(c_int, c_void_p)
OUTCOME = PYFUNCTYPE(c_int, c_char_p, c_void_p)
BUG = PYFUNCTYPE(None, POINTER(Bug), c_void_p)
STEP = PYFUNCTYPE(None, POINTER(Step), c_void_p)


class Options(ctypes.Structure):
    _fields_ = [("version", c_int), ("threads", c_int), ("search", c_int), ("all", c_int), ("races", c_int),
                ("schedule", c_char_p), ("seed", c_ulonglong), ("max_executions", c_ulonglong),
                ("max_states", c_ulonglong), ("max_steps", c_ulonglong), ("step_seconds", c_double),
                ("shared_size", c_size_t), ("context", c_void_p), ("run", RUN), ("condition", CONDITION),
                ("outcome", OUTCOME), ("bug", BUG), ("step", STEP), ("pulse", CONDITION)]


class Counts(ctypes.Structure):
    _fields_ = [("verdict", c_int), ("states", c_ulonglong), ("steps", c_ulonglong), ("hooks", c_ulonglong),
                ("executions", c_ulonglong), ("forks", c_ulonglong), ("bugs", c_int), ("max_processes", c_int),
                ("reason", ctypes.c_char * 256)]


def candidates():
    """Where the library may be, the most particular place first."""
    name = "libomc-buddy.so"
    if os.environ.get("OMC_BUDDY_LIBRARY"):
        return [os.environ["OMC_BUDDY_LIBRARY"]]
    here = pathlib.Path(__file__).resolve().parent
    beside = [here / name]  # pip puts it there
    above = [folder / place / name for folder in here.parents[:6]
             for place in ("build/lib", "lib", "lib/x86_64-linux-gnu", "lib64")]
    return [*beside, *above, name]


def load():
    tried = candidates()
    for path in tried:
        try:
            library = ctypes.PyDLL(str(path))
        except OSError:
            continue
        library.omc_buddy_shared.restype = c_void_p
        library.omc_buddy_shared.argtypes = [c_size_t]
        library.omc_buddy_check.argtypes = [POINTER(Options), POINTER(Counts)]
        library.omc_buddy_hook.argtypes = [c_char_p, c_size_t, c_char_p]
        library.omc_buddy_hook.restype = None
        library.omc_buddy_wait.argtypes = [c_void_p, c_int, c_int, c_int, c_char_p, c_size_t, c_char_p, c_char_p]
        library.omc_buddy_choose.argtypes = [c_int, c_char_p, c_size_t, c_char_p]
        library.omc_buddy_fail.argtypes = [c_char_p, c_char_p]
        return library
    raise ImportError(f"omc_buddy: there is no libomc-buddy.so ({tried[0]} …); build omc, or set OMC_BUDDY_LIBRARY")


library = load()
