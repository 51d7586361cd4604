import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HookedHost, SERVES } from './hooked-hosts.ts'
import { type ModelScript, type ModelServer, type ModelTurn, startModel } from './model-server.ts'
import { realAgent, settle } from './real-agents.ts'
import { carrying, RED_PROJECT } from './real-scenarios.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

export type Json = Readonly<Record<string, unknown>>

export interface HookedRun {
  /** Of the assistant, and what it wrote. */
  readonly code: number | null
  readonly out: string
  /** What the host told our hook, and what it was answered, stop by stop. */
  readonly payloads: readonly Json[]
  readonly answers: readonly Json[]
  /** The loop afterwards. */
  readonly loop: Json
  readonly receipt: boolean
  readonly model: Pick<ModelServer, 'requests' | 'conversations'>
  readonly left: readonly number[]
  readonly ms: number
}

export interface Hooked {
  readonly script: ModelScript
  /** How a person adopts the loop, before the assistant is asked; null when the assistant does that itself. */
  readonly adopts: readonly string[] | null
  /** The assistant works in another project than the loop's. */
  readonly elsewhere?: boolean
  readonly timeoutMs?: number
}

const TASK = 'fix the failing test'
const CRITERION = 'npm test'

export const ADOPTS = ['adopt', TASK, '-c', CRITERION] as const
export const ADOPTS_AND_LIES: ModelTurn = {
  kind: 'works',
  command: `agent-loop adopt "${TASK}" -c "${CRITERION}"`,
  says: 'All tests pass now.',
}

/** A session of a real assistant that bears our hook. Everything but the search path is its own, and its model is a script on loopback. */
export async function runHooked(host: HookedHost, hooked: Hooked): Promise<HookedRun> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-hooked-')))
  const [work, other, home] = [join(folder, 'work'), join(folder, 'other'), join(folder, 'home')]
  const session = hooked.elsewhere ? other : work
  const model = await startModel(hooked.script)
  const timeoutMs = hooked.timeoutMs ?? 100_000
  const began = performance.now()
  try {
    for (const each of [work, other]) put(each, PROJECT)
    const settled = settle(realAgent(host.program), home, model.url)
    const bin = join(home, 'bin')
    // Some run commands in a login shell, which sets the search path anew.
    put(home, { ...host.trusts?.(session), '.bash_profile': `export PATH="${bin}:$PATH"\n` })
    put(bin, { 'agent-loop': recorder(home) }, 0o755)
    const env = { ...settled, PATH: `${bin}:${settled['PATH']}` }
    const start = (program: string, args: readonly string[], cwd: string): ChildProcess =>
      spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const finished = (child: ChildProcess): Promise<Ended> => ended(child, home, timeoutMs)
    const ours = (...args: readonly string[]) => finished(start(process.execPath, [CLI, ...args], work))
    await ours('install', host.name, '--project', '--cwd', session)
    if (hooked.adopts) await ours(...hooked.adopts)
    const heard = () => ({ payloads: linesOf(join(home, 'payloads')), answers: linesOf(join(home, 'answers')) })
    const isLetGo = (): boolean => [heard().answers.at(-1)].some(answer => answer && !('decision' in answer))
    const end = host.serves
      ? await askedAsServer(host, { start: args => start(host.program, args, session), finished, isLetGo, timeoutMs })
      : await finished(start(host.program, host.asked, session))
    const { loops } = JSON.parse((await ours('status', '--json')).out) as { loops: readonly Json[] }
    const [loop = {}] = loops
    const receipt = (await ours('receipt', String(loop['loop_id']))).code === 0
    await ours('daemon', 'stop', '--force')
    return { ...end, ...heard(), loop, receipt, model, left: await gone(home), ms: performance.now() - began }
  } finally {
    await model.stop()
    for (const pid of carrying(home)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Serving {
  readonly start: (args: readonly string[]) => ChildProcess
  readonly finished: (child: ChildProcess) => Promise<Ended>
  /** Our hook has answered the last stop, and does not keep the session. */
  readonly isLetGo: () => boolean
  readonly timeoutMs: number
}

/** One whose one-shot form ends with the first answer, whatever a plugin says: it serves, is asked there, and goes on by itself. */
async function askedAsServer({ asked }: HookedHost, { start, finished, isLetGo, timeoutMs }: Serving): Promise<Ended> {
  const server = start(SERVES)
  const url = await new Promise<string>((done, fail) => {
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (found) done(found)
    })
    server.on('error', fail)
    server.on('close', () => fail(new Error('it does not serve')))
  })
  const end = await finished(start([...asked, '--attach', url]))
  const late = performance.now() + timeoutMs
  while (!isLetGo() && performance.now() < late) await sleep(200)
  server.kill('SIGTERM')
  return end
}

const PROJECT = { ...RED_PROJECT, 'package.json': JSON.stringify({ name: 'sum', scripts: { test: 'node --test' } }) }

function put(folder: string, files: Readonly<Record<string, string>>, mode = 0o644): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text, { mode })
  }
}

/** Our program as the host finds it, which also writes down what passes through its hook, a line each. */
const recorder = (home: string): string => `#!/usr/bin/env bash
if [ "$1 $2" != "hook stop" ]; then exec '${process.execPath}' '${CLI}' "$@"; fi
payload=$(cat)
tr -d '\\n' <<< "$payload" >> '${home}/payloads'
echo >> '${home}/payloads'
answer=$('${process.execPath}' '${CLI}' "$@" <<< "$payload")
code=$?
printf '%s\\n' "\${answer:-{\\}}" >> '${home}/answers'
printf '%s' "$answer"
exit $code
`

const linesOf = (file: string): readonly Json[] =>
  (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []).filter(Boolean).map(line => JSON.parse(line) as Json)

interface Ended {
  readonly code: number | null
  readonly out: string
}

async function ended(child: ChildProcess, home: string, timeoutMs: number): Promise<Ended> {
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
  // Some start themselves again: the streams are closed when all of them are gone.
  const timer = setTimeout(() => {
    for (const pid of carrying(home)) process.kill(pid, 'SIGKILL')
  }, timeoutMs)
  const code = await new Promise<number | null>(done => {
    child.on('error', () => done(null))
    child.on('close', done)
  })
  clearTimeout(timer)
  return { code, out }
}

const LEAVES_MS = 10_000

/** Those that are still there when all had time to leave. */
async function gone(home: string): Promise<readonly number[]> {
  const late = performance.now() + LEAVES_MS
  while (carrying(home).length > 0 && performance.now() < late) await sleep(100)
  return carrying(home)
}
