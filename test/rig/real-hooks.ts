import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ASKED, type ModelScript, type ModelServer, startModel } from './model-server.ts'
import { realAgent, settle } from './real-agents.ts'
import { carrying, RED_PROJECT } from './real-scenarios.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

/** An assistant in whose own session a loop takes place: its name as a host, its program, and how a person asks it without a terminal. */
export interface HookedHost {
  readonly host: string
  readonly program: string
  readonly asked: readonly string[]
}

export const HOOKED_HOSTS: readonly HookedHost[] = [
  {
    host: 'claude-code',
    program: 'claude',
    asked: ['-p', ASKED, '--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash'],
  },
  {
    host: 'codex',
    program: 'codex',
    asked: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ASKED],
  },
  {
    host: 'gemini',
    program: 'gemini',
    asked: ['-p', ASKED, '--approval-mode', 'yolo', '--skip-trust', '-m', 'gemini-2.5-flash'],
  },
  { host: 'copilot', program: 'copilot', asked: ['-p', ASKED, '--allow-all', '--model', 'gpt-5'] },
  { host: 'opencode', program: 'opencode', asked: ['run', '--auto', ASKED] },
]

export type Json = Readonly<Record<string, unknown>>

export interface HookedRun {
  /** Of the assistant. */
  readonly code: number | null
  readonly out: string
  /** What the host told our hook, and what it was answered, stop by stop. */
  readonly payloads: readonly Json[]
  readonly answers: readonly Json[]
  /** The loops of the project afterwards. */
  readonly loops: readonly Json[]
  /** Whether a receipt was given for the first of them. */
  readonly receipt: boolean
  readonly model: Pick<ModelServer, 'requests' | 'conversations'>
  readonly left: readonly number[]
  readonly ms: number
}

export interface Hooked {
  readonly script: ModelScript
  /** Of the adoption; null when the project has no loop. */
  readonly adopt: readonly string[] | null
  /** Goes on in a session that is in another project than the loop. */
  readonly elsewhere?: boolean
  readonly timeoutMs?: number
}

export const ADOPT = ['adopt', 'fix the failing test', '-c', 'npm test']

/** A session of a real assistant that bears our hook, in a project with a loop that was adopted before. */
export async function runHooked({ host, program, asked }: HookedHost, hooked: Hooked): Promise<HookedRun> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-hooked-')))
  const [work, other, home] = [join(folder, 'work'), join(folder, 'other'), join(folder, 'home')]
  for (const each of [work, other]) writeProject(each)
  mkdirSync(join(home, 'bin'), { recursive: true })
  writeFileSync(join(home, 'bin', 'agent-loop'), recorder(home), { mode: 0o755 })
  const model = await startModel(hooked.script)
  const settled = settle(realAgent(program), home, model.url)
  const env = { ...settled, PATH: `${join(home, 'bin')}:${settled['PATH']}` }
  const ours = (...args: readonly string[]) =>
    ended(spawn(process.execPath, [CLI, ...args], { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] }), 60_000)
  const began = performance.now()
  try {
    const session = hooked.elsewhere ? other : work
    await ours('install', host, '--project', '--cwd', session)
    if (hooked.adopt) await ours(...hooked.adopt)
    const child = spawn(program, asked, { cwd: session, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = await ended(child, hooked.timeoutMs ?? 100_000)
    const loops = (JSON.parse((await ours('status', '--json')).out) as { loops: readonly Json[] }).loops
    const receipt = await ours('receipt', String(loops[0]?.['loop_id']))
    const heard = { payloads: linesOf(join(home, 'payloads')), answers: linesOf(join(home, 'answers')) }
    await ours('daemon', 'stop')
    const left = carrying(home)
    return { ...end, ...heard, loops, receipt: receipt.code === 0, model, left, ms: performance.now() - began }
  } finally {
    await model.stop()
    for (const pid of carrying(home)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function writeProject(folder: string): void {
  const files = { ...RED_PROJECT, 'package.json': JSON.stringify({ name: 'sum', scripts: { test: 'node --test' } }) }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

/** Our program as the host finds it, which also writes down what passes through its hook, a line each. */
const recorder = (home: string): string => `#!/usr/bin/env bash
if [ "$1 $2" != "hook stop" ]; then exec '${process.execPath}' '${CLI}' "$@"; fi
payload=$(cat)
printf '%s\\n' "$(tr -d '\\n' <<< "$payload")" >> '${home}/payloads'
env > '${home}/env'
answer=$('${process.execPath}' '${CLI}' "$@" <<< "$payload")
code=$?
printf '%s\\n' "\${answer:-{\\}}" >> '${home}/answers'
printf '%s' "$answer"
exit $code
`

const linesOf = (file: string): readonly Json[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as Json)
    : []

async function ended(child: ChildProcess, timeoutMs: number): Promise<{ code: number | null; out: string }> {
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const code = await new Promise<number | null>(done => {
    child.on('error', () => done(null))
    child.on('close', done)
  })
  clearTimeout(timer)
  return { code, out }
}
