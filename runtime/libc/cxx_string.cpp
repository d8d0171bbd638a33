// Members of std::string that libstdc++ has compiled once for all programs. One that may change the
// string writes the string object, any other reads it; so two of them, of which one changes it, are
// a data race as the standard says. The characters are seen in memcpy and its relatives, and in
// what the program does with pointers to them.
#include "libc/interpose.h"
#include "world/access.h"

namespace omc {
namespace {

// Where the characters are, and how many.
constexpr size_t string_size = sizeof(char*) + sizeof(size_t);

// All arguments and results are integers and pointers, so all members can be called in one way.
using Word = uintptr_t;
struct Result {
  Word first, second;
};

[[gnu::always_inline]] inline void count_object(Word address, AccessKind kind, const void* pc) {
  count_as_access(reinterpret_cast<const void*>(address), string_size, kind, pc);
}

}  // namespace

#define STRING "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define CONST_STRING "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"

#define MEMBER(id, symbol, count)                                                    \
  COUNTED_AS(Result, id, symbol, (Word a, Word b, Word c, Word d, Word e, Word f)) { \
    if (counts()) {                                                                  \
      count;                                                                         \
    }                                                                                \
    return real_##id()(a, b, c, d, e, f);                                            \
  }
#define READS(id, rest) MEMBER(id, CONST_STRING rest, count_object(a, AccessKind::read, CALLER))
#define READS_ANY(id, rest) MEMBER(id, STRING rest, count_object(a, AccessKind::read, CALLER))
#define WRITES(id, rest) MEMBER(id, STRING rest, count_object(a, AccessKind::write, CALLER))
// Of two strings.
#define READS_BOTH(id, rest)    \
  MEMBER(id, CONST_STRING rest, \
         (count_object(a, AccessKind::read, CALLER), count_object(b, AccessKind::read, CALLER)))
#define WRITES_FROM(id, rest) \
  MEMBER(id, STRING rest,     \
         (count_object(b, AccessKind::read, CALLER), count_object(a, AccessKind::write, CALLER)))
#define WRITES_BOTH(id, rest) \
  MEMBER(id, STRING rest,     \
         (count_object(a, AccessKind::write, CALLER), count_object(b, AccessKind::write, CALLER)))
// The first argument is an object that is being made.
#define MADE_FROM(id, symbol) MEMBER(id, symbol, count_object(b, AccessKind::read, CALLER))

MADE_FROM(copy_1, STRING "C1ERKS4_")
MADE_FROM(copy_2, STRING "C2ERKS4_")
MADE_FROM(copy_part_1, STRING "C1ERKS4_mm")
MADE_FROM(copy_part_2, STRING "C2ERKS4_mm")
MADE_FROM(substr, CONST_STRING "6substrEmm")
MEMBER(move_1, STRING "C1EOS4_", count_object(b, AccessKind::write, CALLER))
MEMBER(move_2, STRING "C2EOS4_", count_object(b, AccessKind::write, CALLER))
WRITES(end_1, "D1Ev")
WRITES(end_2, "D2Ev")

READS(size, "4sizeEv")
READS(length, "6lengthEv")
READS(empty, "5emptyEv")
READS(capacity, "8capacityEv")
READS(c_str, "5c_strEv")
READS(data, "4dataEv")
READS(begin, "5beginEv")
READS(end, "3endEv")
READS(cbegin, "6cbeginEv")
READS(cend, "4cendEv")
READS(element, "ixEm")
READS(at, "2atEm")
READS(front, "5frontEv")
READS(back, "4backEv")
READS(view, "cvSt17basic_string_viewIcS2_EEv")
READS(copy_out, "4copyEPcmm")
READS(find_char, "4findEcm")
READS(find_text, "4findEPKcm")
READS(find_bytes, "4findEPKcmm")
READS(rfind_char, "5rfindEcm")
READS(rfind_text, "5rfindEPKcm")
READS(rfind_bytes, "5rfindEPKcmm")
READS(find_first_of_char, "13find_first_ofEcm")
READS(find_first_of, "13find_first_ofEPKcm")
READS(find_last_of_char, "12find_last_ofEcm")
READS(find_last_of, "12find_last_ofEPKcm")
READS(find_first_not_of, "17find_first_not_ofEPKcm")
READS(find_last_not_of, "16find_last_not_ofEPKcm")
READS(compare_text, "7compareEPKc")
READS(compare_part, "7compareEmmPKc")
READS_BOTH(compare, "7compareERKS4_")
READS_BOTH(find, "4findERKS4_m")
READS_BOTH(rfind, "5rfindERKS4_m")

// Not const, and yet they only lead to the characters.
READS_ANY(mutable_data, "4dataEv")
READS_ANY(mutable_begin, "5beginEv")
READS_ANY(mutable_end, "3endEv")
READS_ANY(mutable_element, "ixEm")
READS_ANY(mutable_at, "2atEm")
READS_ANY(mutable_front, "5frontEv")
READS_ANY(mutable_back, "4backEv")

WRITES(clear, "5clearEv")
WRITES(push_back, "9push_backEc")
WRITES(pop_back, "8pop_backEv")
WRITES(resize, "6resizeEm")
WRITES(resize_with, "6resizeEmc")
WRITES(reserve, "7reserveEm")
WRITES(shrink_to_fit, "13shrink_to_fitEv")
WRITES(erase, "5eraseEmm")
WRITES(erase_one, "5eraseEN9__gnu_cxx17__normal_iteratorIPKcS4_EE")
WRITES(erase_range, "5eraseEN9__gnu_cxx17__normal_iteratorIPKcS4_EES9_")
WRITES(append_text, "6appendEPKc")
WRITES(append_bytes, "6appendEPKcm")
WRITES(append_chars, "6appendEmc")
WRITES(assign_text, "6assignEPKc")
WRITES(assign_bytes, "6assignEPKcm")
WRITES(assign_chars, "6assignEmc")
WRITES(insert_text, "6insertEmPKc")
WRITES(insert_bytes, "6insertEmPKcm")
WRITES(insert_chars, "6insertEmmc")
WRITES(replace_text, "7replaceEmmPKc")
WRITES(replace_bytes, "7replaceEmmPKcm")
WRITES(replace_chars, "7replaceEmmmc")
WRITES(become_text, "aSEPKc")
WRITES(become_char, "aSEc")
WRITES(add_text, "pLEPKc")
WRITES(add_char, "pLEc")
WRITES_FROM(append, "6appendERKS4_")
WRITES_FROM(append_part, "6appendERKS4_mm")
WRITES_FROM(assign, "6assignERKS4_")
WRITES_FROM(become, "aSERKS4_")
WRITES_FROM(add, "pLERKS4_")
WRITES_BOTH(become_moved, "aSEOS4_")
WRITES_BOTH(assign_moved, "6assignEOS4_")
WRITES_BOTH(swap, "4swapERS4_")

// What the members that a compiler inlines call.
WRITES(append_inner, "9_M_appendEPKcm")
WRITES(replace_inner, "10_M_replaceEmmPKcm")
WRITES(replace_aux, "14_M_replace_auxEmmmc")
WRITES(mutate, "9_M_mutateEmmPKcm")
WRITES(erase_inner, "8_M_eraseEmm")
WRITES_FROM(assign_inner, "9_M_assignERKS4_")

// operator<< and getline.
#define OF_STREAM_AND_STRING "NSt7__cxx1112basic_stringIS4_S5_T1_EE"
MADE_FROM(put,
          "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RK" OF_STREAM_AND_STRING)
MEMBER(getline,
       "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_R" OF_STREAM_AND_STRING,
       count_object(b, AccessKind::write, CALLER))
MEMBER(getline_until,
       "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_R" OF_STREAM_AND_STRING
       "S4_",
       count_object(b, AccessKind::write, CALLER))
MEMBER(get, "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_R" OF_STREAM_AND_STRING,
       count_object(b, AccessKind::write, CALLER))

}  // namespace omc
