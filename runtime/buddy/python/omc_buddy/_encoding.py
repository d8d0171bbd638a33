"""Values as bytes. Equal bytes are equal values; equal values have equal bytes where that is cheap to have, because
each form of a value is a state of its own.

Numbers, texts and containers of them are marshalled without references, so the bytes do not depend on which strings
happen to be one object. Everything else is pickled.
"""
import io
import marshal
import pickle
import types

SCALARS = (int, str, bytes, float, bool, type(None), complex)


def encode(value):
    try:
        return b"m" + marshal.dumps(value, 0)
    except ValueError:
        pass
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, 4)
    pickler.fast = True  # no references: see above
    try:
        pickler.dump(value)
        return b"p" + buffer.getvalue()
    except (ValueError, RecursionError):
        return b"p" + pickle.dumps(value, 4)  # it contains itself


def decode(data):
    return marshal.loads(data[1:]) if data[:1] == b"m" else pickle.loads(data[1:])


def is_mutable(value):
    return not isinstance(value, SCALARS) and not (isinstance(value, (tuple, frozenset)) and
                                                   not any(map(is_mutable, value)))


class LocalPickler(pickle.Pickler):
    """Of what a thread has for itself. References are kept: whether two names are one list matters later."""

    def __init__(self, buffer, persistent):
        super().__init__(buffer, 4)
        self.persistent = persistent

    def persistent_id(self, obj):
        found = self.persistent(obj)
        if found is not None:
            return found
        if isinstance(obj, types.ModuleType):
            return "module", obj.__name__
        if isinstance(obj, types.CodeType):
            return "code", obj.co_filename, obj.co_firstlineno, obj.co_name
        return None

    def reducer_override(self, obj):
        if isinstance(obj, types.FunctionType):
            cells = tuple(cell.cell_contents for cell in obj.__closure__ or () if not is_empty(cell))
            return types.FunctionType, (obj.__code__, (), obj.__qualname__, obj.__defaults__, cells)
        if isinstance(obj, types.BuiltinFunctionType) and isinstance(obj.__self__, (types.ModuleType, type(None))):
            return str(obj)
        return NotImplemented


def is_empty(cell):
    try:
        cell.cell_contents
    except ValueError:
        return True
    return False


def encode_local(value, persistent):
    """The bytes of the locals of a thread; None when they have a value of which that cannot be told."""
    buffer = io.BytesIO()
    try:
        LocalPickler(buffer, persistent).dump(value)
    except Exception:  # whatever a __reduce__ may raise
        return None
    return buffer.getvalue()
