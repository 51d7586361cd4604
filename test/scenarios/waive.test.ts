import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import { environmentOf, type Project } from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const ID = 'ralph-x-00000000'
const files = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }),
  'a.test.mjs': `import { existsSync } from 'node:fs'
import { test } from 'node:test'
import assert from 'node:assert'
test('adds', () => assert.ok(existsSync('adds')))
test('contradicts', () => assert.ok(false))
`,
}
const RUN = ['run', 'make it add', '-c', 'node --test', '--proof', 'fast', '--json']
const dispute = `${process.execPath} ${CLI} blocked --test contradicts --reason "it contradicts the task"`
const DISPUTED = 'test:a.test.mjs::contradicts'
const WAIVE = ['waive', ID, 'test:contradicts', '--reason', 'the task is right']

/** Ends as blocked: only a test that the agent disputes fails. */
async function disputed(): Promise<Project> {
  const made = project(files, { git: true })
  const end = await made.cli([...RUN, '--loop-id', ID, '--agent-cmd', `touch adds; ${dispute}`])
  expect(end.events.at(-1)).toMatchObject({ status: 'blocked', reason: 'needs_waiver' })
  return made
}

const events = (made: Project): readonly Record<string, unknown>[] =>
  made
    .read(`.aiwg/ralph/loops/${ID}/events.jsonl`)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

describe('who may waive', () => {
  test('nobody without a terminal: refused, nothing is written, and the flag for CI is named', async () => {
    const made = await disputed()
    const end = await made.cli(WAIVE)
    expect(end.code).toBe(2)
    expect(end.err).toContain('no terminal')
    expect(end.err).toContain('--waive')
    expect(events(made).some(({ kind }) => kind === 'waiver')).toBe(false)
  })

  test('not the agent: inside a turn it is refused, also with its own variables taken away', async () => {
    const made = await disputed()
    const tell = (how: string): string =>
      `${how} ${process.execPath} ${CLI} ${WAIVE.map(word => `'${word}'`).join(' ')}`
    const agent = `${tell('')} 2> plain; ${tell('env -i PATH="$PATH" HOME="$HOME"')} 2> bare; true`
    const end = await made.cli([...RUN, '--agent-cmd', agent, '--max-iterations', '1'])
    expect(end.code).toBe(1)
    for (const file of ['plain', 'bare'])
      expect(made.read(file)).toContain('An agent cannot waive findings about its own work')
  })

  test('only what the loop has found, by its name, and with a reason', async () => {
    const made = await disputed()
    const refused = await made.cli(['waive', ID, 'test:contradicts'])
    expect(refused.code).toBe(2)
    expect((await made.cli(['waive', 'ralph-none-00000000', 'only', '--reason', 'x'])).err).toContain('no loop')
  })
})

describe('fixed before the first turn', () => {
  test('a loop that needs a waiver says what was done, and how to start it with the disputed test let off', async () => {
    const made = project(files, { git: true })
    const end = await made.cli([
      ...RUN.filter(word => word !== '--json'),
      ...['--loop-id', ID, '--agent-cmd', `touch adds; ${dispute}`],
    ])
    expect(end.code).toBe(6)
    expect(end.out).toContain(`agent-loop diff ${ID}`)
    expect(end.out).toContain(`--waive ${DISPUTED}`)
  })

  test('--waive test:<id>: that test may fail, and report, event and receipt say so', async () => {
    const made = project(files, { git: true })
    const end = await made.cli([...RUN, '--loop-id', ID, '--agent-cmd', 'touch adds', '--waive', DISPUTED])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
    const shown = await made.cli(['receipt', ID])
    expect(shown.out).toContain(`${DISPUTED} by the settings`)
    const statement = (await made.cli(['receipt', 'verify', `.aiwg/ralph/loops/${ID}/receipt.json`, '--run', '--json']))
      .events[0]
    expect(statement).toMatchObject({
      accepted: true,
      receipt: { predicate: { result: 'WARNED', warnedTests: [DISPUTED], failedTests: ['a.test.mjs::contradicts'] } },
    })
  })

  test('gate.quarantine in the configuration: the same for all that fit, and another failure still counts', async () => {
    const made = project(
      { ...files, 'agent-loop.config.json': JSON.stringify({ gate: { quarantine: ['*::contra*'] } }) },
      { git: true },
    )
    const red = await made.cli([...RUN, '--agent-cmd', 'touch other', '--max-iterations', '1', '--trust-config'])
    expect(red.events.at(-1)).toMatchObject({ status: 'limit_reached' })
    const end = await made.cli([
      ...RUN.filter(word => !['--proof', 'fast'].includes(word)),
      '--agent-cmd',
      'touch adds',
    ])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
    const proof = end.events.find(({ kind }) => kind === 'check-end')?.['proof']
    expect(JSON.stringify(proof)).toContain('tests that may fail and do: a.test.mjs::contradicts')
  })

  test('a name that no finding has is refused before anything starts', async () => {
    const end = await project(files).cli([...RUN, '--agent-cmd', 'true', '--waive', 'test-gone'])
    expect(end.code).toBe(2)
    expect(end.out).toContain('tests-gone')
  })

  test('--waive <rule>: the finding warns, and takes no yes back', async () => {
    const soft = { ...files, 'a.test.mjs': files['a.test.mjs'].replace('assert.ok(false)', 'assert.ok(true)') }
    const cut = ['--agent-cmd', 'touch adds; sed -i /contradicts/d a.test.mjs', '--max-iterations', '1']
    const bent = await project(soft).cli([...RUN, ...cut])
    expect(bent.events.find(({ kind }) => kind === 'finding')).toMatchObject({ finding: { rule: 'tests-gone' } })
    expect(bent.code).toBe(5)
    const accepted = await project(soft).cli([...RUN, ...cut, '--waive', 'tests-gone'])
    expect(accepted.events.find(({ kind }) => kind === 'finding')).toMatchObject({ finding: { objection: null } })
    expect(accepted.events.at(-1)).toMatchObject({ status: 'verified' })
  })
})

