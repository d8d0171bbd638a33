// What may happen without reason (--spurious): waits of condition variables return, try_lock and
// compare_exchange_weak fail. One budget serves all of them.
#pragma once

namespace omc {

// True when the execution may have one more. Records that the program has such a place.
bool may_be_spurious();
// The search chose that the operation happens without reason.
void count_spurious();

// A choice of its own in front of an operation on `object`: true when it fails without reason.
bool fails_spuriously(const void* object);

}  // namespace omc
