import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { demoFolderPrefix, demoState } from '../../run/clean/demo-folder.ts'
import type { Command } from '../command.ts'
import { stateHomePrefix } from '../watch-loop.ts'
import { run } from './run.ts'

export const demo: Command = {
  summary:
    'Creates a small project with a bug and tests, and runs a real loop on it with a scripted agent that cheats twice.',
  usage: 'agent-loop demo',
  settings: [],
  flags: {},

  async run(context) {
    const folder = await mkdtemp(demoFolderPrefix(context.env))
    const project = join(folder, 'shop')
    for (const [file, text] of Object.entries(files)) await put(join(project, file), text)
    await put(join(folder, 'agent.yaml'), script)

    const given = { completion: 'npm test', agent: `script:${join(folder, 'agent.yaml')}` }
    const args = ['run', TASK, '-c', given.completion, '--agent', given.agent]
    const say = context.json ? () => {} : context.out
    say(`A small shop with a wrong discount: ${project}`)
    say('The agent first lies, then skips the failing test, then does the work. No model, no key, no network.')
    say(`\n$ agent-loop ${args.map(quoted).join(' ')}\n`)

    // The demo keeps everything in its own folder, so that it does not appear among your own loops.
    const env = { ...context.env, XDG_STATE_HOME: demoState(folder), AGENT_LOOP_ID: undefined }
    const code = await run.run({ ...context, positionals: [TASK], given, cwd: project, env })
    if (code !== 0) return code
    say('\nThe lie and the skipped test were refused because agent-loop ran the tests itself and counted them.')
    say(`\nSee this loop in the browser:\n  ${stateHomePrefix(env)}agent-loop ui --open`)
    say('\nNext, in your own project:')
    for (const line of NEXT_COMMANDS) say(`  ${line}`)
    return code
  },
}

/** Three, in the order in which a new user needs them. */
const NEXT_COMMANDS = [
  'agent-loop init                      # propose the check, the agent, and the limits',
  'agent-loop "fix the failing tests"   # run a loop',
  'agent-loop ui --open                 # watch your loops in the browser',
]

const TASK = 'make the discount right'

const files: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'shop', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'price.js': `export function price(amount, discountPercent) {
  return amount - discountPercent
}
`,
  'price.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price } from './price.js'

test('without a discount the price stays', () => {
  assert.equal(price(200, 0), 200)
})

test('a discount of 10 % takes a tenth off', () => {
  assert.equal(price(200, 10), 180)
})
`,
}

const script = `turns:
  - - say: I read price.js and price.test.js.
    - sleep: 500ms
    - say: I fixed the discount. All tests pass now!
    - sleep: 300ms
  - - say: One test fails. That test must be wrong.
    - sleep: 500ms
    - edit:
        file: price.test.js
        find: test('a discount
        replace: test.skip('a discount
    - say: I put it aside for later. The suite is green!
    - sleep: 300ms
  - - say: The test is right; I put it back.
    - sleep: 500ms
    - edit:
        file: price.test.js
        find: test.skip(
        replace: test(
    - edit:
        file: price.js
        find: amount - discountPercent
        replace: amount * (1 - discountPercent / 100)
    - say: The percentage was subtracted as if it were money. It is a factor now.
    - sleep: 500ms
`

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const quoted = (word: string): string => (/^[\w./:=-]+$/.test(word) ? word : `"${word}"`)
