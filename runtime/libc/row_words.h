// What the views of the table share (rows_as_next.h, rows_as_functions.h, rows_as_names.h).
//
// EACH_WORD(view, context, (WORD, …)) expands to view_WORD context for each word of the list.
// So a view defines a macro for every word, and view_ for none.

// Each view defines the rows anew.
#undef FAMILY
#undef INTERPOSE
#undef INTERPOSE_AS
#undef DEFINE
#undef DEFINED_IN

#ifndef EACH_WORD
#define EACH_WORD(view, context, words) EACH_OF_FIVE(view, context, UNPACK words, , , , , )
#define EACH_OF_FIVE(...) EACH_OF_FIVE_EXPANDED(__VA_ARGS__)
#define EACH_OF_FIVE_EXPANDED(view, context, a, b, c, d, e, ...) \
  view##_##a context view##_##b context view##_##c context view##_##d context view##_##e context

#define UNPACK(...) __VA_ARGS__
// A list that others follow: it ends in a comma, unless it is empty.
#define LEADING(...) __VA_ARGS__ __VA_OPT__(, )
#endif
