// Functions that are not instrumented and yet no secret to libomc: it defines them itself, and
// tells what they touch or begins with a point.
#pragma once

#include "llvm/ADT/StringSet.h"

// clang-format off
inline const char* const seen_functions[] = {
    "free", "malloc", "calloc", "aligned_alloc", "memalign", "posix_memalign",

    "memcpy", "memmove", "memset", "memcmp", "bcmp", "memchr", "memrchr", "strlen", "strnlen", "strcmp", "strncmp", "strchr",
    "strrchr", "strstr", "strcpy", "strncpy", "strcat", "strtol", "strtoul", "strtod", "atoi", "atol",

    "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock",
    "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_spin_lock", "pthread_join", "sem_wait", "sem_post", "sem_trywait",
    "pthread_create", "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "pthread_cond_signal",
    "pthread_cond_broadcast", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock", "pthread_spin_trylock",
    "pthread_barrier_wait", "sched_yield",
    "omc_pass_hook_at", "omc_unseen", "omc_unseen_return", "omc_unseen_call", "omc_unseen_named", "omc_unseen_touching",
    "omc_unseen_assembly", "omc_done_at", "omc_lanes", "__tsan_read_range", "__tsan_write_range",

    "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
    "_ZNSt8__detail15_List_node_base7_M_hookEPS0_", "_ZNSt8__detail15_List_node_base9_M_unhookEv",
    "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_",
    "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",

#define OF_STRING(rest) "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE" rest
    OF_STRING("C1ERKS4_"), OF_STRING("C2ERKS4_"), OF_STRING("C1EOS4_"), OF_STRING("C2EOS4_"), OF_STRING("D1Ev"), OF_STRING("D2Ev"),
    OF_STRING("9push_backEc"), OF_STRING("6resizeEmc"), OF_STRING("7reserveEm"), OF_STRING("6appendEPKc"),
    OF_STRING("6appendEPKcm"), OF_STRING("6appendEmc"), OF_STRING("6appendERKS4_"), OF_STRING("6assignEPKc"),
    OF_STRING("6assignERKS4_"), OF_STRING("aSERKS4_"), OF_STRING("aSEOS4_"), OF_STRING("aSEPKc"), OF_STRING("pLEPKc"),
    OF_STRING("pLEc"), OF_STRING("pLERKS4_"), OF_STRING("9_M_appendEPKcm"), OF_STRING("10_M_replaceEmmPKcm"),
    OF_STRING("14_M_replace_auxEmmmc"), OF_STRING("9_M_mutateEmmPKcm"), OF_STRING("8_M_eraseEmm"), OF_STRING("9_M_assignERKS4_"),
#undef OF_STRING
};
// Of the C++ library: they do nothing but call those, or touch what is on the stack of their caller.
inline const char* const harmless_functions[] = {
    "_Znwm", "_Znam", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t",
    "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdlPvmSt11align_val_t", "_ZdaPvmSt11align_val_t",
    "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm",
    "_ZNSt6thread4joinEv", "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    "_ZNSt6thread6_StateD1Ev", "_ZNSt6thread6_StateD2Ev",
    "_ZNSt18condition_variableC1Ev", "_ZNSt18condition_variableC2Ev", "_ZNSt18condition_variableD1Ev", "_ZNSt18condition_variableD2Ev",
    "_ZNSt18condition_variable10notify_oneEv", "_ZNSt18condition_variable10notify_allEv",
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj",
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE",
};
// clang-format on

inline bool is_seen_by_libomc(llvm::StringRef name) {
  static const llvm::StringSet<> seen = [] {
    llvm::StringSet<> names;
    for (const char* function : seen_functions) names.insert(function);
    for (const char* function : harmless_functions) names.insert(function);
    return names;
  }();
  return seen.contains(name);
}
