import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const FILES = {
  'price.mjs': 'export const total = items => items.length\nexport const tax = amount => amount\n',
  'price.test.mjs': `import { test } from 'node:test'
import assert from 'node:assert'
import { tax, total } from './price.mjs'
test('adds prices', () => assert.equal(total([1, 2, 3, 4]), 10))
test('adds tax', () => assert.equal(tax(100), 119))
`,
  // Fixes one test, then changes the other, then fixes the source.
  'agent.sh': `echo "I read price.mjs and its tests."
if ! grep -q 1.19 price.mjs; then sed -i 's/=> amount/=> amount * 1.19/' price.mjs
elif [ ! -f "$HOME/cheated" ]; then touch "$HOME/cheated"; sed -i 's/, 10))/, 4))/' price.test.mjs
else sed -i 's/, 4))/, 10))/' price.test.mjs; sed -i 's/items.length/items.reduce((a, b) => a + b, 0)/' price.mjs; fi
`,
  'PLAN.md': `# Plan

- [ ] T1 Write the price list (until: \`sh check.sh list\`)
- [ ] T2 Round prices to cents (until: \`sh check.sh cents\`)
- [ ] T3 Add a discount for ten items (until: \`sh check.sh discount\`)
- [ ] T4 Convert prices to other currencies (until: \`sh check.sh currency\`)
- [ ] T5 Print the invoice (after: T3) (until: \`sh check.sh invoice\`)
- [ ] T6 Guess the price of tomorrow (until: \`sh check.sh tomorrow\`)
`,
  // One agent never ends, and one check does not.
  'plan-agent.sh': `task=$(cat)
case "$task" in
*"price list"*) echo 1 > list;;
*cents*) echo 1 > cents;;
*currencies*) echo 1 > currency; touch "$HOME/hold";;
*discount*) exec sleep 600;;
*) echo "I could not find the prices of tomorrow.";;
esac
`,
  'check.sh': `[ -f "$1" ] || { echo "$1 is missing"; exit 1; }
[ "$1" = currency ] && sleep 600
exit 0
`,
}

/** A small project with ended loops and a plan that runs, and the page that shows them. */
export async function demo(cli) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-screens-'))
  const [home, project] = [join(folder, 'home'), join(folder, 'shop')]
  mkdirSync(home, { recursive: true })
  const options = { cwd: project, env: { PATH: process.env.PATH, HOME: home } }
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), text)
  }
  const git = (...args) => spawnSync('git', args, options)
  git('init', '-q', '-b', 'main')
  const run = (...args) => spawnSync(process.execPath, [cli, 'run', ...args], { ...options, stdio: 'ignore' })
  run('fix the failing tests', '-c', 'node --test', '--agent-cmd', 'sh agent.sh')
  git('add', '-A')
  git('-c', 'user.name=you', '-c', 'user.email=you@example.org', 'commit', '-q', '-m', 'Prices')
  run('speed up the search', '-c', 'test -f fast', '--agent-cmd', 'echo nothing', '--max-iterations', '1')
  const flags = ['--jobs', '3', '--max-iterations', '1', '--proof', 'fast', '--gate', 'node --test has no new failures']
  const plan = spawn(
    process.execPath,
    [cli, 'plan', 'run', 'PLAN.md', '-y', '--json', ...flags, '--agent-cmd', 'sh plan-agent.sh'],
    { ...options, stdio: 'ignore' },
  )
  const served = spawn(process.execPath, [cli, 'ui', '--json'], options)
  const [line] = await once(createInterface({ input: served.stdout }), 'line')
  return {
    url: JSON.parse(line).url,
    /** Nobody wants to see where these files are. */
    hide: text => text.replaceAll(folder, '/home/you'),
    async close() {
      served.kill()
      plan.kill('SIGINT')
      await once(plan, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
