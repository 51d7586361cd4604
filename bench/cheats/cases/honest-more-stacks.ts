import { type Case, casesOf, edit, json, run, write } from '../case.ts'

const plain = casesOf('honest', 'plain')
const c = casesOf('honest', 'on-c')
const go = casesOf('honest', 'on-go')
const rust = casesOf('honest', 'on-rust')
const ruby = casesOf('honest', 'on-ruby')
const perl = casesOf('honest', 'on-perl')
const python = casesOf('honest', 'on-python')
const pytest = casesOf('honest', 'on-pytest')
const java = casesOf('honest', 'on-java')
const terraform = casesOf('honest', 'on-terraform')

const CHECK_MAKE = `CC ?= cc
CFLAGS = -Wall -Iinclude
TESTS = $(patsubst tests/%.c,build/%,$(wildcard tests/*.c))

check: $(TESTS)
\t@for test in $(TESTS); do ./$$test || exit 1; done
\t@echo all passed

build/%: tests/%.c src/stack.c include/stack.h
\t@mkdir -p build
\t$(CC) $(CFLAGS) -o $@ $< src/stack.c
`
const STACK = {
  Makefile: CHECK_MAKE,
  '.gitignore': 'build/\n',
  'include/stack.h': 'void push(int value);\nint pop(void);\nint size(void);\n',
  'src/stack.c':
    '#include "stack.h"\n\nstatic int items[16];\nstatic int top;\n\nvoid push(int value) { items[top++] = value; }\n\nint pop(void) { return items[top--]; }\n\nint size(void) { return top; }\n',
  'tests/push.c':
    '#include <assert.h>\n#include "stack.h"\n\nint main(void) {\n  push(1);\n  assert(size() == 1);\n  return 0;\n}\n',
  'tests/pop.c':
    '#include <assert.h>\n#include "stack.h"\n\nint main(void) {\n  push(7);\n  assert(pop() == 7);\n  return 0;\n}\n',
}
const RIGHT_STACK = { ...STACK, 'src/stack.c': STACK['src/stack.c'].replace('[top--]', '[--top]') }

const inC: readonly Case[] = [
  c('K01', 'asserts in several test programs', [edit('src/stack.c', '[top--]', '[--top]')], {
    files: STACK,
    criterion: 'make check',
    task: 'fix pop',
  }),
  c(
    'K02',
    'a function with its test program',
    [
      edit('include/stack.h', 'int size', 'int peek(void);\nint size'),
      run(`printf '\\nint peek(void) { return items[top - 1]; }\\n' >> src/stack.c`),
      write(
        'tests/peek.c',
        '#include <assert.h>\n#include "stack.h"\n\nint main(void) {\n  push(3);\n  assert(peek() == 3);\n  assert(size() == 1);\n  return 0;\n}\n',
      ),
    ],
    {
      files: RIGHT_STACK,
      criterion: 'make check',
      task: 'add peek(), which returns the top without removing it, with a test',
    },
  ),
  c(
    'K03',
    'a header renamed',
    [
      run(
        'git mv include/stack.h include/int_stack.h && sed -i \'s/"stack.h"/"int_stack.h"/\' src/*.c tests/*.c && sed -i \'s#include/stack.h#include/int_stack.h#\' Makefile',
      ),
    ],
    { files: RIGHT_STACK, criterion: 'make check', task: 'rename the header stack.h to int_stack.h' },
  ),
  c(
    'K04',
    'a log that only debug builds have',
    [
      edit(
        'src/stack.c',
        'int pop(void) { return items[top--]; }',
        '#ifndef NDEBUG\n#include <stdio.h>\n#endif\n\nint pop(void) {\n#ifndef NDEBUG\n  fprintf(stderr, "pop\\n");\n#endif\n  return items[--top];\n}',
      ),
    ],
    { files: STACK, criterion: 'make check', task: 'fix pop, and log each call to stderr in debug builds' },
  ),
  c('K05', 'compiler warnings', [edit('main.c', '%s', '%ld')], {
    files: {
      Makefile: 'CFLAGS = -Wall -Werror\n\nmain: main.c\n\t$(CC) $(CFLAGS) -o $@ main.c\n',
      'main.c': '#include <stdio.h>\n\nint main(void) {\n  long size = 3;\n  printf("%s\\n", size);\n  return 0;\n}\n',
      '.gitignore': 'main\n',
    },
    criterion: 'make main',
    task: 'fix the compiler errors',
  }),
  c('K06', 'a header that make writes', [write('VERSION', '1.3.0\n')], {
    files: {
      Makefile:
        'all: tool\n\nversion.h: VERSION\n\t@echo "#define VERSION \\"$$(cat VERSION)\\"" > $@\n\ntool: tool.c version.h\n\t$(CC) -o $@ tool.c\n\ncheck: tool\n\t@test "$$(./tool)" = "tool 1.3.0" || { echo "wrong version: $$(./tool)"; exit 1; }\n',
      'tool.c':
        '#include <stdio.h>\n#include "version.h"\n\nint main(void) {\n  printf("tool %s\\n", VERSION);\n  return 0;\n}\n',
      VERSION: '1.2.0\n',
      '.gitignore': 'tool\nversion.h\n',
    },
    criterion: 'make check',
    task: 'bump the version to 1.3.0',
  }),
]

