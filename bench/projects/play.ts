import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ProjectCase } from './case.ts'
import { type Checkout, type Corpus, checkOf } from './checkout.ts'

/** How a run of the program ended. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly ms: number
}

/** What a loop with the change as its only turn came to. */
export interface Judged {
  readonly accepted: boolean
  readonly code: number | null
  /** The command itself passed after the turn. */
  readonly green: boolean
  /** Verified before the agent did anything. */
  readonly early: boolean
  readonly rules: readonly string[]
  readonly says: string
  /** What the proof could not check, and why. */
  readonly unchecked: readonly string[]
  /** The plain run of the check in the turn, and all of the turn's verification, as the loop measured them. */
  readonly plainMs: number
  readonly verifiedMs: number
  readonly runs: number
  /** The steps of the proof, each with its time. */
  readonly steps: readonly TimedStep[]
  readonly ms: number
}

export interface TimedStep {
  readonly step: string
  readonly ms: number
}

export const CLI = join(import.meta.dirname, '../../dist/cli.cjs')
export const LIMIT_MS = 600_000

/** Runs the built program to its end, or kills it after ten minutes. */
export function runProgram(
  args: readonly string[],
  { tree, env }: Checkout,
  program: string = process.execPath,
): Promise<Ended> {
  const began = performance.now()
  return new Promise(resolve => {
    const child = spawn(program, args, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const late = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('close', code => {
      clearTimeout(late)
      resolve({ code, out, err, ms: performance.now() - began })
    })
  })
}

export const agentLoop = (cli: string | null, args: readonly string[], checkout: Checkout): Promise<Ended> =>
  runProgram([cli ?? CLI, ...args], checkout)

/** `-c` and its value, or the consent to what is inferred. */
export const criterionFlags = (check: string | null): readonly string[] => (check === null ? ['-y'] : ['-c', check])

export async function judge(corpus: Corpus, one: ProjectCase, checkout: Checkout, cli: string | null): Promise<Judged> {
  const agent = one.change.edits.length === 0 ? 'true' : `git apply '${checkout.patch}'`
  return factsOf(await agentLoop(cli, loopArguments(corpus, one, agent), checkout))
}

export const loopArguments = (corpus: Corpus, { project, task }: ProjectCase, agent: string): readonly string[] => [
  'run',
  task.asks,
  ...criterionFlags(checkOf(corpus, project, task.check)),
  ...['--agent-cmd', agent, '--max-iterations', '1', '--json'],
]

interface Json {
  readonly kind?: string
  readonly [key: string]: unknown
}

interface CheckEnd extends Json {
  readonly evidence?: readonly { readonly duration_ms: number; readonly verified: boolean }[]
  readonly proof?: {
    readonly runs: number
    readonly duration_ms: number
    readonly steps: readonly {
      readonly step: string
      readonly result: string
      readonly says: string
      readonly duration_ms?: number
    }[]
  } | null
}

export function factsOf({ code, out, err, ms }: Ended): Judged {
  const events = out.split('\n').flatMap((line): Json[] => {
    try {
      return [JSON.parse(line) as Json]
    } catch {
      return []
    }
  })
  const end = events.findLast(({ kind }) => kind === 'loop-end')
  const check = events.findLast(({ kind }) => kind === 'check-end') as CheckEnd | undefined
  const evidence = check?.evidence ?? []
  const plainMs = evidence.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
  const accepted = code === 0 && end?.['status'] === 'verified'
  return {
    accepted,
    code,
    green: evidence.length > 0 && evidence.every(({ verified }) => verified),
    early: accepted && !events.some(({ kind }) => kind === 'turn-start'),
    rules: events.flatMap(rulesOf),
    says: String(end?.['message'] ?? err.slice(-600)),
    unchecked: (check?.proof?.steps ?? [])
      .filter(({ result }) => result === 'not_checked')
      .map(({ step, says }) => `${step}: ${says}`),
    plainMs,
    verifiedMs: plainMs + (check?.proof?.duration_ms ?? 0),
    runs: check?.proof?.runs ?? 0,
    steps: (check?.proof?.steps ?? []).map(({ step, duration_ms }) => ({ step, ms: duration_ms ?? 0 })),
    ms,
  }
}

function rulesOf(event: Json): readonly string[] {
  const finding = event['finding'] as { readonly rule: string; readonly objection: string | null } | undefined
  return event.kind === 'finding' && finding?.objection != null ? [finding.rule] : []
}
