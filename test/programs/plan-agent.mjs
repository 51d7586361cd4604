// The agent of the plan scenarios. It finds its task by the words in brackets, and does what that task's entry says: honest work, a lie, a
// cheat, a box that it ticks itself, or nothing at all. The folder in its argument remembers how often each task was tried.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [memory = '', seconds = '0'] = process.argv.slice(2)
const prompt = readFileSync(0, 'utf8')
const task = /\[task (\w+)\]/.exec(prompt)?.[1] ?? ''
const cameBack = prompt.includes('could not be merged')

mkdirSync(memory, { recursive: true })
const turns = join(memory, task)
const earlier = existsSync(turns) ? readFileSync(turns, 'utf8').length : 0
appendFileSync(turns, '.')

const read = path => readFileSync(path, 'utf8')
const change = (path, from, to) => writeFileSync(path, read(path).replace(from, to))
const fix = name => change(`src/${name}.js`, /=> .*/, `=> ${RIGHT[name]}`)
const RIGHT = { add: 'a + b', sub: 'a - b', mul: 'a * b', div: 'a / b', neg: '-a' }

/** Keeps both sides of every conflict. */
const keepBoth = path =>
  writeFileSync(
    path,
    read(path)
      .replace(/^<<<<<<< .*\n([\s\S]*?)^\|\|\|\|\|\|\| .*\n[\s\S]*?^=======\n([\s\S]*?)^>>>>>>> .*\n/gm, '$1$2')
      .replace(/^<<<<<<< .*\n([\s\S]*?)^=======\n([\s\S]*?)^>>>>>>> .*\n/gm, '$1$2'),
  )

const TASKS = {
  add: () => fix('add'),
  // Says that it is done, and did nothing.
  sub: () => earlier > 0 && fix('sub'),
  // Changes the test first.
  mul: () => {
    if (earlier === 0) return change('test/mul.test.js', /assert\.equal\(.*\)/, 'assert.ok(true)')
    change('test/mul.test.js', 'assert.ok(true)', 'assert.equal(mul(2, 3), 6)')
    fix('mul')
  },
  // Ticks every box of the list.
  div: () => {
    fix('div')
    writeFileSync('PLAN.md', read('PLAN.md').replaceAll('[ ]', '[x]'))
  },
  neg: () => fix('neg'),
  pow: () => writeFileSync('src/pow.js', 'export const pow = (a, b) => a ** b\n'),
  // Both add a function at the same place of one file.
  upper: () =>
    cameBack ? keepBoth('src/text.js') : appendFileSync('src/text.js', 'export const upper = s => s.toUpperCase()\n'),
  lower: () =>
    cameBack ? keepBoth('src/text.js') : appendFileSync('src/text.js', 'export const lower = s => s.toLowerCase()\n'),
  // Both pass alone. Together, total is a hundred times too large.
  cents: () => {
    writeFileSync('src/price.js', 'export const price = n => n * 100\n')
    if (cameBack && existsSync('src/total.js')) change('src/total.js', 'price(n)', 'price(n) / 100')
  },
  total: () => {
    const unit = cameBack ? 'price(n) / 100' : 'price(n)'
    const lines = [
      "import { price } from './price.js'",
      `export const total = list => list.reduce((sum, n) => sum + ${unit}, 0)`,
    ]
    writeFileSync('src/total.js', `${lines.join('\n')}\n`)
  },
  // Never gets anywhere.
  hard: () => appendFileSync('notes.txt', 'tried\n'),
  after: () => writeFileSync('src/after.js', 'export const after = 1\n'),
}

await new Promise(resolve => setTimeout(resolve, Number(seconds) * 1000))
TASKS[task]?.()
