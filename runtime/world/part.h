// The parts of the world. Each is a struct with `Digest digest(const Part&)` beside it, which names
// every field by a structured binding: a field that is added and not named there does not compile.
// A field is in the digest, or NOT_STATE says why two states that differ in it are one.
#pragma once

#include "platform/digest.h"

#define NOT_STATE(field, why) \
  static_cast<void>(field);   \
  static_assert(sizeof(why) > 1, "say why it is no part of the state")

namespace omc {

// Of the words of a part; each part has a seed of its own.
template <size_t n>
Digest digest_words(const uint64_t (&words)[n], uint64_t seed) {
  return digest_of(words, sizeof words, seed);
}

}  // namespace omc
