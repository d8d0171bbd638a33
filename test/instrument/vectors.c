// What AVX-512 touches is told: the lanes that a mask has, as many elements as it has bits, each lane of a gather.
// RUN: %omc-cc -O1 -mavx512f -mavx512vl -S -emit-llvm %s -o - | FileCheck %s
#include <immintrin.h>

// CHECK-LABEL: define internal void @store.omc(
// CHECK: call void @omc_lanes(ptr %{{.*}}, i64 4, i64 {{.*}}, i32 1)
// CHECK: call void @llvm.masked.store
void store(int* p, __m512i value, __mmask16 mask) { _mm512_mask_storeu_epi32(p, mask, value); }

// CHECK-LABEL: define internal {{.*}} @load.omc(
// CHECK: call void @omc_lanes(ptr %{{.*}}, i64 8, i64 {{.*}}, i32 0)
// CHECK: @llvm.masked.load
__m256d load(double* p, __mmask8 mask) { return _mm256_maskz_loadu_pd(mask, p); }

// CHECK-LABEL: define internal void @pack.omc(
// CHECK: call void @__tsan_write_range(
// CHECK: call void @llvm.masked.compressstore
void pack(int* p, __m512i value, __mmask16 mask) { _mm512_mask_compressstoreu_epi32(p, mask, value); }

// CHECK-LABEL: define internal {{.*}} @unpack.omc(
// CHECK: call void @__tsan_read_range(
// CHECK: @llvm.masked.expandload
__m512i unpack(int* p, __mmask16 mask) { return _mm512_maskz_expandloadu_epi32(mask, p); }

// CHECK-LABEL: define internal {{.*}} @gather.omc(
// CHECK-COUNT-8: call void @omc_lanes(ptr %{{.*}}, i64 8, i64 {{.*}}, i32 0)
// CHECK-NOT: omc_lanes
// CHECK: @llvm.x86.avx512.mask.gather
__m512i gather(long* p, __m256i index, __mmask8 mask) {
  return _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), mask, index, p, 8);
}

// CHECK-LABEL: define internal void @scatter.omc(
// CHECK-COUNT-4: call void @omc_lanes(ptr %{{.*}}, i64 4, i64 {{.*}}, i32 1)
// CHECK-NOT: omc_lanes
// CHECK: @llvm.x86.avx512.mask.scatter
void scatter(int* p, __m128i index, __m128i value, __mmask8 mask) { _mm_mask_i32scatter_epi32(p, mask, index, value, 4); }

// What nobody knows is said to touch something.
// CHECK-LABEL: define internal void @copy_64.omc(
// CHECK: call void @omc_external_memory(
// CHECK: call void @llvm.x86.movdir64b
__attribute__((target("movdir64b"))) void copy_64(void* to, const void* from) { _movdir64b(to, from); }
// COVERS: instrumenter/pass/missing_accesses