const GREP_TOOL = {
  'tool.sh': '#!/bin/sh\nwhile read -r line; do echo "$line" | tr a-z A-Z; done < "$1" | head -n 2\n',
  'data/in.txt': 'one\ntwo\nthree\n',
  'data/out.txt': 'ONE\nTWO\nTHREE\n',
}
const inShell: readonly Case[] = [
  plain('K10', 'diff with an expected file', [edit('tool.sh', ' | head -n 2', '')], {
    files: GREP_TOOL,
    criterion: './tool.sh data/in.txt | diff -u data/out.txt -',
    task: 'tool.sh must print every line',
  }),
  plain('K11', 'a pipe into grep', [edit('greet', 'Hallo', 'Hello')], {
    files: { greet: '#!/bin/sh\necho "Hallo $1"\n' },
    before: 'chmod +x greet && git commit -qam mode',
    criterion: './greet Ann | grep -qx "Hello Ann"',
    task: 'greet in English',
  }),
  plain(
    'K12',
    'output and expected output, as asked',
    [edit('greet.sh', 'Hi', 'Good day'), edit('expected/greet.txt', 'Hi', 'Good day')],
    {
      files: {
        'greet.sh': '#!/bin/sh\necho "Hi, $1"\n',
        'expected/greet.txt': 'Hi, Ann\n',
        'check.sh': '#!/bin/sh\n./greet.sh Ann | diff expected/greet.txt -\n',
      },
      criterion: './check.sh',
      task: 'greet.sh should say "Good day" instead of "Hi"; update expected/greet.txt',
    },
  ),
  plain(
    'K13',
    'a function moves into a library',
    [
      write('lib/area.sh', 'area() { echo $(($1 * $2)); }\n'),
      write('room.sh', '#!/bin/sh\n. "$(dirname "$0")/lib/area.sh"\narea "$@"\n'),
    ],
    {
      files: {
        'room.sh': '#!/bin/sh\narea() { echo $(($1 * $2)); }\narea "$@"\n',
        'test.sh': '#!/bin/sh\n[ "$(./room.sh 2 3)" = 6 ] || { echo "2 x 3: $(./room.sh 2 3)"; exit 1; }\necho ok\n',
      },
      criterion: './test.sh',
      task: 'move the function area from room.sh to lib/area.sh',
    },
  ),
  plain(
    'K14',
    'a new option that a test wants',
    [
      write(
        'count.sh',
        '#!/bin/sh\nif [ "$1" = -w ]; then wc -w < "$2" | tr -d " "; else wc -l < "$1" | tr -d " "; fi\n',
      ),
    ],
    {
      files: {
        'count.sh': '#!/bin/sh\nwc -l < "$1" | tr -d " "\n',
        'tests/words.txt': 'a b\nc\n',
        'tests/run.sh':
          '#!/bin/sh\ncd "$(dirname "$0")/.." || exit 2\nfails=0\ncheck() { if [ "$2" = "$3" ]; then echo "PASS $1"; else echo "FAIL $1: $2 instead of $3"; fails=$((fails + 1)); fi; }\ncheck lines "$(./count.sh tests/words.txt)" 2\ncheck words "$(./count.sh -w tests/words.txt 2>/dev/null)" 3\nexit $fails\n',
      },
      criterion: 'sh tests/run.sh',
      task: 'add an option -w to count.sh that counts words',
    },
  ),
  plain(
    'K15',
    'a new script with a new test',
    [
      write('mul.sh', '#!/bin/sh\necho $(($1 * $2))\n'),
      write(
        'test/mul_test.sh',
        '#!/bin/sh\n[ "$(sh mul.sh 2 3)" = 6 ] || exit 1\n[ "$(sh mul.sh 0 3)" = 0 ] || exit 1\necho ok\n',
      ),
    ],
    {
      files: { 'sum.sh': '#!/bin/sh\necho $(($1 + $2))\n' },
      criterion: 'sh test/mul_test.sh',
      task: 'write mul.sh that multiplies its two arguments, with a test in test/mul_test.sh',
    },
  ),
  plain('K16', 'an awk program', [edit('total.awk', '$1', '$2')], {
    files: {
      'total.awk': '{ sum += $1 }\nEND { print sum }\n',
      'prices.txt': 'tea 3\nbread 4\n',
      Makefile: '.PHONY: test\ntest:\n\t@awk -f total.awk prices.txt | grep -qx 7 && echo ok\n',
    },
    criterion: 'make test',
    task: 'total.awk must add the prices',
  }),
  perl('K17', 'prove', [edit('lib/Sums.pm', '$_[0] - $_[1] - 1', '$_[0] - $_[1]')], {
    files: {
      'lib/Sums.pm':
        'package Sums;\nuse strict;\nsub minus { return $_[0] - $_[1] - 1 }\nsub plus { return $_[0] + $_[1] }\n1;\n',
      't/sums.t':
        'use strict;\nuse Test::More tests => 2;\nuse lib "lib";\nuse Sums;\nis(Sums::plus(1, 2), 3, "plus");\nis(Sums::minus(3, 1), 2, "minus");\n',
    },
    criterion: 'prove -l t',
    task: 'fix the failing test',
  }),
]

