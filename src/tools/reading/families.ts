import type { FailureFamily } from './reading.ts'

// The first match wins, so patterns that explain more come first.
const signs: readonly (readonly [FailureFamily, RegExp])[] = [
  [
    'missing-module',
    /cannot find (?:module|package)|no module named|modulenotfound|cannot load such file|unresolved import|failed to resolve import|can't find crate|no required module provides|package .+ is not in (?:std|goroot)|class .+ not found|command not found|\bTS2307\b|import .+ failed, not found|could not find executable|failed to load url/i,
  ],
  [
    'syntax',
    /syntax ?error|parse ?error|unexpected token|parse failed|unexpected end of|unterminated|expression expected|expected expression|encountered an unexpected token|invalid syntax|indentationerror/i,
  ],
  ['timeout', /timed? ?out|timeout|exceeded .*(?:ms|seconds)|did not finish before/i],
  ['snapshot', /snapshot/i],
  ['out-of-memory', /out of memory|heap limit|memory size .* exhausted|oomkilled|cannot allocate memory|memoryerror/i],
  ['port-in-use', /eaddrinuse|address already in use/i],
  ['permission', /eacces|eperm|permission denied|operation not permitted|permissionerror/i],
  [
    'network',
    /econnrefused|econnreset|enotfound|etimedout|eai_again|connection refused|connection reset|network is unreachable|getaddrinfo|could not resolve host/i,
  ],
  [
    'crash',
    /segmentation fault|segfault|sigsegv|sigabrt|core dumped|process abort|stack overflow|stack size exceeded|crashed while running/i,
  ],
  [
    'null-access',
    /cannot read propert|undefined is not|is not a function|nil pointer|nullpointerexception|nonetype|undefined method .+ for nil|unwrap\(\)` on a `none|null reference|object reference not set/i,
  ],
  [
    'type-mismatch',
    /is not assignable to|mismatched types|incompatible types?|cannot use .+ as .+ (?:value|type)|has no attribute|does not exist on type|type mismatch|cannot convert|\bTS2\d{3}\b|\[(?:arg-type|assignment|return-value|attr-defined)\]/i,
  ],
  [
    'assertion',
    /assert|expected|expect\(|to (?:be|equal|deeply|strictly)|left == right|should|!==|\bwant\b|did not raise/i,
  ],
]

/** The kind of problem in a message; null when unknown. */
export function familyOf(message: string): FailureFamily | null {
  return signs.find(([, sign]) => sign.test(message))?.[0] ?? null
}

const hints: Readonly<Record<FailureFamily, string>> = {
  assertion:
    'The code behaves differently than the test expects: fix the code, unless the task asks you to change the test.',
  'type-mismatch': 'A value has the wrong type: convert it, or correct the declaration.',
  'missing-module': 'An import cannot be found: check the path, or install the dependency.',
  syntax: 'A file does not parse: fix the syntax first, because it may cause other failures.',
  timeout:
    'A test or command timed out: look for a missing await, an open handle, an endless loop, or a hanging request.',
  snapshot: 'Output differs from a stored snapshot: fix the output; update the snapshot only if the change is wanted.',
  permission: 'The system refused access: check file modes, paths, and the user that runs the command.',
  'port-in-use': 'A port is in use: stop the other process, or let the system choose a free port.',
  'out-of-memory': 'The process ran out of memory: look for unbounded growth, or too much data at once.',
  network: 'A connection failed: start or replace the service that the test uses.',
  crash: 'The process crashed: start with the last test or command that ran before the crash.',
  'null-access': 'The code uses a value that is null or undefined: find out why it is missing.',
  lint: 'The code violates a lint rule: change the code instead of silencing the rule.',
  format: 'Files are not formatted: run the project formatter on them.',
  coverage: 'Coverage is below its threshold: add tests that exercise the uncovered lines.',
}

export const hintFor = (family: FailureFamily): string => hints[family]
