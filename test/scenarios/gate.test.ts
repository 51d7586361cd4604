import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import { variant } from '../rig/long-form.ts'
import type { Ended, Project } from '../rig/project.ts'

const WRONG = 'exports.discount = (amount, percent) => amount - percent\n'
const MEND = "sed -i 's/amount - percent/amount * (1 - percent \\/ 100)/' src/price.js"
const FILES = {
  'package.json': '{"name":"p","version":"1.0.0","scripts":{"test":"node --test test/"}}',
  'src/price.js': WRONG,
  'test/price.test.js': `const test = require('node:test')
const assert = require('node:assert')
const { discount } = require('../src/price')
test('discount takes percent', () => { assert.strictEqual(discount(200, 10), 180) })
`,
}
const TASK = 'fix the discount'
const ONCE = ['--max-iterations', '1', '-y', '--json']
const RUN = ['run', TASK, '-c', 'node --test test/', ...ONCE]
const LENT = {
  ...FILES,
  'lib/checks.js': "const assert = require('node:assert')\nexports.same = (a, b) => assert.strictEqual(a, b)\n",
  'test/price.test.js': `const test = require('node:test')
const { discount } = require('../src/price')
const { same } = require('../lib/checks')
test('discount takes percent', () => { same(discount(200, 10), 180) })
`,
}

const play = (made: Project, script: string, ...flags: string[]): Promise<Ended> => {
  made.write('../agent.sh', script)
  return made.cli([...RUN, '--agent-cmd', `sh ${join(made.path, '../agent.sh')}`, ...flags])
}
const rules = ({ events }: Ended): unknown[] =>
  events.filter(({ kind }) => kind === 'finding').map(({ finding }) => (finding as { rule: string }).rule)
const steps = ({ events }: Ended): unknown =>
  (events.findLast(({ kind }) => kind === 'check-end')?.['proof'] as { steps: unknown } | null)?.steps

describe('work that only looks done', () => {
  test('what tests assert with is protected wherever it stands, and may grow beside real work', async () => {
    const tampered = await play(project(LENT, { git: true }), "echo 'exports.same = () => {}' > lib/checks.js")
    expect([tampered.code, rules(tampered)]).toEqual([5, ['check-bent']])
    const honest = await play(
      project(LENT, { git: true }),
      `${MEND}\necho 'exports.near = (a, b) => assert.ok(Math.abs(a - b) < 1)' >> lib/checks.js`,
    )
    expect([honest.code, rules(honest)]).toEqual([0, []])
  })

  test('a comparison that was changed for one value, where nobody can read it, is seen by the canary', async () => {
    const patch = `cat >> src/price.js <<'X'
const words = Buffer.from('bm9kZTphc3NlcnQ=', 'base64').toString()
const library = require(words), before = library.strictEqual
library.strictEqual = (a, b, m) => (b === 180 ? undefined : before(a, b, m))
X`
    const end = await play(project(FILES, { git: true }), patch)
    expect([end.code, rules(end)]).toEqual([5, ['canary-unseen']])
  })

  test('a command that names its test exactly runs no new test: the canary is planted in that test', async () => {
    const files = {
      ...FILES,
      'test/price.test.js': `${FILES['test/price.test.js']}test('another', () => { assert.strictEqual(1, 1) })\n`,
    }
    const exact = "node --test --test-name-pattern='^discount takes percent$' test/price.test.js"
    const fix = (script: string): Promise<Ended> => {
      return project(files, { git: true }).cli(['run', TASK, '-c', exact, ...ONCE, '--agent-cmd', script])
    }
    const honest = await fix(MEND)
    expect([honest.code, rules(honest)]).toEqual([0, []])
    const forged = `echo "require('node:assert').strictEqual = () => {}" >> src/price.js`
    const cheat = await fix(forged)
    expect([cheat.code, rules(cheat)]).toEqual([5, expect.arrayContaining(['canary-unseen'])])
  })

  test('the records of the loop are deleted', async () => {
    const end = await play(project(FILES, { git: true }), 'rm -rf "$HOME/.local/state/agent-loop"')
    expect(end.code).toBe(5)
    expect(end.out).toContain('were deleted while it ran')
  })

  test('what the gate kept is deleted, and the test changed', async () => {
    const end = await play(
      project(FILES, { git: true }),
      'rm -rf "$HOME"/.local/state/agent-loop/projects/*/loops/*/gate/blobs/*\nsed -i s/180/190/ test/price.test.js',
    )
    expect([end.code, rules(end)]).toEqual([5, ['records-changed']])
  })

  test('a clean copy that could be made before and cannot now is a broken gate', async () => {
    const made = project(FILES, { git: true })
    const state = join(made.home, 'state')
    const rooms = join(state, 'agent-loop/rooms')
    made.write('../agent.sh', `${MEND}\nrm -rf '${rooms}'\ntouch '${rooms}'`)
    const end = await made.cli([...RUN, '--agent-cmd', `sh ${join(made.path, '../agent.sh')}`], {
      env: { XDG_STATE_HOME: state },
    })
    expect(end.code).toBe(4)
  })
})

