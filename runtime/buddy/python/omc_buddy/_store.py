"""The shared memory of a check: words for locks and their like, and the shared variables as bytes.

    size_t used | int words[WORDS] | for each variable: length, bytes

A process keeps a copy of mutable values that it has read. It writes them back before another thread runs, and takes
over what others have changed when it goes on. So a list is one list for all threads, whoever holds it.
"""
import collections
import ctypes
import struct
import sys

from ._encoding import decode, encode, is_mutable
from ._library import library

WORDS = 1024
BEGIN = 8 + 4 * WORDS
OUTPUT = "<output>"


def most_references(held):
    return max(sys.getrefcount(value) for value in held.values())


REFERENCES = most_references({0: []})  # of a value that only the dictionary holds; versions of Python differ


class Store:
    def __init__(self, size):
        self.size = size
        self.address = library.omc_buddy_shared(size)
        if not self.address:
            raise MemoryError("omc_buddy: there is no shared memory of that size; see shared_size")
        self.words = (ctypes.c_int * WORDS).from_address(self.address + 8)
        ctypes.memset(self.address, 0, BEGIN)
        self.words[0] = 1  # the first free word
        self.names, self.raw, self.held = [], [], {}
        self.blob = None
        self.is_dirty = False
        self.stand_ins = {}  # by their first word

    # ---- Words ----

    def new_words(self, *values):
        first = self.words[0]
        if first + len(values) > WORDS:
            raise MemoryError(f"omc_buddy: there are more than {WORDS} words for locks and their like")
        self.words[0] = first + len(values)
        for i, value in enumerate(values):
            self.words[first + i] = value
        return first

    def address_of(self, word):
        return self.address + 8 + 4 * word

    # ---- Variables ----

    def new_variable(self, name, value):
        self.names.append(name)
        self.raw.append(self.encoded(name, value))
        self.is_dirty = True
        return len(self.raw) - 1

    @staticmethod
    def encoded(name, value):
        try:
            return encode(value)
        except Exception as error:
            raise TypeError(f"omc_buddy: the shared variable '{name}' cannot be pickled: {error}") from error

    def get(self, index):
        if index in self.held:
            return self.held[index]
        value = decode(self.raw[index])
        if is_mutable(value):
            self.held[index] = value
        return value

    def set(self, index, value):
        self.raw[index] = self.encoded(self.names[index], value)
        self.is_dirty = True
        if is_mutable(value):
            self.held[index] = value
        else:
            self.held.pop(index, None)

    def has_alias(self):
        """Whether the program holds a mutable value, so that it may change without our seeing the access."""
        return most_references(self.held) > REFERENCES

    def name_of(self, obj):
        for index, value in self.held.items():
            if value is obj:
                return "shared", self.names[index]
        return None

    def flush(self):
        for index, value in self.held.items():
            data = self.encoded(self.names[index], value)
            if data != self.raw[index]:
                self.raw[index] = data
                self.is_dirty = True
        if self.is_dirty:
            self.write()

    def write(self):
        parts = []
        for data in self.raw:
            parts += (struct.pack("I", len(data)), data)
        self.blob = b"".join(parts)
        if BEGIN + len(self.blob) > self.size:
            raise MemoryError(f"omc_buddy: the shared variables take more than {self.size} bytes; see shared_size")
        ctypes.memmove(self.address + BEGIN, self.blob, len(self.blob))
        ctypes.c_size_t.from_address(self.address).value = BEGIN + len(self.blob)
        self.is_dirty = False

    def refresh(self):
        used = ctypes.c_size_t.from_address(self.address).value
        blob = ctypes.string_at(self.address + BEGIN, used - BEGIN)
        if blob == self.blob:
            return
        self.blob = blob
        offset, index = 0, 0
        while offset < len(blob):
            (length,) = struct.unpack_from("I", blob, offset)
            data = blob[offset + 4:offset + 4 + length]
            offset += 4 + length
            if index == len(self.raw):
                self.names.append(f"<{index}>")
                self.raw.append(data)
            elif self.raw[index] != data:
                self.raw[index] = data
                if index in self.held:
                    self.take_over(index, decode(data))
            index += 1

    def reread(self):
        """What the memory has now, whatever was read before."""
        self.held.clear()
        self.blob = None
        self.refresh()

    def take_over(self, index, value):
        """Another thread has changed the value: so it changes here, in place where that can be."""
        mine = self.held[index]
        if type(mine) is not type(value):
            del self.held[index]
        elif isinstance(mine, (list, bytearray)):
            mine[:] = value
        elif isinstance(mine, (dict, set)):
            mine.clear()
            mine.update(value)
        elif isinstance(mine, collections.deque):
            mine.clear()
            mine.extend(value)
        elif hasattr(mine, "__dict__") and not hasattr(type(mine), "__slots__"):
            mine.__dict__.clear()
            mine.__dict__.update(value.__dict__)
        else:
            del self.held[index]

    def size_used(self):
        return ctypes.c_size_t.from_address(self.address).value

    def values(self):
        """All named variables, and what was printed."""
        return {name: decode(data) for name, data in zip(self.names, self.raw) if not name.startswith("<")}

    def output(self):
        return decode(self.raw[self.names.index(OUTPUT)])


class Shared:
    """The shared variables as attributes: what a thread gets as its argument."""
    __slots__ = ("_store", "_access")

    def __init__(self, store, access):
        object.__setattr__(self, "_store", store)
        object.__setattr__(self, "_access", access)

    def __getattr__(self, name):
        index = self._find(name)
        self._access("reads", name)
        value = self._store.get(index)
        self._access.noted(self._store.raw[index])
        return value

    def __setattr__(self, name, value):
        index = self._find(name)
        self._access("writes", name)
        self._store.set(index, value)

    def _find(self, name):
        try:
            return self._store.names.index(name)
        except ValueError:
            known = ", ".join(each for each in self._store.names if not each.startswith("<"))
            raise AttributeError(f"there is no shared variable '{name}'; shared= has {known or 'none'}") from None

    def __repr__(self):
        return "<omc_buddy shared variables>"

    def __reduce__(self):
        raise TypeError("the shared variables themselves cannot be a shared value")
