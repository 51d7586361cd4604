import { expect, test } from 'vitest'
import type { Language } from './language.ts'
import { mutationsOf } from './mutate.ts'

const altered = (language: Language, line: string): string | null =>
  mutationsOf(language, `${line}\n`, new Set([1]))[0]?.text.trimEnd() ?? null

test.each<[Language, string, string | null]>([
  ['javascript', 'if (a === b && c) x()', 'if (a !== b && c) x()'],
  ['javascript', 'const f = (a) => a', null],
  ['javascript', 'const sum = a + b', 'const sum = a - b'],
  ['javascript', "const name = first + ' ' + last", "const name = first - ' ' + last"],
  ['javascript', '// a === b', null],
  ['javascript', "const text = 'a === b'", "const text = ''"],
  ['javascript', "import { a } from './a.js'", null],
  ['javascript', 'if (ready) {', 'if (!(ready)) {'],
  ['javascript', 'return !done', 'return done'],
  ['javascript', 'return items.map(double)', 'return null'],
  ['javascript', 'log.write(x);', ';'],
  ['typescript', 'const list: Array<string> = make()', null],
  ['typescript', 'type Pair = 1 | 2', null],
  ['python', 'if value is None:', 'if not (value is None):'],
  ['python', 'if a and b:', 'if a or b:'],
  ['python', '"""Says a == b."""', null],
  ['python', '    self.close()', '    pass'],
  ['python', 'return str(value)', 'return None'],
  ['go', '\tif p[0] != slash {', '\tif p[0] == slash {'],
  ['go', '\tif ok {', '\tif !(ok) {'],
  ['go', '\tmu.Lock()', '\t;'],
  ['rust', '    write!(f, "-")', '    write!(f, "")'],
  ['rust', '    let n: Vec<u8> = Vec::new();', null],
  ['rust', '    items.len() > 3', '    items.len() >= 3'],
  ['c', '  total += 1;', '  total -= 1;'],
  ['ruby', 'limit = 10', 'limit = 11'],
  ['php', '<?php return $a - $b;', '<?php return $a + $b;'],
])('%s: %s', (language, before, after) => {
  expect(altered(language, before)).toBe(after)
})

test('only the named lines are altered, each in the whole file', () => {
  const found = mutationsOf('javascript', 'let a = 1\nlet b = 2\nlet c = 3\n', new Set([2]))
  expect(found).toEqual([{ line: 2, from: '2', to: '3', text: 'let a = 1\nlet b = 3\nlet c = 3\n' }])
})
