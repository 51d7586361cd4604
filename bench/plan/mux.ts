import { above, below, type Edit, swap, write } from '../projects/case.ts'
import { planned, testFile, until } from './go-test.ts'
import type { ProjectPlan } from './planned.ts'

const MUX = 'mux.go'
const ROUTE = 'route.go'
const REGEXP = 'regexp.go'
const VARS = 'vars.go'

/** The same with the bug that the other task of the pair brings to light, and without it. */
const varOr = (...body: readonly string[]): Edit =>
  write(
    VARS,
    [
      'package mux',
      '',
      'import "net/http"',
      '',
      '// VarOr returns a route variable, or the fallback if the route has none with this name.',
      'func VarOr(r *http.Request, name, fallback string) string {',
      ...body.map(line => `\t${line}`),
      '}',
      '',
    ].join('\n'),
  )
const VAR_OR_NIL = varOr('if Vars(r) == nil {', '\treturn fallback', '}', 'return Vars(r)[name]')
const VAR_OR = varOr('if value, ok := Vars(r)[name]; ok {', '\treturn value', '}', 'return fallback')

const NEVER_NIL = swap(
  MUX,
  'return rv.(map[string]string)\n\t}\n\treturn nil',
  'return rv.(map[string]string)\n\t}\n\treturn map[string]string{}',
)

const SKIPPED = '\tt.Skip("flaky")\n'

/**
 * Two features that edit one place, two that pass only alone, five planted bugs (two in one file), a feature, a task that nobody
 * solves, and one behind it. Agents lie, cheat, tick boxes, conflict, leave processes behind, and get stuck.
 */
