// Row macros: each row says the symbols that it defines, as strings, and nothing that needs a type.
// Includers define those of these that they need, and then include libc/interposed.def:
//
//   FAMILY_TITLE(title)       what the rows that follow have in common
//   INTERPOSED_SYMBOL(symbol) libomc.so defines this function
//   COMPLETE_SYMBOL(symbol)   the same, and instrumented code need not announce a call of it
//   OWN_CALL_SYMBOL(symbol)   libomc calls it itself: the linker needs --wrap
#include "libc/row_words.h"

#ifndef FAMILY_TITLE
#define FAMILY_TITLE(title)
#endif
#ifndef INTERPOSED_SYMBOL
#define INTERPOSED_SYMBOL(symbol)
#endif
#ifndef COMPLETE_SYMBOL
#define COMPLETE_SYMBOL(symbol)
#endif
#ifndef OWN_CALL_SYMBOL
#define OWN_CALL_SYMBOL(symbol)
#endif

#define FAMILY(title) FAMILY_TITLE(title)
#define DEFINED_IN(file, name, words) NAME_SYMBOL(#name, words)
#define DEFINE(type, name, parameters, words, ...) NAME_SYMBOL(#name, words)
#define INTERPOSE(type, name, parameters, arguments, words, ...) NAME_SYMBOL(#name, words)
#define INTERPOSE_AS(type, id, symbol, parameters, arguments, words, ...) NAME_SYMBOL(symbol, words)

#define NAME_SYMBOL(symbol, words) INTERPOSED_SYMBOL(symbol) EACH_WORD(NAMED, (symbol), words)
#define NAMED_(symbol)
#define NAMED_EARLY(symbol)
#define NAMED_SECOND_VERSION(symbol)
#define NAMED_FORTIFIED(symbol) INTERPOSED_SYMBOL("__" symbol "_chk")
#define NAMED_OWN_CALLS(symbol) OWN_CALL_SYMBOL(symbol)
#define NAMED_COMPLETE(symbol) COMPLETE_SYMBOL(symbol)

// Rows that stand for several functions: libc/text.def, libc/stdio.def.
#define TEXT(type, narrow, narrow_words, wide, wide_words, ...) \
  NAME_SYMBOL(#narrow, narrow_words) NAME_SYMBOL(#wide, wide_words)
#define PRINTF(name, parameters, arguments, more_parameters, more_arguments, words, ...) \
  NAME_SYMBOL(#name, words)                                                              \
  INTERPOSED_SYMBOL("v" #name)                                                           \
  INTERPOSED_SYMBOL("__" #name "_chk") INTERPOSED_SYMBOL("__v" #name "_chk")
#define SCANF(prefix)                  \
  INTERPOSED_SYMBOL(#prefix "sscanf")  \
  INTERPOSED_SYMBOL(#prefix "vsscanf") \
  INTERPOSED_SYMBOL(#prefix "fscanf")  \
  INTERPOSED_SYMBOL(#prefix "vfscanf") INTERPOSED_SYMBOL(#prefix "scanf")