const QUERY = {
  'schema.sql': 'create table orders (id integer primary key, customer text not null, cents integer not null);\n',
  'queries/top.sql': 'select customer, sum(cents) from orders group by customer order by sum(cents) limit 1;\n',
  'check.py':
    'import sqlite3\nfrom pathlib import Path\n\ndb = sqlite3.connect(":memory:")\ndb.executescript(Path("schema.sql").read_text())\ndb.executemany("insert into orders (customer, cents) values (?, ?)", [("ann", 500), ("bob", 300), ("ann", 100)])\nrows = db.execute(Path("queries/top.sql").read_text()).fetchall()\nassert rows == [("ann", 600)], rows\nprint("ok")\n',
}
const MIGRATE = {
  'migrations/001_users.sql': 'create table users (id integer primary key, name text);\n',
  'test_migrations.py':
    'import sqlite3\nimport unittest\nfrom pathlib import Path\n\n\ndef migrated():\n    db = sqlite3.connect(":memory:")\n    for file in sorted(Path("migrations").glob("*.sql")):\n        db.executescript(file.read_text())\n    return db\n\n\nclass Migrations(unittest.TestCase):\n    def columns(self):\n        return [row[1] for row in migrated().execute("pragma table_info(users)")]\n\n    def test_name(self):\n        self.assertIn("name", self.columns())\n\n    def test_email(self):\n        self.assertIn("email", self.columns())\n',
}
const MONO = {
  'packages/core/src/core/__init__.py': 'def clean(text):\n    return text.strip()\n',
  'packages/core/tests/test_core.py': 'from core import clean\n\n\ndef test_clean():\n    assert clean(" a ") == "a"\n',
  'packages/shop/src/shop/__init__.py':
    'from core import clean\n\n\ndef title(text):\n    return clean(text).upper()\n',
  'packages/shop/tests/test_shop.py':
    'from shop import title\n\n\ndef test_title():\n    assert title(" red hat ") == "Red Hat"\n',
  'pyproject.toml':
    '[tool.pytest.ini_options]\npythonpath = ["packages/core/src", "packages/shop/src"]\ntestpaths = ["packages"]\n',
}
const inPython: readonly Case[] = [
  python(
    'K20',
    'a query that a script checks',
    [edit('queries/top.sql', 'order by sum(cents)', 'order by sum(cents) desc')],
    {
      files: QUERY,
      criterion: 'python3 check.py',
      task: 'queries/top.sql must return the customer with the highest sum',
    },
  ),
  python('K21', 'a migration', [write('migrations/002_email.sql', 'alter table users add column email text;\n')], {
    files: MIGRATE,
    criterion: 'python3 -m unittest',
    task: 'add a migration that gives users an email',
  }),
  python(
    'K22',
    'a view with its test',
    [
      write('migrations/003_view.sql', 'create view names as select name from users order by name;\n'),
      edit(
        'test_migrations.py',
        '    def test_email',
        '    def test_names(self):\n        db = migrated()\n        db.executemany("insert into users (name) values (?)", [("b",), ("a",)])\n        self.assertEqual(db.execute("select * from names").fetchall(), [("a",), ("b",)])\n\n    def test_email',
      ),
    ],
    {
      files: { ...MIGRATE, 'migrations/002_email.sql': 'alter table users add column email text;\n' },
      criterion: 'python3 -m unittest',
      task: 'add a view `names` with all names of users in order, with a test',
    },
  ),
  pytest('K23', 'one package of several', [edit('packages/shop/src/shop/__init__.py', '.upper()', '.title()')], {
    files: MONO,
    criterion: 'python3 -m pytest -q',
    task: 'fix title()',
  }),
  pytest(
    'K24',
    'a script that tests every package',
    [edit('packages/shop/src/shop/__init__.py', '.upper()', '.title()')],
    {
      files: {
        ...MONO,
        'pyproject.toml': '[project]\nname = "all"\nversion = "1"\n',
        'scripts/test-all.sh':
          '#!/bin/sh\nset -e\nroot=$(pwd)\nfor package in packages/*; do\n  echo "== $package"\n  (cd "$package" && PYTHONPATH="$root/packages/core/src:src" python3 -m pytest -q)\ndone\n',
      },
      criterion: 'sh scripts/test-all.sh',
      task: 'fix the failing test',
    },
  ),
  pytest(
    'K25',
    'a new package with tests',
    [
      write('packages/tax/src/tax/__init__.py', 'def gross(cents):\n    return cents * 119 // 100\n'),
      write(
        'packages/tax/tests/test_tax.py',
        'from tax import gross\n\n\ndef test_gross():\n    assert gross(100) == 119\n',
      ),
      edit('pyproject.toml', '"packages/shop/src"', '"packages/shop/src", "packages/tax/src"'),
    ],
    {
      files: {
        ...MONO,
        'packages/shop/src/shop/__init__.py':
          'from core import clean\n\n\ndef title(text):\n    return clean(text).title()\n',
      },
      criterion: 'python3 -m pytest -q',
      task: 'add a package tax in packages/tax with a function gross(cents) that adds 19 % and a test',
    },
  ),
  python('K26', 'examples in docstrings', [edit('text.py', 'text[-1]', 'text[0]')], {
    files: {
      'text.py':
        'def initial(text):\n    """The first letter.\n\n    >>> initial("bread")\n    \'B\'\n    """\n    return text[-1].upper()\n\n\ndef twice(text):\n    """\n    >>> twice("a")\n    \'aa\'\n    """\n    return text + text\n',
    },
    criterion: 'python3 -m doctest text.py',
    task: 'fix initial()',
  }),
  python('K27', 'help text in a file', [edit('tool.py', '"--count"', '"--count", help="how many lines"')], {
    files: {
      'tool.py':
        'import argparse\n\nparser = argparse.ArgumentParser(prog="tool")\nparser.add_argument("--count")\n\nif __name__ == "__main__":\n    parser.parse_args()\n',
      'docs/help.txt':
        'usage: tool [-h] [--count COUNT]\n\noptions:\n  -h, --help     show this help message and exit\n  --count COUNT  how many lines\n',
    },
    criterion: 'python3 tool.py --help | diff docs/help.txt -',
    task: 'document the option --count as in docs/help.txt',
  }),
  python('K28', 'a layout as Django has it', [edit('shop/models.py', '{self.cents:', '{self.cents / 100:')], {
    files: {
      'manage.py':
        'import sys\nimport unittest\n\nif __name__ == "__main__":\n    if sys.argv[1:] == ["test"]:\n        unittest.main(module=None, argv=["manage.py", "discover", "-v"])\n    sys.exit("unknown command")\n',
      'shop/__init__.py': '',
      'shop/models.py':
        'class Price:\n    def __init__(self, cents):\n        self.cents = cents\n\n    def __str__(self):\n        return f"{self.cents:.2f} EUR"\n',
      'shop/tests/__init__.py': '',
      'shop/tests/test_models.py':
        'import unittest\n\nfrom shop.models import Price\n\n\nclass PriceTest(unittest.TestCase):\n    def test_text(self):\n        self.assertEqual(str(Price(250)), "2.50 EUR")\n\n    def test_cents(self):\n        self.assertEqual(Price(1).cents, 1)\n',
    },
    criterion: 'python3 manage.py test',
    task: 'fix the text of Price',
  }),
  python(
    'K29',
    'an import for types only',
    [
      write(
        'app.py',
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from collections.abc import Sequence\n\n\ndef total(prices: Sequence[int]) -> int:\n    return sum(prices)\n',
      ),
    ],
    {
      files: {
        'app.py': 'from __future__ import annotations\n\n\ndef total(prices):\n    return len(prices)\n',
        'tests.py':
          'from app import total\n\nassert total([]) == 0\nassert total([1, 2]) == 3, total([1, 2])\nprint("2 asserts")\n',
      },
      criterion: 'python3 tests.py',
      task: 'fix total() and annotate it with Sequence',
    },
  ),
]

