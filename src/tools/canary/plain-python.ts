import { dirname, join } from 'node:path/posix'
import type { PlainRequest, PlainScript } from './plain-script.ts'

// Things that only a runner provides, or that depend on the location of the file.
const NEEDS_RUNNER =
  /\b(?:monkeypatch|mock|mocker|patch|capsys|tmp_path|freezegun|responses|hypothesis|__file__|environ|getenv)\b|^\s*from\s+\./m

/** Runs Python test functions and classes with a program that imports neither pytest nor unittest. */
export function plainPython({ path, text, root, word }: PlainRequest): PlainScript | null {
  if (NEEDS_RUNNER.test(text)) return null
  const [main, body] = [`${word}/main.py`, `${word}/body.txt`]
  const folder = JSON.stringify(join(root, dirname(path)))
  const head = `WORD, BODY, FOLDER = ${JSON.stringify(word)}, ${JSON.stringify(join(root, body))}, ${folder}\n`
  return {
    program: 'python3',
    main,
    files: [
      { path: body, text },
      { path: main, text: head + MAIN },
    ],
  }
}

/**
 * Replaces equality assertions by our own comparison. Numbers and texts are compared by their plain value, whatever their class
 * defines as equality. A value that equals a new object equals everything.
 */
const MAIN = `import ast
import json
import os
import sys

sys.path[:] = [FOLDER, os.getcwd(), *sys.path[1:]]
write, dumps, kinds = os.write, json.dumps, (int, float, str)
zeros = {int: 0, float: 0.0, str: ""}


class Absorb:
    def __getattr__(self, name):
        return self

    def __call__(self, *given, **named):
        return given[0] if len(given) == 1 and not named and callable(given[0]) else self

    def __enter__(self):
        return self

    def __exit__(self, *what):
        return True


def plain(value):
    for kind in kinds:
        if isinstance(value, kind) and not isinstance(value, bool):
            return kind.__add__(value, zeros[kind])
    return None


def same(received, expected, *rest):
    got, wanted = plain(received), plain(expected)
    if got is None or wanted is None:
        if received == object():
            if wanted is not None:
                write(1, ("\\n" + WORD + " " + dumps([{}, wanted]) + "\\n").encode())
        elif received == expected:
            return
    elif got == wanted:
        return
    else:
        write(1, ("\\n" + WORD + " " + dumps([got, wanted]) + "\\n").encode())
    raise LookupError("different")


class Case(Absorb):
    assertEqual = assertEquals = staticmethod(same)

    def setUp(self):
        pass

    def tearDown(self):
        pass


absorb = Absorb()
RUNNERS = ("pytest", "unittest")


class Plainly(ast.NodeTransformer):
    def visit_Assert(self, node):
        test = node.test
        if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
            return node
        asked = ast.Call(ast.Name(WORD, ast.Load()), [test.left, test.comparators[0]], [])
        return ast.copy_location(ast.Expr(asked), node)

    def visit_Import(self, node):
        node.names = [name for name in node.names if name.name not in RUNNERS]
        return node if node.names else None

    def visit_ImportFrom(self, node):
        return None if (node.module or "").split(".")[0] in RUNNERS else node


def called(tests):
    for act in tests:
        try:
            act()
        except BaseException:
            pass


with open(BODY, encoding="utf8") as body:
    tree = ast.parse(body.read())
scope = {"__name__": "plain", WORD: same}
for node in ast.walk(tree):
    if isinstance(node, ast.Import):
        scope.update({name.asname or name.name: absorb for name in node.names if name.name in RUNNERS})
    if isinstance(node, ast.ImportFrom) and (node.module or "") in RUNNERS:
        scope.update({name.asname or name.name: Case if name.name == "TestCase" else absorb for name in node.names})
Absorb.TestCase = Case
exec(compile(ast.fix_missing_locations(Plainly().visit(tree)), "plain", "exec"), scope)


def methods(kind):
    for name in list(vars(kind)):
        if name.startswith("test"):

            def act(name=name):
                one = kind()
                for step in ("setup_method", "setUp", name):
                    if step in dir(kind):
                        getattr(one, step)()

            yield act


for name, value in list(scope.items()):
    if isinstance(value, type) and value is not Case and (name.startswith("Test") or issubclass(value, Case)):
        called(methods(value))
    elif name.startswith("test") and callable(value):
        called([value])
write(1, ("\\n" + WORD + " end\\n").encode())
os._exit(0)
`
