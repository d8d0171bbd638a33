"""A test whose threads run in every interleaving: for pytest, unittest, or by itself."""
from ._check import check

overrides = {}  # set by the plugin of pytest, from its command line


def interleavings(threads=2, **options):
    """@interleavings(threads=[a, b], shared={…}): the decorated function is what must hold at the end.
    @interleavings(threads=3, shared={…}): the decorated function is what each of three threads does; give final=."""

    def decorate(function):
        def test():
            settings = {**options, **overrides}
            if isinstance(threads, int):
                result = check([function] * threads, **settings)
            else:
                result = check(threads, final=function, **settings)
            result.assert_ok()

        # Not functools.wraps: pytest would take the parameters of the function for fixtures.
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            setattr(test, name, getattr(function, name))
        test.omc_buddy = True
        return test

    return decorate