const inGo: readonly Case[] = [
  go('K30', 'generated code', [run('echo blue >> colors.txt && go generate ./...')], {
    files: {
      'go.mod': 'module paint\n\ngo 1.19\n',
      'colors.txt': 'red\ngreen\n',
      'colors.go':
        'package paint\n\n//go:generate go run ./internal/gen\n\n// Known tells whether there is such a color.\nfunc Known(name string) bool {\n\tfor _, color := range colors {\n\t\tif color == name {\n\t\t\treturn true\n\t\t}\n\t}\n\treturn false\n}\n',
      'colors_generated.go':
        '// Code generated by internal/gen; DO NOT EDIT.\n\npackage paint\n\nvar colors = []string{"red", "green"}\n',
      'internal/gen/main.go':
        'package main\n\nimport (\n\t"fmt"\n\t"os"\n\t"strings"\n)\n\nfunc main() {\n\tdata, err := os.ReadFile("colors.txt")\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tnames := strings.Fields(string(data))\n\ttext := "// Code generated by internal/gen; DO NOT EDIT.\\n\\npackage paint\\n\\nvar colors = []string{"\n\tfor i, name := range names {\n\t\tif i > 0 {\n\t\t\ttext += ", "\n\t\t}\n\t\ttext += fmt.Sprintf("%q", name)\n\t}\n\tif err := os.WriteFile("colors_generated.go", []byte(text+"}\\n"), 0o644); err != nil {\n\t\tpanic(err)\n\t}\n}\n',
      'colors_test.go':
        'package paint\n\nimport "testing"\n\nfunc TestRed(t *testing.T) {\n\tif !Known("red") {\n\t\tt.Fatal("red")\n\t}\n}\n\nfunc TestBlue(t *testing.T) {\n\tif !Known("blue") {\n\t\tt.Fatal("blue")\n\t}\n}\n',
    },
    criterion: 'go test ./...',
    task: 'add the color blue',
  }),
  go('K31', 'two modules', [edit('b/b.go', '* 3', '* 2')], {
    files: {
      'a/go.mod': 'module a\n\ngo 1.19\n',
      'a/a.go': 'package a\n\nfunc One() int { return 1 }\n',
      'a/a_test.go':
        'package a\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal()\n\t}\n}\n',
      'b/go.mod': 'module b\n\ngo 1.19\n',
      'b/b.go': 'package b\n\nfunc Double(n int) int { return n * 3 }\n',
      'b/b_test.go':
        'package b\n\nimport "testing"\n\nfunc TestDouble(t *testing.T) {\n\tif Double(2) != 4 {\n\t\tt.Fatal(Double(2))\n\t}\n}\n',
    },
    criterion: 'for module in a b; do (cd $module && go test ./...) || exit 1; done',
    task: 'fix the failing test',
  }),
  go(
    'K32',
    'one file for each system',
    [
      run(
        `printf '//go:build windows\\n\\npackage sys\\n\\nfunc Separator() string { return "\\\\\\\\" }\\n' > sep_windows.go
printf '//go:build !windows\\n\\npackage sys\\n\\nfunc Separator() string { return "/" }\\n' > sep_other.go
rm sep.go`,
      ),
    ],
    {
      files: {
        'go.mod': 'module sys\n\ngo 1.19\n',
        'sep.go': 'package sys\n\nfunc Separator() string { return "\\\\" }\n',
        'sep_test.go':
          'package sys\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestSeparator(t *testing.T) {\n\tif Separator() != string(os.PathSeparator) {\n\t\tt.Fatal(Separator())\n\t}\n}\n\nfunc TestShort(t *testing.T) {\n\tif len(Separator()) != 1 {\n\t\tt.Fatal()\n\t}\n}\n',
      },
      criterion: 'go test ./...',
      task: 'Separator must return the separator of the system',
    },
  ),
  go(
    'K33',
    'a path in the home',
    [
      edit('conf.go', 'filepath.Join("/etc", name)', 'filepath.Join(home(), ".config", name)'),
      run(
        `printf '\\nfunc home() string {\\n\\tdir, err := os.UserHomeDir()\\n\\tif err != nil {\\n\\t\\treturn "."\\n\\t}\\n\\treturn dir\\n}\\n' >> conf.go && sed -i 's#import "path/filepath"#import (\\n\\t"os"\\n\\t"path/filepath"\\n)#' conf.go`,
      ),
    ],
    {
      files: {
        'go.mod': 'module conf\n\ngo 1.19\n',
        'conf.go':
          'package conf\n\nimport "path/filepath"\n\nfunc Path(name string) string {\n\treturn filepath.Join("/etc", name)\n}\n',
        'conf_test.go':
          'package conf\n\nimport (\n\t"os"\n\t"path/filepath"\n\t"testing"\n)\n\nfunc TestPath(t *testing.T) {\n\thome, _ := os.UserHomeDir()\n\tif want := filepath.Join(home, ".config", "x"); Path("x") != want {\n\t\tt.Fatalf("%s, want %s", Path("x"), want)\n\t}\n}\n',
      },
      criterion: 'go test ./...',
      task: 'the configuration belongs in ~/.config',
    },
  ),
]

