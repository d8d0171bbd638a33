"""The plugin of pytest: options for @omc_buddy.interleavings, and the report in place of a traceback."""
from . import _interleavings
from ._check import InterleavingError


def pytest_addoption(parser):
    group = parser.getgroup("omc_buddy", "interleavings")
    group.addoption("--omc-search", choices=["pruned", "exhaustive", "random"], help="the search of omc_buddy")
    group.addoption("--omc-granularity", choices=["line", "opcode"], help="what is one step")
    group.addoption("--omc-seed", type=int, help="seed of --omc-search random")
    group.addoption("--omc-executions", type=int, help="bound on executions, and how many are random")
    group.addoption("--omc-schedule", help="replay this interleaving alone")


def pytest_configure(config):
    config.addinivalue_line("markers", "interleavings: a test of omc_buddy, run in every interleaving")
    names = {"search": "--omc-search", "granularity": "--omc-granularity", "seed": "--omc-seed",
             "max_executions": "--omc-executions", "schedule": "--omc-schedule"}
    _interleavings.overrides.clear()
    for name, option in names.items():
        value = config.getoption(option)
        if value is not None:
            _interleavings.overrides[name] = value


def pytest_itemcollected(item):
    if getattr(getattr(item, "function", None), "omc_buddy", False):
        item.add_marker("interleavings")


def pytest_runtest_makereport(item, call):
    if call.excinfo and call.excinfo.errisinstance(InterleavingError):
        item._repr_failure_py = lambda excinfo, style=None: str(excinfo.value).strip()