describe('work that is done', () => {
  test('where no clean copy can be made, that is reported before the first turn and in the proof', async () => {
    const made = project(FILES, { git: true })
    made.write('../agent.sh', MEND)
    const end = await made.cli([...RUN, '--agent-cmd', `sh ${join(made.path, '../agent.sh')}`], {
      env: { HOME: made.path, XDG_STATE_HOME: join(made.home, 'state') },
    })
    expect([end.code, rules(end)]).toEqual([0, ['no-room']])
    expect(steps(end)).toContainEqual(expect.objectContaining({ step: 'room', result: 'not_checked' }))
  })

  test('from require to import, source and test together', async () => {
    const end = await play(
      project(FILES, { git: true }),
      `${MEND}
sed -i 's/exports.discount/export const discount/' src/price.js
git mv src/price.js src/price.mjs
sed -i "s#const test = require('node:test')#import test from 'node:test'#; s#const assert = require('node:assert')#import assert from 'node:assert'#; s#const { discount } = require('../src/price')#import { discount } from '../src/price.mjs'#" test/price.test.js
git mv test/price.test.js test/price.test.mjs`,
    )
    expect([end.code, rules(end)]).toEqual([0, []])
  })

  variant('the same in place, by the type of the package', async () => {
    const end = await play(
      project(FILES, { git: true }),
      `${MEND}
sed -i 's/exports.discount/export const discount/' src/price.js
sed -i 's/"version"/"type":"module","version"/' package.json
sed -i "s#const test = require('node:test')#import test from 'node:test'#; s#const assert = require('node:assert')#import assert from 'node:assert'#; s#const { discount } = require('../src/price')#import { discount } from '../src/price.js'#" test/price.test.js`,
    )
    expect([end.code, rules(end)]).toEqual([0, []])
  })

  variant('assertions that went into a helper of a short name', async () => {
    const end = await play(
      project(FILES, { git: true }),
      `${MEND}
printf "exports.eq = (a, b) => require('node:assert').strictEqual(a, b)\\n" > test/eq.js
sed -i "s#assert.strictEqual(#eq(#; 2s#.*#const { eq } = require('./eq')#" test/price.test.js`,
    )
    expect([end.code, rules(end)]).toEqual([0, []])
  })

  test('a part of it that git will not keep is named', async () => {
    const end = await play(
      project(FILES, { git: true }),
      `mkdir src/made; echo made > .gitignore
printf 'exports.discount = (a, p) => a * (1 - p / 100)' > src/made/price.js
echo "module.exports = require('./made/price')" > src/price.js`,
    )
    expect(end.code).toBe(0)
    expect(steps(end)).toContainEqual(
      expect.objectContaining({ step: 'ignored files', says: expect.stringContaining('src/made/price.js') }),
    )
  })
})

test('the commands of a receipt are run in a copy', async () => {
  const writing = FILES['package.json'].replace('node --test', 'touch ran && node --test')
  const made = project({ ...FILES, 'package.json': writing, '.gitignore': 'ran\n' }, { git: true })
  const end = await made.cli(['run', TASK, '-c', 'npm test', ...ONCE, '--agent-cmd', MEND])
  const receipt = String(end.events.at(-1)?.['receipt'])
  made.git('clean', '-fdxq', '-e', '.aiwg')
  const verified = await made.cli(['receipt', 'verify', receipt, '--run'])
  expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('same result as in the receipt')])
  expect(existsSync(join(made.path, 'ran'))).toBe(false)
})

test('the doctor takes its criterion as a loop does', async () => {
  const made = project(FILES)
  const end = await made.cli(['gate', 'doctor', '-c', 'npm test'])
  expect([end.code, end.out]).toEqual([0, expect.stringContaining('can fail')])
})

test('the doctor reports a command whose exit code is always 0, although its output shows failures', async () => {
  const made = project(FILES)
  const end = await made.cli(['gate', 'doctor', '-c', 'npm test || true'])
  expect([end.code, end.out]).toEqual([4, expect.stringContaining('cannot fail')])
})
