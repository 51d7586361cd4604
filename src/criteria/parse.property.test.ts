import fc from 'fast-check'
import { expect, test } from 'vitest'
import { book, notation } from '../../test/rig/notation.ts'
import { type Criterion, criterionSchema } from './criterion.ts'
import { describeCriterion } from './describe.ts'
import { parseCriterion } from './parse.ts'
import { toShell } from './to-shell.ts'

const WORDS =
  `npm test passes fails exits 0 2 and or not unless either neither nor both all no every file in src/ *.ts contains prints "a b" 'c' \`npm run lint\` coverage >= 80% > < is
  are clean green lint tests build types TODO README.md && || | ; & ( ) $( ) { } << EOF > out 2>&1 with without errors warnings at least more than , . : ! ? - -- cd export
  make check the a functions have JSDoc exists mentions does doesn't if then else fi for do done while true false echo grep -q pass : [ -f x ] [[ ]] between`.split(
    /\s+/,
  )

const sentence = fc.array(fc.constantFrom(...WORDS, '\n', '\\'), { maxLength: 16 }).map(words => words.join(' '))

test('whatever is written, it is understood or refused, never thrown at', () => {
  fc.assert(
    fc.property(
      fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 })),
      text => {
        const parsed = parseCriterion(text, book)
        if (!parsed.ok) return parsed.error.message.length > 0
        describeCriterion(parsed.value.criterion)
        toShell(parsed.value.criterion)
        return criterionSchema.safeParse(parsed.value.criterion).success
      },
    ),
    { numRuns: 1000 },
  )
})

test('long texts are read with reasonable work, however busy the machine is', () => {
  const before = process.cpuUsage()
  for (const piece of ['pass ', 'no a or b ', 'is clean and ', 'x '.repeat(3), '"', '(', '`', 'not ', 'npm test && '])
    parseCriterion(piece.repeat(200), book)
  expect(process.cpuUsage(before).user).toBeLessThan(20_000_000)
})

const command = fc.constantFrom(
  'npm test',
  'make check',
  'cd web && make',
  'npm test | tee log',
  'go test ./...',
  'bash -c "a and b"',
  'CI=1 npm test',
  'echo `date`',
)
const leaf: fc.Arbitrary<Criterion> = fc.oneof(
  fc.record({
    kind: fc.constant('exit_code' as const),
    command,
    expect: fc.constantFrom(0, 0, 3),
    said: fc.constant(''),
  }),
  fc.record({
    kind: fc.constant('files' as const),
    glob: fc.constantFrom('src/**/*', 'README.md'),
    each: fc.record({
      kind: fc.constant('contains' as const),
      text: fc.constantFrom('TODO', 'a and b'),
      negated: fc.boolean(),
    }),
    at_least: fc.constant(1),
    said: fc.constant(''),
  }),
  fc.record({
    kind: fc.constant('file_count' as const),
    glob: fc.constant('docs/**/*.md'),
    is: fc.constantFrom('above', 'at_least', 'below', 'at_most', 'equal'),
    value: fc.nat(50),
    said: fc.constant(''),
  }),
  fc.record({
    kind: fc.constant('output_match' as const),
    command,
    pattern: fc.constantFrom('ok', 'a|b'),
    flags: fc.constantFrom('', 'i'),
    expect: fc.constant(null),
    negated: fc.constant(false),
    said: fc.constant(''),
  }),
  fc.record({
    kind: fc.constant('output_threshold' as const),
    command,
    measure: fc.constantFrom(
      { kind: 'number' as const, label: 'complexity' },
      { kind: 'number' as const, label: null },
      { kind: 'coverage' as const, of: 'branches' as const, report: null },
    ),
    is: fc.constantFrom('above', 'at_least', 'below', 'at_most', 'equal'),
    value: fc.nat(100),
    unit: fc.constant(null),
    every: fc.boolean(),
    said: fc.constant(''),
  }),
  fc.record({ kind: fc.constant('no_new_failures' as const), command, said: fc.constant('') }),
  fc.record({
    kind: fc.constant('no_new_failures' as const),
    command,
    must_pass: fc.array(fc.constantFrom('a.test.js::adds', 'b.test.js::it > says "no, and or" \\ twice', "c::user's"), {
      minLength: 1,
      maxLength: 3,
    }),
    said: fc.constant(''),
  }),
)
const tree: fc.Arbitrary<Criterion> = fc.oneof(
  leaf,
  fc.record({
    kind: fc.constantFrom('all_of' as const, 'any_of' as const),
    parts: fc.uniqueArray(leaf, { minLength: 2, maxLength: 3, selector: notation }),
  }),
  fc.record({ kind: fc.constant('not' as const), part: leaf }),
)

test('a description, read again, is the same criterion', () => {
  fc.assert(
    fc.property(tree, criterion => {
      const parsed = parseCriterion(describeCriterion(criterion), {})
      expect(
        parsed.ok ? notation(parsed.value.criterion) : `${parsed.error.kind}: ${describeCriterion(criterion)}`,
      ).toBe(notation(criterion))
    }),
    { numRuns: 500 },
  )
})