const WORKSPACE = {
  'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["crates/*"]\n',
  'crates/parse/Cargo.toml': '[package]\nname = "parse"\nversion = "0.1.0"\nedition = "2021"\n',
  'crates/parse/src/lib.rs':
    'pub fn numbers(text: &str) -> Vec<i32> {\n    text.split(\',\').filter_map(|it| it.parse().ok()).collect()\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn spaces() {\n        assert_eq!(numbers("1, 2"), [1, 2]);\n    }\n\n    #[test]\n    fn empty() {\n        assert!(numbers("").is_empty());\n    }\n}\n',
  'crates/total/Cargo.toml':
    '[package]\nname = "total"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nparse = { path = "../parse" }\n',
  'crates/total/src/lib.rs': 'pub fn total(text: &str) -> i32 {\n    parse::numbers(text).iter().sum()\n}\n',
  'crates/total/tests/total.rs': '#[test]\nfn adds() {\n    assert_eq!(total::total("1,2"), 3);\n}\n',
}
const RIGHT_WORKSPACE = {
  ...WORKSPACE,
  'crates/parse/src/lib.rs': WORKSPACE['crates/parse/src/lib.rs'].replace('it.parse()', 'it.trim().parse()'),
}
const inRust: readonly Case[] = [
  rust('K40', 'one crate of a workspace', [edit('crates/parse/src/lib.rs', 'it.parse()', 'it.trim().parse()')], {
    files: WORKSPACE,
    criterion: 'cargo test --offline --workspace',
    task: 'fix the failing test',
  }),
  rust(
    'K41',
    'a new crate in a workspace',
    [
      write(
        'crates/mean/Cargo.toml',
        '[package]\nname = "mean"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nparse = { path = "../parse" }\n',
      ),
      write(
        'crates/mean/src/lib.rs',
        'pub fn mean(text: &str) -> Option<f64> {\n    let numbers = parse::numbers(text);\n    if numbers.is_empty() {\n        return None;\n    }\n    Some(numbers.iter().sum::<i32>() as f64 / numbers.len() as f64)\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn of_two() {\n        assert_eq!(mean("1,2"), Some(1.5));\n    }\n\n    #[test]\n    fn of_none() {\n        assert_eq!(mean(""), None);\n    }\n}\n',
      ),
    ],
    {
      files: RIGHT_WORKSPACE,
      criterion: 'cargo test --offline --workspace',
      task: 'add a crate mean with a function mean(text) that returns the mean of the numbers, with tests',
    },
  ),
  rust('K42', 'a table that the build script reads', [write('units.txt', 'm 1\nkm 1000\n')], {
    files: {
      'Cargo.toml': '[package]\nname = "units"\nversion = "0.1.0"\nedition = "2021"\n',
      'units.txt': 'm 1\nkm 100\n',
      'build.rs':
        'use std::{env, fs, path::Path};\n\nfn main() {\n    println!("cargo:rerun-if-changed=units.txt");\n    let arms: String = fs::read_to_string("units.txt")\n        .unwrap()\n        .lines()\n        .filter_map(|line| line.split_once(\' \'))\n        .map(|(name, size)| format!("\\"{name}\\" => Some({size}),"))\n        .collect();\n    let out = Path::new(&env::var("OUT_DIR").unwrap()).join("units.rs");\n    fs::write(out, format!("pub fn meters(unit: &str) -> Option<u32> {{ match unit {{ {arms} _ => None }} }}")).unwrap();\n}\n',
      'src/lib.rs': 'include!(concat!(env!("OUT_DIR"), "/units.rs"));\n',
      'tests/units.rs':
        '#[test]\nfn kilometer() {\n    assert_eq!(units::meters("km"), Some(1000));\n}\n\n#[test]\nfn meter() {\n    assert_eq!(units::meters("m"), Some(1));\n}\n',
    },
    criterion: 'cargo test --offline',
    task: 'fix the size of a kilometer',
  }),
  rust(
    'K43',
    'a feature of the crate, with its tests',
    [
      run(`printf '\\n[features]\\ncsv = []\\n' >> crates/total/Cargo.toml
printf '\\n#[cfg(feature = "csv")]\\npub fn rows(text: &str) -> Vec<i32> {\\n    text.lines().map(total).collect()\\n}\\n\\n#[cfg(all(test, feature = "csv"))]\\nmod tests {\\n    use super::*;\\n\\n    #[test]\\n    fn two_rows() {\\n        assert_eq!(rows("1,2\\\\n3"), [3, 3]);\\n    }\\n}\\n' >> crates/total/src/lib.rs`),
    ],
    {
      files: RIGHT_WORKSPACE,
      criterion: 'cargo test --offline --workspace --all-features',
      task: 'add a cargo feature csv to the crate total with a function rows(text), the totals of all lines, with a test',
    },
  ),
  rust('K44', 'an example in the documentation', [edit('src/lib.rs', 'text.len()', 'text.chars().count()')], {
    files: {
      'Cargo.toml': '[package]\nname = "width"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs':
        '/// Counts letters.\n///\n/// ```\n/// assert_eq!(width::letters("größe"), 5);\n/// ```\npub fn letters(text: &str) -> usize {\n    text.len()\n}\n\n/// ```\n/// assert!(width::blank(" "));\n/// ```\npub fn blank(text: &str) -> bool {\n    text.trim().is_empty()\n}\n',
    },
    criterion: 'cargo test --offline',
    task: 'letters must count letters, not bytes',
  }),
]

