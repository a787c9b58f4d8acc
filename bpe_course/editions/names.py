"""Which names a cell binds and which it needs: enough to see what a cell depends on.

Nothing is executed. Names bound at the cell's top level count, inside `if`, `for`, `with` and `try`
as well; what a function or class uses is counted as used by the cell that defines it.
"""

import ast
from collections.abc import Iterator

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
INNER_SCOPES = (Scope, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def bound_names(tree: ast.AST) -> set[str]:
    """Return the names that executing this code gives a value to at its top level.

    >>> sorted(bound_names(ast.parse("import a.b; from c import d as e; f = [g for g in h]")))
    ['a', 'e', 'f']
    """
    return {name for node in top_level(tree) for name in bindings(node)}


def used_names(tree: ast.AST) -> set[str]:
    """Return the names whose value this code may need, wherever they stand in it.

    >>> sorted(used_names(ast.parse("def f(x=a): b += g(x)")))
    ['a', 'b', 'g', 'x']
    """
    changed = (node.target for node in ast.walk(tree) if isinstance(node, ast.AugAssign))
    return {node.id for node in changed if isinstance(node, ast.Name)} | {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def needed_names(tree: ast.Module) -> set[str]:
    """Return the names that must have a value before the cell is executed.

    Those that the cell itself binds in an earlier statement are not among them, nor are the
    arguments and local variables of its functions.

    >>> sorted(needed_names(ast.parse("a = b; c = a; d.e = 1; f += 1")))
    ['b', 'd', 'f']
    >>> needed_names(ast.parse("def f(x): y = x; return y"))
    set()
    """
    needed: set[str] = set()
    bound: set[str] = set()
    for statement in tree.body:
        needed |= uses(statement) - bound
        bound |= bound_names(statement)
    return needed


def uses(statement: ast.stmt) -> set[str]:
    """Return the names a statement takes from outside itself."""
    if isinstance(statement, Scope):
        return used_names(statement) - local_names(statement)
    return used_names(statement) - set(block_variables(statement))


def block_variables(tree: ast.AST) -> Iterator[str]:
    """Yield the names to which a `for`, `with`, `lambda` or comprehension gives a value by itself.

    >>> list(block_variables(ast.parse("[n for n in ns]")))
    ['n']
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            yield from bound_names(node.target)
        elif isinstance(node, ast.withitem) and node.optional_vars:
            yield from bound_names(node.optional_vars)
        elif isinstance(node, ast.Lambda):
            yield from (each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg))


def local_names(scope: Scope) -> set[str]:
    """Return a function's arguments and the names that are bound inside it, and its own name."""
    arguments = {node.arg for node in ast.walk(scope) if isinstance(node, ast.arg)}
    inside = {name for node in ast.walk(scope) for name in bindings(node)}
    return {scope.name} | arguments | inside


def top_level(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that belong to no function, class or comprehension inside this one."""
    yield tree
    if isinstance(tree, INNER_SCOPES):
        return
    for child in ast.iter_child_nodes(tree):
        yield from top_level(child)


def bindings(node: ast.AST) -> Iterator[str]:
    """Yield the names that this node binds by itself."""
    if isinstance(node, Scope):
        yield node.name
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0]
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
