import { execFileSync, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fastProject, project } from '../rig/in-process.ts'
import { sampled } from '../rig/long-form.ts'
import { DONE, type Project } from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const ID = 'ralph-x-00000000'
const suite = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }),
  'a.test.mjs': `import { existsSync } from 'node:fs'
import { test } from 'node:test'
import assert from 'node:assert'
test('one', () => assert.ok(existsSync('one')))
test('two', () => assert.ok(existsSync('two')))
test('three', () => assert.ok(true))
`,
}
const report = (out: string): string[] =>
  out
    .slice(out.search(/^[✓✗?] \w+.* (?:after|before)/m))
    .trimEnd()
    .split('\n')

describe('the report names what to type next', () => {
  test('a limit: how to go on with twice of it', async () => {
    const { cli } = fastProject(suite)
    const args = [
      'run',
      "don't stop",
      '-c',
      'node --test',
      '--agent-cmd',
      'touch one; echo "$HOME"',
      '--max-iterations',
      '1',
    ]
    const end = await cli([...args, '--loop-id', ID])
    expect(end.code).toBe(1)
    const lines = report(end.out)
    expect(lines.length).toBeLessThanOrEqual(15)
    expect(lines[0]).toBe('✗ limit reached after 1 turn: turn limit reached (1), and the check still fails')
    expect(end.out).toContain('  checked     node --test   1 failed · 2 passed (baseline: 3 tests)')
    expect(end.out).toContain('  still fails a.test.mjs::two')
    expect(lines.at(-1)).toMatch(/^ {2}next {8}agent-loop resume ralph-\S+ --max-iterations 2 -y$/)
  })

  test('verified in a git tree: against what, and the diff', async () => {
    const { cli } = project({}, { git: true })
    const lines = report((await cli(['run', 'make it', '-c', DONE, '--agent-cmd', 'touch done'])).out)
    expect(lines[0]).toBe('✓ verified after 1 turn, against this criterion: test -f done passes')
    expect(lines.at(-1)).toMatch(/^ {2}next {8}agent-loop diff ralph-/)
  })

  test('a check that cannot run: the loop again, once it can', async () => {
    const { cli } = fastProject()
    const lines = report((await cli(['run', 'make it', '-c', 'no-such-command --x', '--agent-cmd', 'true'])).out)
    expect(lines.at(-1)).toMatch(/^ {2}next {8}when the check can run: agent-loop run .*no-such-command --x/)
  })

  test('an agent that cannot be used: its last words and its log', async () => {
    const { cli, read } = fastProject()
    const end = await cli(['run', 'make it', '-c', DONE, '--agent-cmd', 'echo out of credit; exit 127'])
    expect(end.code).toBe(7)
    const lines = report(end.out)
    expect(lines).toContain('  it said     out of credit')
    const log = /read (\S+agent\.log)/.exec(lines.at(-1) ?? '')?.[1] ?? ''
    expect(read(log)).toContain('out of credit')
  })

  test('stuck: the hand-off tells every turn, and what fails', async () => {
    const { cli, read } = fastProject(suite)
    const end = await cli(['run', 'fix it', '-c', 'node --test', '--agent-cmd', 'echo no idea', '--loop-id', ID])
    expect(end.code).toBe(6)
    const handOff = `.aiwg/ralph/loops/${ID}/hand-off.md`
    expect(report(end.out).join('\n')).toContain(`  hand-off    ${handOff}`)
    expect(read(handOff).match(/^- Turn \d+/gm)?.length).toBeGreaterThanOrEqual(6)
    expect(read(handOff)).toContain('- `a.test.mjs::two`')
    expect(report(end.out).length).toBeLessThanOrEqual(15)
  })

  test('paused: when to go on', async () => {
    const { cli, write } = fastProject()
    write('turns.yaml', 'turns:\n  - - rate_limit: 2h\n')
    const end = await cli(['run', 'x', '-c', DONE, '--agent', 'script:turns.yaml', '--max-wait', '1h'])
    expect(end.code).toBe(9)
    expect(report(end.out).at(-1)).toMatch(/^ {2}next {8}after \d\d:\d\d: agent-loop resume ralph-x-/)
  })
})