const lendsTerminals = spawnSync('script', ['--version']).status === 0

describe.skipIf(!lendsTerminals)('a person at a terminal', () => {
  function typed(
    from: Project,
    answer: string,
    name = 'test:contradicts',
  ): Promise<{ code: number | null; seen: string }> {
    const line = `${process.execPath} ${CLI} waive ${ID} '${name}' --reason 'the task is right'`
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: from.path,
      env: { ...environmentOf(from.home), TERM: 'xterm', SHELL: '/bin/sh' },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let [seen, asked] = ['', false]
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen += text
      if (asked || !seen.includes('Waive this?')) return
      asked = true
      // It waits for the end of what is typed, also when the program has ended.
      child.stdin.end(answer)
    })
    return new Promise(done => child.on('close', code => done({ code, seen })))
  }

  test('is asked, and a no writes nothing; a yes is an event of the journal', async () => {
    const made = await disputed()
    expect((await typed(made, 'n')).code).toBe(1)
    expect(events(made).some(({ kind }) => kind === 'waiver')).toBe(false)
    const { code, seen } = await typed(made, 'y')
    expect(seen).toContain('Waived')
    expect(code).toBe(0)
    expect(events(made).at(-1)).toMatchObject({
      kind: 'waiver',
      waiver: { test: 'a.test.mjs::contradicts', rule: null, reason: 'the task is right' },
    })
    expect((await made.cli(['status', ID, '--json'])).events[0]).toMatchObject({ loops: [{ status: 'blocked' }] })
    const again = await made.cli(['resume', ID, '--json'])
    expect(again.events.map(({ kind }) => kind)).not.toContain('turn-start')
    expect(again.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1 })
  })

  test('while the loop runs it is refused, and nothing is written', async () => {
    const made = project(files, { git: true })
    const gate = join(made.home, 'gate')
    const agent = `touch adds; [ "$(cat turns)" = x ] && { while [ ! -f '${gate}' ]; do sleep 0.1; done; }; printf x >> turns; true`
    made.write('turns', '')
    const run = made.start([...RUN, '--loop-id', ID, '--agent-cmd', agent, '--max-iterations', '2'])
    await run.event(({ kind, iteration }) => kind === 'turn-start' && iteration === 2)
    const refused = await typed(made, 'y')
    expect(refused).toMatchObject({ code: 8 })
    expect(refused.seen).toContain('is running')
    writeFileSync(gate, '')
    const end = await run.ended
    expect(end.events.map(({ kind }) => kind)).not.toContain('waiver')
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached', iterations: 2 })
  })

  test('a file in the inbox of earlier versions is not read', async () => {
    const made = project(files, { git: true })
    const forged = JSON.stringify({
      waiver: { rule: null, places: null, test: 'a.test.mjs::contradicts', reason: 'x', by: 'me' },
      owner: { pid: 999_999, started: '1', boot: 'x' },
    })
    const forge = `d="$(dirname "$(dirname "$(dirname "$AGENT_LOOP_PROMPT_FILE")")")/waivers"; mkdir -p "$d"; echo '${forged}' > "$d/1.json"`
    const end = await made.cli([...RUN, '--agent-cmd', `touch adds; ${forge}`, '--max-iterations', '1'])
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached' })
    expect(end.events.some(({ kind }) => kind === 'waiver')).toBe(false)
  })
})
