"""What a line lies in, by the syntax tree: loops and `with` blocks keep values that no variable shows, such as how far
an iterator is. So these are part of a thread's state (`_thread.Frame`).
"""
import ast
import linecache

_tables = {}


def enclosing(filename):
    """For each line: the first lines of the `for` and `with` statements around it, outermost first."""
    if filename not in _tables:
        _tables[filename] = read(filename)
    return _tables[filename]


def read(filename):
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except (SyntaxError, ValueError):
        return {}
    table = {}

    def visit(node, around):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            around = ()
        if isinstance(node, (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)):
            around = (*around, node.lineno)
        if isinstance(node, (ast.stmt, ast.excepthandler)):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                table[line] = around
        for child in ast.iter_child_nodes(node):
            visit(child, around)

    visit(tree, ())
    return table