describe('red before the first turn, and it should not be', () => {
  const task = ['run', 'refactor the importer', '-y', '--agent-cmd', 'touch one importer.mjs']

  test('without a terminal: exit 3, and three commands that can be typed', async () => {
    const { cli } = fastProject(suite)
    const end = await cli(task)
    expect(end.code).toBe(3)
    const next = report(end.out).slice(-3)
    expect(next.map(line => line.slice(14))).toEqual([
      expect.stringMatching(/^agent-loop run 'refactor the importer' -c 'npm test passes' --agent-cmd /),
      expect.stringMatching(
        /-c 'npm test has no new failures and passes "a\.test\.mjs::one", "a\.test\.mjs::two"' --agent-cmd /,
      ),
      expect.stringMatching(/-c 'npm test has no new failures' --agent-cmd /),
    ])
  })

  test('only this one: verified when it passes and nothing else is new', async () => {
    const { cli } = fastProject(suite)
    const only = 'node --test has no new failures and passes "a.test.mjs::one"'
    const idle = await cli(['run', 'x', '-c', only, '--agent-cmd', 'touch two', '--max-iterations', '1', '--json'])
    expect(idle.events.at(-1)).toMatchObject({ status: 'limit_reached' })
    expect(idle.events.at(-2)?.['missing']).toContain('Must pass: a.test.mjs::one.')
    const { cli: again } = fastProject(suite)
    const done = await again(['run', 'x', '-c', only, '--agent-cmd', 'touch one', '--json'])
    expect(done.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1 })
  })

  test('no new failures: what failed before may go on failing', async () => {
    const { cli } = fastProject(suite)
    const end = await cli([
      'run',
      'x',
      '-c',
      'node --test has no new failures',
      '--agent-cmd',
      'echo "export {}" > b.mjs',
      '--json',
    ])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1 })
  })
})

const tmux = (...args: string[]): string => execFileSync('tmux', ['-f', '/dev/null', ...args], { encoding: 'utf8' })
const lendsScreens = spawnSync('tmux', ['-V']).status === 0

