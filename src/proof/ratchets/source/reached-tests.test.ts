import { expect, test } from 'vitest'
import { reachedTests } from './reached-tests.ts'

const found = (path: string, now: string): number =>
  reachedTests([{ path, before: '', now, isTest: false }]).filter(({ objection }) => objection !== null).length

test.each([
  ['src/a.js', "const text = fs.readFileSync(process.argv[1], 'utf8')\n"],
  ['src/a.js', 'const text = readFileSync(path.resolve(process.argv[1]))\n'],
  ['src/a.js', 'const file = process.argv[1]\nexports.add = () => readFileSync(file)\n'],
  ['src/a.js', 'const text = readFileSync(require.main.filename)\n'],
  ['a.py', 'text = open(sys.argv[0]).read()\n'],
  ['lib/a.rb', 'TEXT = File.read($PROGRAM_NAME)\n'],
])('%s: reading the program that runs is found: %s', (path, now) => {
  expect(found(path, now)).toBe(1)
})

test.each([
  ['src/a.js', 'if (require.main === module) run(process.argv[1])\n'],
  ['src/a.js', "const info = readFileSync(join(dirname(process.argv[1]), 'package.json'))\n"],
  ['src/a.js', "const text = readFileSync(process.argv[2], 'utf8')\n"],
  ['src/a.js', "const name = basename(process.argv[1])\nconst text = readFileSync('a.txt')\n"],
  ['a.py', 'text = open(sys.argv[1]).read()\n'],
  ['run.sh', 'sed -n 2,5p "$0"\n'],
])('%s: honest code is left alone: %s', (path, now) => {
  expect(found(path, now)).toBe(0)
})
