"""Changing one operator, comparison or constant of a program, in every way there is.

A check that does not notice such a change does not check that part of the program.
"""

import ast
import copy

COMPARISONS = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.LtE, ast.Gt],
    ast.LtE: [ast.Lt, ast.GtE],
    ast.Gt: [ast.GtE, ast.Lt],
    ast.GtE: [ast.Gt, ast.LtE],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
OPPOSITES = {"min": ["max"], "max": ["min"], "all": ["any"], "any": ["all"]}


def mutants(source):
    r"""Yield each program with one change: its changed line with the number, and the source.

    >>> [line for line, _ in mutants("def f(n):\n    return n + 1")]
    ['2: return n - 1', '2: return n + 2', '2: return n + 0']
    """
    tree = ast.parse(source)
    before = ast.unparse(tree).splitlines()
    for place, node in enumerate(ast.walk(tree)):
        for number in range(len(list(variants(node)))):
            changed = copy.deepcopy(tree)
            target = list(ast.walk(changed))[place]
            replace(changed, target, list(variants(target))[number])
            after = ast.unparse(changed)
            yield changed_line(before, after.splitlines()), after


def variants(node):
    """Yield the nodes that a node may be changed to."""
    yield from other_operators(node)
    yield from other_bounds(node)
    if isinstance(node, ast.Constant):
        yield from map(ast.Constant, other_values(node.value))
    elif isinstance(node, ast.Name):
        yield from map(ast.Name, OPPOSITES.get(node.id, ()))
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and len(node.elts) == 2:
        yield ast.Tuple(node.elts[::-1], node.ctx)


def other_operators(node):
    """Yield the node with another operator, or with its condition turned round."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                operators = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                yield ast.Compare(node.left, operators, node.comparators)
    elif isinstance(node, ast.BinOp):
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.AugAssign):
        yield ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(OPERATORS[type(node.op)](), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.If | ast.While):
        yield type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def other_bounds(node):
    """Yield a call of range, or a slice with one bound that is higher or lower by one."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        for place, bound in enumerate(node.args):
            for moved in neighbors(bound):
                yield ast.Call(node.func, [*node.args[:place], moved, *node.args[place + 1 :]], [])
    elif isinstance(node, ast.Slice):
        yield from (ast.Slice(moved, node.upper, node.step) for moved in neighbors(node.lower))
        yield from (ast.Slice(node.lower, moved, node.step) for moved in neighbors(node.upper))


def neighbors(bound):
    """Yield an expression plus and minus one; none for a constant, which is changed by itself."""
    if isinstance(bound, ast.expr) and not isinstance(bound, ast.Constant):
        yield ast.BinOp(bound, ast.Add(), ast.Constant(1))
        yield ast.BinOp(bound, ast.Sub(), ast.Constant(1))


def other_values(value):
    """Other constants in place of one: the numbers beside it, a text one character shorter.

    >>> other_values(1), other_values(True), other_values("ab"), other_values(b"")
    ([2, 0], [False], ['a'], [b'x'])
    """
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return [value[:-1] if value else "x"]
    if isinstance(value, bytes):
        return [value[:-1] if value else b"x"]
    return []


def replace(tree, old, new):
    """Put `new` in the place of `old`, in place."""
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
            elif isinstance(value, list):
                value[:] = [new if each is old else each for each in value]


def changed_line(before, after):
    """The first line that differs, with its number.

    >>> changed_line(["a", "b"], ["a", "c"])
    '2: c'
    """
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        if old != new:
            return f"{number}: {new.strip()}"
    raise ValueError("nothing was changed")