describe.skipIf(!lendsScreens)('on a terminal (tmux)', () => {
  /** A terminal of this size in which the program runs; `screen` is what a person would see. */
  function terminal(from: Project, size: { columns: number; rows: number }, args: readonly string[], variables = '') {
    const socket = join(from.home, 'tmux')
    const line = [process.execPath, CLI, ...args].map(word => `'${word}'`).join(' ')
    const env = `env -u CI -u TMUX HOME='${from.home}' AGENT_LOOP_PROOF=fast ${variables} sh -c 'trap : INT; cd ${from.path} && ${line.replaceAll("'", `'\\''`)}; echo "ended $?"; cat'`
    tmux('-S', socket, 'new-session', '-d', '-x', String(size.columns), '-y', String(size.rows), env)
    onTestFinished(() => void spawnSync('tmux', ['-S', socket, 'kill-server']))
    const screen = (): string => tmux('-S', socket, 'capture-pane', '-p')
    return {
      screen,
      type: (...keys: string[]) => tmux('-S', socket, 'send-keys', ...keys),
      resize: (columns: number, rows: number) =>
        tmux('-S', socket, 'resize-window', '-x', String(columns), '-y', String(rows)),
      cursor: () => tmux('-S', socket, 'display-message', '-p', '#{cursor_flag}').trim(),
      until: async (fits: RegExp): Promise<string> => {
        await expect.poll(screen, { timeout: 30_000, interval: 50 }).toMatch(fits)
        return screen()
      },
    }
  }
  const waits = 'until test -f go; do sleep 0.1; done'

  const sizes = [
    { columns: 80, rows: 24 },
    { columns: 40, rows: 12 },
    { columns: 200, rows: 50 },
  ]
  test.each(sampled(sizes))('$columns × $rows: one picture, the work in it, and what stays above', async size => {
    const from = fastProject(suite)
    const agent = `for i in 1 2 3 4 5 6 7 8; do echo "行 $i \\033[2J 日本語 🚀 a line that goes on and on and on and on"; done; ${waits}; touch one two`
    const { until, cursor, screen } = terminal(from, size, ['run', 'x', '-c', 'node --test', '--agent-cmd', agent])
    const seen = await until(/行 8/)
    expect(seen).toMatch(/turn 1\/10 · agent working for/)
    expect(seen).toMatch(/\d+m \d+s left/)
    expect(seen).toContain('failing █  2')
    expect(seen.match(/agent working/g)).toHaveLength(1)
    expect(cursor()).toBe('0')
    from.write('go', '')
    const end = await until(/ended 0/)
    expect(end).not.toMatch(/agent working/)
    expect(end).toContain('✓ verified after 1 turn')
    expect(cursor()).toBe('1')
    expect(screen()).not.toContain('getting ready')
  })

  test('made narrower and wider, nothing is drawn twice and nothing that stays is lost', async () => {
    const from = fastProject(suite)
    const agent = `for i in 1 2 3 4 5; do echo "行 $i 日本語 🚀 a line that goes on and on and on and on and on and on"; done; ${waits}`
    const { until, resize, screen } = terminal(from, { columns: 100, rows: 30 }, [
      'run',
      'x',
      '-c',
      'node --test',
      '--agent-cmd',
      agent,
      '--max-iterations',
      '1',
    ])
    await until(/行 5/)
    resize(50, 20)
    await until(/行 5.*…/)
    resize(120, 30)
    await until(/行 5.*on and on and on and on and on\n/)
    expect(screen().match(/agent working/g)).toHaveLength(1)
    expect(screen()).toContain('baseline    ✗ not yet  node --test  2 failed · 1 passed')
    expect(screen()).toContain('Failing test in a.test.mjs')
    from.write('go', '')
    expect(await until(/ended 1/)).toContain('✗ limit reached after 1 turn')
  })

  test('Ctrl-C: says what it does, ends the agent, exit 130, and gives the cursor back', async () => {
    const { until, type, cursor } = terminal(fastProject(), { columns: 80, rows: 24 }, [
      'run',
      'x',
      '-c',
      DONE,
      '--agent-cmd',
      'echo begun; sleep 1000',
    ])
    await until(/│ begun/)
    // Echoed by the terminal into the picture; nothing of it may be left behind.
    type('abc', 'def', 'C-c')
    const end = await until(/ended 130/)
    expect(end).toContain('Stopping… press Ctrl-C again to kill immediately')
    expect(end).not.toMatch(/agent working|abcdef/)
    expect(cursor()).toBe('1')
  })

  test('a terminal that is stopped (Ctrl-S) does not stop the loop', async () => {
    const from = fastProject()
    const flood =
      'for i in $(seq 1 400); do echo "$i xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; sleep 0.01; done; touch done'
    const { until, type } = terminal(from, { columns: 80, rows: 24 }, [
      'run',
      'x',
      '-c',
      DONE,
      '--agent-cmd',
      `echo begun; ${waits}; ${flood}`,
      '--loop-id',
      ID,
    ])
    await until(/│ begun/)
    type('C-s')
    from.write('go', '')
    await expect
      .poll(() => from.read(`.aiwg/ralph/loops/${ID}/state.json`), { timeout: 30_000, interval: 100 })
      .toContain('"status": "verified"')
    type('C-q')
    await until(/ended 0/)
  })

  test('asked once about a red baseline, and the loop starts again with the answer', async () => {
    const from = fastProject(suite)
    const { until, type } = terminal(from, { columns: 100, rows: 40 }, [
      'run',
      'refactor the importer',
      '-y',
      '--agent-cmd',
      'echo "export {}" > importer.mjs',
    ])
    await until(/What should count as done\?/)
    type('Down', 'Down', 'Enter')
    const end = await until(/ended 0/)
    expect(end).toContain('against this criterion: npm test has no new failures')
  })

  test.each(['CI=1', 'TERM=dumb'])('%s gets plain lines', async variables => {
    const from = fastProject()
    const size = { columns: 80, rows: 24 }
    const args = ['run', 'x', '-c', DONE, '--agent-cmd', `echo begun; ${waits}; touch done`]
    const { until, cursor } = terminal(from, size, args, variables)
    const seen = await until(/│ begun/)
    expect(seen).toContain('turn 1/10\n  │ begun')
    expect(seen).not.toContain('agent working')
    expect(cursor()).toBe('1')
    from.write('go', '')
    await until(/ended 0/)
  })
})
