// Accesses that the compiler's instrumentation says nothing about: vectors of 32 bytes, some lanes of a vector, gathers and
// scatters, long double. A lane that is left out is not touched.
// REQUIRES: avx2
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread -mavx2 %s -o %t && %python %S/Inputs/cases.py --omc %omc %t
// RUN: %omc-cxx -std=c++20 -O3 -g -pthread -mavx2 %s -o %t && %python %S/Inputs/cases.py --omc %omc %t
#include "Inputs/cases.h"

#include <immintrin.h>

#include <algorithm>

alignas(64) int a[32];
long double wide[2];
const __m256i ascending = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
thread_local volatile long sink;

namespace {

int touched() { return broken ? 7 : 8; }

void whole_load() {
  both([] { sink = _mm256_extract_epi64(_mm256_loadu_si256(reinterpret_cast<__m256i*>(a)), 3); }, [] { a[touched()] = 1; });
}
void whole_store() {
  both([] { _mm256_store_si256(reinterpret_cast<__m256i*>(a), ascending); }, [] { a[touched()] = 1; });
}
void streaming_store() {
  both([] { _mm256_stream_si256(reinterpret_cast<__m256i*>(a), ascending); }, [] { a[touched()] = 1; });
}
void unaligned_load() {
  both([] { sink = _mm256_extract_epi64(_mm256_lddqu_si256(reinterpret_cast<__m256i*>(a)), 3); }, [] { a[touched()] = 1; });
}
void extended_double() {
  both([] { wide[0] = 1; }, [] { reinterpret_cast<char*>(wide)[broken ? 9 : 10] = 1; });
}

__m256i all_but_second() { return _mm256_setr_epi32(-1, 0, -1, -1, -1, -1, -1, -1); }
void masked_load() {
  both([] { sink = _mm256_extract_epi64(_mm256_maskload_epi32(a, all_but_second()), 3); }, [] { a[broken ? 7 : 1] = 1; });
}
void masked_store() {
  both([] { _mm256_maskstore_epi32(a, all_but_second(), ascending); }, [] { a[broken ? 7 : 1] = 1; });
}
void masked_bytes() {
  both([] { _mm_maskmoveu_si128(_mm_set1_epi8(1), _mm_setr_epi32(-1, 0, -1, -1), reinterpret_cast<char*>(a)); },
       [] { a[broken ? 3 : 1] = 1; });
}
void masked_floats() {
  both([] { _mm256_maskstore_ps(reinterpret_cast<float*>(a), all_but_second(), _mm256_set1_ps(1)); }, [] { a[broken ? 0 : 1] = 1; });
}

void gather() {
  both([] { sink = _mm256_extract_epi64(_mm256_i32gather_epi32(a, _mm256_slli_epi32(ascending, 1), 4), 3); },
       [] { a[broken ? 14 : 13] = 1; });
}
void masked_gather() {
  both([] {
         __m256 floats = _mm256_mask_i32gather_ps(_mm256_set1_ps(0), reinterpret_cast<float*>(a), ascending,
                                                  _mm256_castsi256_ps(all_but_second()), 4);
         sink = static_cast<long>(_mm256_cvtss_f32(floats));
       },
       [] { a[broken ? 7 : 1] = 1; });
}

// The loops of these are in headers of the compiler, where nothing keeps the vectoriser from them.
void header_loop() {
  both([] { std::replace(a, a + 24, 0, 5); }, [] { a[broken ? 23 : 24] = 1; });
}
void header_search() {
  both([] { sink = *std::max_element(a, a + 24); }, [] { a[broken ? 23 : 24] = 1; });
}

const Case cases[] = {
    {"whole_load", whole_load}, {"whole_store", whole_store}, {"streaming_store", streaming_store},
    {"unaligned_load", unaligned_load}, {"extended_double", extended_double}, {"masked_load", masked_load},
    {"masked_store", masked_store}, {"masked_bytes", masked_bytes}, {"masked_floats", masked_floats},
    {"gather", gather}, {"masked_gather", masked_gather}, {"header_loop", header_loop},
    {"header_search", header_search}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: instrumenter/pass/missing_accesses races/tsan_abi