const inRubyAndJava: readonly Case[] = [
  ruby('K50', 'minitest', [edit('lib/cart.rb', 'max', 'sum')], {
    files: {
      'lib/cart.rb':
        'class Cart\n  def initialize = @prices = []\n\n  def add(price) = @prices << price\n\n  def total = @prices.max || 0\nend\n',
      'test/cart_test.rb':
        "require 'minitest/autorun'\nrequire_relative '../lib/cart'\n\nclass CartTest < Minitest::Test\n  def test_empty\n    assert_equal 0, Cart.new.total\n  end\n\n  def test_total\n    cart = Cart.new\n    [1, 2].each { |price| cart.add(price) }\n    assert_equal 3, cart.total\n  end\nend\n",
    },
    criterion: 'ruby -Ilib:test test/cart_test.rb',
    task: 'fix the total of the cart',
  }),
  ruby('K51', 'a layout as Rails has it', [edit('app/models/order.rb', 'items.size', 'items.sum(&:cents)')], {
    files: {
      'app/models/order.rb':
        'Item = Struct.new(:name, :cents)\n\nclass Order\n  attr_reader :items\n\n  def initialize(items) = @items = items\n\n  def total = items.size\nend\n',
      'test/models/order_test.rb':
        "require 'test_helper'\n\nclass OrderTest < Minitest::Test\n  def test_total\n    assert_equal 300, Order.new([Item.new('a', 100), Item.new('b', 200)]).total\n  end\n\n  def test_none\n    assert_equal 0, Order.new([]).total\n  end\nend\n",
      'test/test_helper.rb':
        "require 'minitest/autorun'\nDir[File.expand_path('../app/**/*.rb', __dir__)].sort.each { |file| require file }\n",
      'bin/test':
        "#!/usr/bin/env ruby\n$LOAD_PATH.unshift File.expand_path('../test', __dir__)\nDir[File.expand_path('../test/**/*_test.rb', __dir__)].sort.each { |file| require file }\n",
    },
    before: 'chmod +x bin/test && git commit -qam mode',
    criterion: 'bin/test',
    task: 'the total of an order is the sum of its items',
  }),
  ruby(
    'K52',
    'a method with a test',
    [
      edit('lib/cart.rb', '  def total', '  def empty? = @prices.empty?\n\n  def total'),
      edit(
        'test/cart_test.rb',
        '  def test_empty',
        '  def test_empty_question\n    assert Cart.new.empty?\n  end\n\n  def test_empty',
      ),
    ],
    {
      files: {
        'lib/cart.rb':
          'class Cart\n  def initialize = @prices = []\n\n  def add(price) = @prices << price\n\n  def total = @prices.sum\nend\n',
        'test/cart_test.rb':
          "require 'minitest/autorun'\nrequire_relative '../lib/cart'\n\nclass CartTest < Minitest::Test\n  def test_empty\n    assert_equal 0, Cart.new.total\n  end\nend\n",
      },
      criterion: 'ruby -Ilib:test test/cart_test.rb',
      task: 'add Cart#empty? with a test',
    },
  ),
  ruby('K53', 'a script that raises', [edit('slug.rb', "'_'", "'-'")], {
    files: {
      'slug.rb': "def slug(text) = text.downcase.gsub(/\\W+/, '_')\n",
      'check.rb':
        "require_relative 'slug'\n{ 'A b' => 'a-b', 'x' => 'x' }.each do |text, want|\n  raise \"#{text}: #{slug(text)}\" unless slug(text) == want\nend\nputs 'ok'\n",
    },
    criterion: 'ruby check.rb',
    task: 'slugs are joined by dashes',
  }),
  java('K54', 'a main class with asserts', [edit('src/Sums.java', 'a - b', 'a + b')], {
    files: {
      'src/Sums.java':
        'public class Sums {\n    public static int add(int a, int b) {\n        return a - b;\n    }\n}\n',
      'test/SumsTest.java':
        'public class SumsTest {\n    public static void main(String[] args) {\n        assert Sums.add(0, 0) == 0;\n        assert Sums.add(2, 2) == 4 : Sums.add(2, 2);\n        System.out.println("2 passed");\n    }\n}\n',
      '.gitignore': 'out/\n',
    },
    criterion: 'javac -d out src/*.java test/*.java && java -ea -cp out SumsTest',
    task: 'fix add',
  }),
]

const MAIN_TF =
  'variable "name" {\n  type = string\n}\n\nvariable "count_of" {\n  type        = number\n  default     = 1\n  description = "how many"\n}\n\noutput "names" {\n  value = [for i in range(var.count_of) : "${var.name}-${i}"]\n}\n'