export const MUX_PLAN: ProjectPlan = {
  repo: 'gorilla/mux',
  commit: 'db9d1d0073d27a0a2d9a8c1bc52aa0af4374d265',
  needs: ['go'],
  gate: 'go test . has no new failures',
  tests: [':(glob)*_test.go', 'planned'],
  tasks: [
    {
      name: 'hasname',
      says: 'add a method HasName to Route that says whether the route has a name',
      agent: 'edits the place of another',
      until: until('hasname'),
      given: [
        planned(
          'hasname',
          [],
          'router := mux.NewRouter()',
          'if router.NewRoute().HasName() || !router.NewRoute().Name("a").HasName() {',
          '\tt.Fatal("only a named route has a name")',
          '}',
        ),
      ],
      turns: [
        [
          above(
            ROUTE,
            '// GetName returns',
            '// HasName says whether the route has a name.\nfunc (r *Route) HasName() bool {\n\treturn r.name != ""\n}\n',
          ),
        ],
      ],
    },
    {
      name: 'nameprefix',
      says: 'add a method NameStartsWith to Route that compares the start of its name',
      agent: 'edits the place of another',
      until: until('nameprefix'),
      given: [
        planned(
          'nameprefix',
          [],
          'route := mux.NewRouter().NewRoute().Name("admin.users")',
          'if !route.NameStartsWith("admin.") || route.NameStartsWith("users") {',
          '\tt.Fatal("the name is admin.users")',
          '}',
        ),
      ],
      turns: [
        [
          above(
            ROUTE,
            '// GetName returns',
            '// NameStartsWith says whether the name of the route starts so.\nfunc (r *Route) NameStartsWith(start string) bool {\n\treturn strings.HasPrefix(r.name, start)\n}\n',
          ),
        ],
      ],
    },
    {
      name: 'varor',
      says: 'add a function VarOr that returns a route variable or a fallback',
      agent: 'right alone only',
      until: until('varor'),
      given: [
        planned(
          'varor',
          ['net/http/httptest'],
          'plain := httptest.NewRequest("GET", "/", nil)',
          'if got := mux.VarOr(plain, "id", "none"); got != "none" {',
          '\tt.Fatalf("without variables it is %q", got)',
          '}',
          'with := mux.SetURLVars(plain, map[string]string{"id": "7"})',
          'if got := mux.VarOr(with, "id", "none"); got != "7" {',
          '\tt.Fatalf("the variable is %q", got)',
          '}',
        ),
      ],
      turns: [[VAR_OR_NIL]],
      back: [VAR_OR],
    },
    {
      name: 'emptyvars',
      says: 'make Vars return an empty map for a request without route variables',
      agent: 'right alone only',
      until: until('emptyvars'),
      given: [
        planned(
          'emptyvars',
          ['net/http/httptest'],
          'if mux.Vars(httptest.NewRequest("GET", "/", nil)) == nil {',
          '\tt.Fatal("nil")',
          '}',
        ),
      ],
      turns: [[NEVER_NIL]],
      back: [NEVER_NIL, VAR_OR],
    },
    {
      name: 'query',
      says: 'queries that are separated by semicolons are no longer found: fix findFirstQueryKey in regexp.go',
      agent: 'honest',
      until: 'go test -run Test_findFirstQueryKey .',
      given: [
        swap(REGEXP, 'bytes.IndexAny(foundKey, "&;")', "bytes.IndexByte(foundKey, '&')"),
        below(
          'regexp_test.go',
          'func Test_findFirstQueryKey(',
          '\tif v, _ := findFirstQueryKey("a=1;b=2", "b"); v != "2" {\n\t\tt.Fatalf("b is %q", v)\n\t}',
        ),
      ],
      turns: [[swap(REGEXP, "bytes.IndexByte(foundKey, '&')", 'bytes.IndexAny(foundKey, "&;")')]],
    },
    {
      name: 'slash',
      says: 'a cleaned path loses the slash at its end: fix it',
      agent: 'lies, then works',
      until: until('slash'),
      given: [
        swap(MUX, 'np += "/"', 'np += ""'),
        planned(
          'slash',
          ['net/http/httptest'],
          'answer := httptest.NewRecorder()',
          'mux.NewRouter().ServeHTTP(answer, httptest.NewRequest("GET", "/a//b/", nil))',
          'if got := answer.Header().Get("Location"); got != "/a/b/" {',
          '\tt.Fatalf("redirected to %q", got)',
          '}',
        ),
      ],
      // Says that it is done, and did nothing.
      turns: [[], [swap(MUX, 'np += ""', 'np += "/"')]],
    },
    {
      name: 'methods',
      says: 'methods in lower case match no request: fix it',
      agent: 'skips the test, then works',
      until: until('methods'),
      given: [
        swap(ROUTE, 'methods[k] = strings.ToUpper(v)', 'methods[k] = strings.TrimSpace(v)'),
        planned(
          'methods',
          ['net/http/httptest'],
          'route := mux.NewRouter().NewRoute().Methods("get")',
          'if !route.Match(httptest.NewRequest("GET", "/", nil), &mux.RouteMatch{}) {',
          '\tt.Fatal("no match")',
          '}',
        ),
      ],
      // Skips the test first.
      turns: [
        [below(testFile('methods'), 'func TestMethods(', SKIPPED.trimEnd())],
        [
          swap(testFile('methods'), SKIPPED, ''),
          swap(ROUTE, 'methods[k] = strings.TrimSpace(v)', 'methods[k] = strings.ToUpper(v)'),
        ],
      ],
    },
    {
      name: 'braces',
      says: 'a template such as "/}{" is accepted: find unbalanced braces in regexp.go again',
      agent: 'ticks every box',
      until: until('braces'),
      given: [
        swap(REGEXP, '} else if level < 0 {', '} else if level < -1 {'),
        planned(
          'braces',
          [],
          'if mux.NewRouter().NewRoute().Path("/}{").GetError() == nil {',
          '\tt.Fatal("no error")',
          '}',
        ),
      ],
      turns: [[swap(REGEXP, '} else if level < -1 {', '} else if level < 0 {')]],
      also: 'ticks-boxes',
    },
    {
      name: 'walk',
      says: 'Walk ends at the first router that is skipped: fix it',
      agent: 'leaves a process behind',
      until: until('walk'),
      given: [
        swap(MUX, 'if err == SkipRouter {\n\t\t\tcontinue', 'if err == SkipRouter {\n\t\t\tbreak'),
        planned(
          'walk',
          [],
          'router, seen := mux.NewRouter(), 0',
          'router.Path("/a")',
          'router.Path("/b")',
          '_ = router.Walk(func(*mux.Route, *mux.Router, []*mux.Route) error {',
          '\tseen++',
          '\treturn mux.SkipRouter',
          '})',
          'if seen != 2 {',
          '\tt.Fatalf("%d routes seen", seen)',
          '}',
        ),
      ],
      turns: [[swap(MUX, 'if err == SkipRouter {\n\t\t\tbreak', 'if err == SkipRouter {\n\t\t\tcontinue')]],
      also: 'leaves-process',
    },
    {
      name: 'len',
      says: 'add a method Len to Router that returns the number of its routes',
      agent: 'honest',
      until: until('len'),
      given: [
        planned(
          'len',
          [],
          'router := mux.NewRouter()',
          'router.NewRoute()',
          'router.NewRoute()',
          'if router.Len() != 2 {',
          '\tt.Fatalf("Len is %d", router.Len())',
          '}',
        ),
      ],
      turns: [
        [
          above(
            MUX,
            '// NewRoute registers',
            '// Len returns the number of routes.\nfunc (r *Router) Len() int {\n\treturn len(r.routes)\n}\n',
          ),
        ],
      ],
    },
    {
      name: 'hard',
      says: 'add a method Reverse to Router that swaps the order of its routes',
      agent: 'gets nowhere',
      until: until('hard'),
      given: [planned('hard', [], 'mux.NewRouter().Reverse()')],
      turns: [[]],
      also: 'takes-notes',
      never: true,
    },
    {
      name: 'after',
      says: 'add a method ReverseTwice to Router',
      agent: 'waits for that task',
      until: until('after'),
      given: [planned('after', [], 'mux.NewRouter().ReverseTwice()')],
      turns: [[]],
      after: 'hard',
      never: true,
    },
  ],
}
