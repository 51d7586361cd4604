import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type ModelScript, type ModelServer, type ModelTurn, startModel } from './model-server.ts'
import { type RealAgent, settle } from './real-agents.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

export interface LoopRun {
  readonly code: number | null
  readonly events: readonly Readonly<Record<string, unknown>>[]
  readonly err: string
  /** Processes that were left behind. */
  readonly left: readonly number[]
  readonly model: Pick<ModelServer, 'requests' | 'conversations'>
  readonly ms: number
}

export interface LoopOptions {
  readonly script: ModelScript
  readonly flags?: readonly string[]
  /** Presses Ctrl-C once the agent runs a command that has this in it. */
  readonly abortAt?: string
  /** Others that take over, and what the model of the first one does instead. */
  readonly others?: readonly RealAgent[]
  readonly first?: ModelScript
  /** How the first is named on the command line, when not by its name. */
  readonly named?: string
  readonly timeoutMs?: number
}

export const RED_PROJECT = {
  'sum.mjs': 'export const sum = (a, b) => a - b\n',
  'sum.test.mjs': [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    "import { sum } from './sum.mjs'",
    '',
    "test('adds', () => assert.equal(sum(2, 3), 5))",
    '',
  ].join('\n'),
}

export const LIES: ModelTurn = { kind: 'works', command: null, says: 'All tests pass now.' }
export const WRONG_FILE: ModelTurn = {
  kind: 'works',
  command: "echo 'export const plus = 1' > plus.mjs",
  says: 'I have fixed it.',
}
export const FIXES: ModelTurn = {
  kind: 'works',
  command: "echo 'export const sum = (a, b) => a + b' > sum.mjs",
  says: 'Now it adds.',
}

/** Runs our loop around a real agent, whose model is a script on loopback. Everything but the search path is its own. */
export async function runReal(agent: RealAgent, options: LoopOptions): Promise<LoopRun> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-real-')))
  const [work, home] = [join(folder, 'work'), join(folder, 'home')]
  mkdirSync(work)
  mkdirSync(home)
  for (const [file, text] of Object.entries(RED_PROJECT)) writeFileSync(join(work, file), text)
  const model = await startModel(options.script, options.first ? { [agent.model ?? '']: options.first } : {})
  const everyone = [agent, ...(options.others ?? [])]
  const settled = everyone.map(each => settle(each, home, model.url))
  const env = { ...Object.assign({}, ...settled), PATH: settled.map(each => each['PATH']).join(':') }
  const names = [options.named ?? agent.name, ...(options.others ?? []).map(({ name }) => name)].join(',')
  const began = performance.now()
  try {
    const args = ['run', 'make sum add', '-c', 'node --test', '--agent', names, '--json', ...(options.flags ?? [])]
    const cli = spawn(process.execPath, [CLI, ...args], { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = await watched(cli, home, options)
    return { ...end, left: carrying(home), model, ms: performance.now() - began }
  } finally {
    await model.stop()
    for (const pid of carrying(home)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Less than a test has: what is cut off by its runner would leave processes behind. */
const USUAL_MS = 100_000

async function watched(cli: ChildProcess, home: string, { abortAt, timeoutMs = USUAL_MS }: LoopOptions) {
  const events: Readonly<Record<string, unknown>>[] = []
  let err = ''
  createInterface({ input: cli.stdout ?? process.stdin }).on('line', line => {
    const event = JSON.parse(line) as Readonly<Record<string, unknown>>
    events.push(event)
  })
  cli.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const timer = setTimeout(() => cli.kill('SIGKILL'), timeoutMs)
  // Reports differ in when they tell of a command: the process itself is looked for.
  const look = setInterval(() => {
    if (abortAt === undefined || !carrying(home).some(pid => commandOf(pid) === abortAt)) return
    clearInterval(look)
    cli.kill('SIGINT')
  }, 100)
  const code = await new Promise<number | null>(done => cli.on('close', done))
  clearTimeout(timer)
  clearInterval(look)
  return { code, events, err }
}

/** Processes whose home is this one: all that the agent started, and nobody else. */
export function carrying(home: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const mine = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`HOME=${home}`)
        const gone = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
        return mine && !gone ? [Number(pid)] : []
      } catch {
        return []
      }
    })
}

export const eventsOf = ({ events }: LoopRun, kind: string) => events.filter(event => event['kind'] === kind)

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean).join(' ')
  } catch {
    return ''
  }
}

/** The model asks for something that never ends; once it is under way the person presses Ctrl-C. Some programs refuse to sleep. */
export const ABORTED: Pick<LoopOptions, 'script' | 'abortAt'> = {
  script: [{ kind: 'works', command: 'node -e "setInterval(() => {}, 1000)"', says: 'Never said.' }],
  abortAt: 'node -e setInterval(() => {}, 1000)',
}