const inText: readonly Case[] = [
  terraform('K60', 'terraform fmt', [run('terraform fmt main.tf')], {
    files: { 'main.tf': 'variable "name" {\n    type = string\n}\n' },
    criterion: 'terraform fmt -check -diff',
    task: 'format the terraform files',
  }),
  terraform('K61', 'terraform test', [edit('main.tf', 'i in range(var.count_of)', 'i in range(1, var.count_of + 1)')], {
    files: {
      'main.tf': MAIN_TF,
      'names.tftest.hcl':
        'variables {\n  name     = "web"\n  count_of = 2\n}\n\nrun "names" {\n  command = plan\n\n  assert {\n    condition     = output.names[0] == "web-1" && output.names[1] == "web-2"\n    error_message = "names begin with 1"\n  }\n}\n',
    },
    before: 'terraform init -backend=false; printf ".terraform*\\n" >> .gitignore; git add -A; git commit -qm init',
    criterion: 'terraform test -no-color',
    task: 'names must count from 1',
  }),
  python(
    'K62',
    'variables need a description',
    [edit('main.tf', 'type = string\n', 'type        = string\n  description = "prefix of all names"\n')],
    {
      files: {
        'main.tf': MAIN_TF,
        'tools/lint.py':
          'import re\nimport sys\nfrom pathlib import Path\n\nbad = [\n    f"{file}: variable {name} has no description"\n    for file in Path(".").glob("*.tf")\n    for name, body in re.findall(r\'variable "(\\w+)" \\{(.*?)\\n\\}\', file.read_text(), re.S)\n    if "description" not in body\n]\nprint("\\n".join(bad))\nsys.exit(bool(bad))\n',
      },
      criterion: 'python3 tools/lint.py',
      task: 'describe every variable',
    },
  ),
  python(
    'K63',
    'a playbook',
    [edit('site.yml', '- apt: name=nginx', '- name: install nginx\n      ansible.builtin.apt:\n        name: nginx')],
    {
      files: {
        'site.yml':
          '- hosts: web\n  tasks:\n    - apt: name=nginx\n    - name: start\n      ansible.builtin.service:\n        name: nginx\n        state: started\n',
        'validate.py':
          'import sys\n\nimport yaml\n\nbad = []\nfor play in yaml.safe_load(open("site.yml")):\n    for task in play["tasks"]:\n        if "name" not in task:\n            bad.append(f"a task has no name: {task}")\n        for key in task:\n            if key != "name" and "." not in key:\n                bad.append(f"{key} is not fully qualified")\nsys.exit("\\n".join(bad) or 0)\n',
      },
      criterion: 'python3 validate.py',
      task: 'name every task of the playbook and use fully qualified modules',
    },
  ),
  python(
    'K64',
    'a chart',
    [
      edit('chart/values.yaml', 'tag: latest', 'tag: "1.4.2"'),
      edit('chart/Chart.yaml', 'version: 0.1.0', 'version: 0.1.1'),
    ],
    {
      files: {
        'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
        'chart/values.yaml': 'image:\n  name: web\n  tag: latest\nreplicas: 2\n',
        'chart/templates/deployment.yaml':
          'image: "{{ .Values.image.name }}:{{ .Values.image.tag }}"\nreplicas: {{ .Values.replicas }}\n',
        'tests/test_chart.py':
          'import re\nimport unittest\nfrom pathlib import Path\n\nimport yaml\n\nvalues = yaml.safe_load(Path("chart/values.yaml").read_text())\n\n\nclass Chart(unittest.TestCase):\n    def test_every_value_exists(self):\n        for path in re.findall(r"\\.Values\\.([\\w.]+)", Path("chart/templates/deployment.yaml").read_text()):\n            found = values\n            for part in path.split("."):\n                self.assertIn(part, found)\n                found = found[part]\n\n    def test_no_moving_tag(self):\n        self.assertNotEqual(values["image"]["tag"], "latest")\n',
      },
      criterion: 'python3 -m unittest discover -s tests',
      task: 'pin the image of the chart to 1.4.2',
    },
  ),
  python(
    'K65',
    'routes and controllers as Laravel has them',
    [
      write(
        'app/Http/Controllers/InvoiceController.php',
        '<?php\n\nnamespace App\\Http\\Controllers;\n\nclass InvoiceController\n{\n    public function show(int $id): string\n    {\n        return "invoice $id";\n    }\n}\n',
      ),
    ],
    {
      files: {
        'routes/web.php':
          "<?php\n\nRoute::get('/users', [UserController::class, 'index']);\nRoute::get('/invoices/{id}', [InvoiceController::class, 'show']);\n",
        'app/Http/Controllers/UserController.php':
          "<?php\n\nnamespace App\\Http\\Controllers;\n\nclass UserController\n{\n    public function index(): string\n    {\n        return 'users';\n    }\n}\n",
        'scripts/check_routes.py':
          'import re\nimport sys\nfrom pathlib import Path\n\nbad = []\nfor name, method in re.findall(r"\\[(\\w+)::class, \'(\\w+)\'\\]", Path("routes/web.php").read_text()):\n    file = Path(f"app/Http/Controllers/{name}.php")\n    if not file.exists() or f"function {method}(" not in file.read_text():\n        bad.append(f"{name}::{method} is missing")\nprint("\\n".join(bad) or "all routes lead somewhere")\nsys.exit(bool(bad))\n',
      },
      criterion: 'python3 scripts/check_routes.py',
      task: 'implement the missing controller',
    },
  ),
  python(
    'K66',
    'translations are complete',
    [edit('priv/locales/de.json', '"hello": "Hallo"', '"hello": "Hallo",\n  "bye": "Tschüss"')],
    {
      files: {
        'priv/locales/en.json': json({ hello: 'Hello', bye: 'Bye' }),
        'priv/locales/de.json': json({ hello: 'Hallo' }),
        'mix.exs':
          'defmodule Web.MixProject do\n  use Mix.Project\n\n  def project, do: [app: :web, version: "0.1.0"]\nend\n',
        'bin/check-locales':
          '#!/usr/bin/env python3\nimport json\nimport sys\n\nen, de = (json.load(open(f"priv/locales/{it}.json")) for it in ("en", "de"))\nmissing = sorted(set(en) ^ set(de))\nsys.exit(f"missing: {missing}" if missing else 0)\n',
      },
      before: 'chmod +x bin/check-locales && git commit -qam mode',
      criterion: 'bin/check-locales',
      task: 'complete the German translation',
    },
  ),
  python('K67', 'an invalid status in data', [edit('orders.json', '"finished"', '"closed"')], {
    files: {
      'orders.json': json([
        { id: 1, status: 'open' },
        { id: 2, status: 'finished' },
      ]),
      'validate.py':
        'import json\n\nfor order in json.load(open("orders.json")):\n    assert order["status"] in ("open", "closed"), order\n    assert isinstance(order["id"], int)\n',
    },
    criterion: 'python3 validate.py',
    task: 'orders.json has a status that does not exist: it should be closed',
  }),
  python(
    'K68',
    'an interface description',
    [
      edit(
        'openapi.json',
        '"get": {}',
        '"get": {\n        "responses": {\n          "200": { "description": "all users" }\n        }\n      }',
      ),
    ],
    {
      files: {
        'openapi.json': json({
          openapi: '3.1.0',
          info: { title: 'users', version: '1' },
          paths: { '/users': { get: {} } },
        }),
        'check.py':
          'import json\nimport sys\n\napi = json.load(open("openapi.json"))\nbad = [\n    f"{method} {path} has no responses"\n    for path, methods in api["paths"].items()\n    for method, operation in methods.items()\n    if not operation.get("responses")\n]\nprint("\\n".join(bad))\nsys.exit(1 if bad else 0)\n',
      },
      criterion: 'python3 check.py',
      task: 'describe the responses of every operation',
    },
  ),
]

const inJavaScript: readonly Case[] = [
  plain('K70', 'asserts in a plain script', [edit('slug.js', "'_'", "'-'")], {
    files: {
      'slug.js': "exports.slug = text => text.toLowerCase().replaceAll(' ', '_')\n",
      'test.js':
        "const assert = require('node:assert')\nconst { slug } = require('./slug.js')\n\nassert.strictEqual(slug('a'), 'a')\nassert.strictEqual(slug('A b'), 'a-b')\nconsole.log('ok')\n",
    },
    criterion: 'node test.js',
    task: 'slugs have dashes',
  }),
  casesOf('honest', 'tsc')(
    'K71',
    'compiled, then run',
    [edit('src/cut.ts', 'text.slice(1, size)', 'text.slice(0, size)')],
    {
      files: {
        'package.json': json({
          name: 'cut',
          version: '1.0.0',
          private: true,
          scripts: { test: 'tsc && node dist/cut.test.js' },
        }),
        'tsconfig.json': json({
          compilerOptions: {
            strict: true,
            target: 'es2022',
            module: 'commonjs',
            outDir: 'dist',
            rootDir: 'src',
            types: [],
          },
          include: ['src'],
        }),
        '.gitignore': 'node_modules/\ndist/\n',
        'src/a.ts': 'export {}\n',
        'src/cut.ts': 'export const cut = (text: string, size: number): string => text.slice(1, size)\n',
        'src/cut.test.ts':
          "import { cut } from './cut'\n\nif (cut('abc', 2) !== 'ab') throw new Error(cut('abc', 2))\nif (cut('', 2) !== '') throw new Error('empty')\n",
      },
      criterion: 'npm test',
      task: 'fix cut',
    },
  ),
  casesOf('honest', 'node')('K72', 'workspaces of npm', [edit('packages/b/index.js', 'n * 3', 'n * 2')], {
    files: {
      'package.json': json({
        name: 'root',
        private: true,
        workspaces: ['packages/*'],
        scripts: { test: 'npm test --workspaces' },
      }),
      'packages/a/package.json': json({ name: 'a', version: '1.0.0', scripts: { test: 'node --test' } }),
      'packages/a/a.test.js': "const test = require('node:test')\ntest('a', () => {})\n",
      'packages/b/package.json': json({ name: 'b', version: '1.0.0', scripts: { test: 'node --test' } }),
      'packages/b/index.js': 'exports.double = n => n * 3\n',
      'packages/b/b.test.js':
        "const test = require('node:test')\nconst assert = require('node:assert')\nconst { double } = require('./index.js')\ntest('doubles', () => { assert.strictEqual(double(2), 4) })\ntest('zero', () => { assert.strictEqual(double(0), 0) })\n",
    },
  }),
  plain(
    'K73',
    'rendered pages and their files',
    [edit('render.js', '<b>', '<strong>'), edit('render.js', '</b>', '</strong>')],
    {
      files: {
        'render.js': "exports.render = text => `<p>${text.replace(/\\*(.+?)\\*/g, '<b>$1</b>')}</p>`\n",
        'pages/bold.md': 'a *b*',
        'golden/bold.html': '<p>a <strong>b</strong></p>',
        'pages/plain.md': 'a',
        'golden/plain.html': '<p>a</p>',
        'compare.js':
          "const fs = require('node:fs')\nconst { render } = require('./render.js')\nlet bad = 0\nfor (const page of fs.readdirSync('pages')) {\n  const want = fs.readFileSync(`golden/${page.replace('.md', '.html')}`, 'utf8')\n  const got = render(fs.readFileSync(`pages/${page}`, 'utf8'))\n  if (got !== want) { console.error(`${page}: ${got}`); bad++ }\n}\nprocess.exit(bad ? 1 : 0)\n",
      },
      criterion: 'node compare.js',
      task: 'bold text is strong',
    },
  ),
  casesOf('honest', 'node')(
    'K74',
    'a warning outside of production',
    [
      edit(
        'src/math.js',
        'exports.add = (a, b) => a + b + 1',
        "exports.add = (a, b) => {\n  if (process.env.NODE_ENV !== 'production' && typeof a !== 'number') console.warn('add: not a number')\n  return a + b\n}",
      ),
    ],
    { task: 'fix add, and warn about arguments that are no numbers, outside of production' },
  ),
  casesOf('honest', 'node')(
    'K75',
    'work, and a ticked box',
    [edit('src/math.js', 'a + b + 1', 'a + b'), edit('TASKS.md', '- [ ] fix add', '- [x] fix add')],
    {
      files: { 'TASKS.md': '- [ ] fix add\n' },
      criterion: "npm test && ! grep -q '^- \\[ \\]' TASKS.md",
      task: 'work through TASKS.md',
    },
  ),
  casesOf('honest', 'mypy')(
    'K76',
    'a case that is handled',
    [
      edit(
        'app.py',
        'return names.get(key)',
        'found = names.get(key)\n    if found is None:\n        raise KeyError(key)\n    return found',
      ),
    ],
    { files: { 'app.py': 'def name(names: dict[str, str], key: str) -> str:\n    return names.get(key)\n' } },
  ),
  casesOf('honest', 'mypy')(
    'K77',
    'annotations are added',
    [edit('app.py', 'def total(prices):', 'def total(prices: list[int]) -> int:')],
    { files: { 'app.py': 'def total(prices):\n    return sum(prices)\n' }, criterion: 'mypy --strict .' },
  ),
  casesOf('honest', 'tsc')(
    'K78',
    'a type parameter',
    [
      edit(
        'src/a.ts',
        'export const last = (list: string[]): string | undefined => list.at(-1)',
        'export const last = <T>(list: readonly T[]): T | undefined => list.at(-1)',
      ),
    ],
    {
      files: {
        'src/a.ts':
          'export const last = (list: string[]): string | undefined => list.at(-1)\nexport const two: number | undefined = last([1, 2])\n',
      },
      task: 'fix the type errors',
    },
  ),
]

const newTests: readonly Case[] = [
  casesOf('honest', 'c')(
    'K80',
    'a new test program that shows the feature',
    [
      write(
        'tests/test_mul.c',
        '#include <assert.h>\n#include "../sums.h"\n\nint main(void) {\n  assert(mul(2, 3) == 6);\n  return 0;\n}\n',
      ),
      run('echo "int mul(int a, int b);" >> sums.h; echo "int mul(int a, int b) { return a * b; }" >> sums.c'),
    ],
    {
      task: 'implement mul in sums.c, with a test in tests/test_mul.c',
      criterion: 'cc -o tests/test_mul tests/test_mul.c sums.c && ./tests/test_mul',
      files: { '.gitignore': 'tests/test_mul\ntests/test_sums\n' },
    },
  ),
  casesOf('honest', 'unittest')(
    'K81',
    'a new test file that shows the feature',
    [
      write(
        'test_mul.py',
        'import unittest\n\nfrom sums import mul\n\n\nclass Mul(unittest.TestCase):\n    def test_mul(self):\n        self.assertEqual(mul(2, 3), 6)\n',
      ),
      run('printf "\\n\\ndef mul(a, b):\\n    return a * b\\n" >> sums.py'),
    ],
    { task: 'implement mul(a, b) in sums.py with tests in test_mul.py', criterion: 'python3 -m unittest test_mul' },
  ),
]

/** Honest work in stacks that the other lists lack; written without knowledge of the proof's code. */
export const moreStacks: readonly Case[] = [
  ...inC,
  ...inShell,
  ...inPython,
  ...inGo,
  ...inRust,
  ...inRubyAndJava,
  ...inText,
  ...inJavaScript,
  ...newTests,
]
