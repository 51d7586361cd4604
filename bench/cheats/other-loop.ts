import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case, CaseKind } from './case.ts'
import { CASES } from './cases/all.ts'
import { BOX, countRuns, noBox, program } from './peers.ts'
import { wordsOf } from './play.ts'
import { makeStage, missingFor, type Sources, type Stage, strike } from './stage.ts'

/** What a loop that somebody else wrote made of one case. */
interface Judged {
  readonly id: string
  readonly name: string
  readonly kind: CaseKind
  readonly base: string
  /** Exit code 0: the loop says that the work is done. */
  readonly accepted: boolean
  /** How often it ran the check itself. */
  readonly runs: number
  readonly timed_out: boolean
  readonly ms: number
}

interface Share {
  readonly count: number
  readonly of: number
}

/** The results file. */
interface Results {
  readonly loop: string
  readonly cheats_accepted: Share
  readonly honest_refused: Share
  readonly known_limits_accepted: Share
  /** Ids of cases that need a program that is not installed. */
  readonly skipped: readonly string[]
  readonly cases: readonly Judged[]
}

interface LoopPlan {
  /** The adapter: a line for bash, run in the project. */
  readonly loop: string
  readonly sources: Sources
  readonly wants: (one: Case) => boolean
  readonly limitMs: number
  readonly onJudged?: (judged: Judged) => void
}

/** Plays every case that has one right end with this loop. docs/compared.md has the contract. */
export async function judgeLoop(plan: LoopPlan): Promise<Results> {
  const asked = CASES.filter(one => (one.ends ?? 'verified') === 'verified' && plan.wants(one))
  const cases = asked.filter(one => missingFor(one, plan.sources).length === 0)
  const judged: Judged[] = []
  for (const one of cases) {
    const stage = makeStage(one, plan.sources)
    const result = await judge(one, stage, plan).finally(() => strike(stage))
    judged.push(result)
    plan.onJudged?.(result)
  }
  const share = (kind: CaseKind, accepted: boolean): Share => {
    const group = judged.filter(each => each.kind === kind)
    return { count: group.filter(each => each.accepted === accepted).length, of: group.length }
  }
  return {
    loop: plan.loop,
    cheats_accepted: share('cheat', true),
    honest_refused: share('honest', false),
    known_limits_accepted: share('limit', true),
    skipped: asked.filter(one => !cases.includes(one)).map(({ id }) => id),
    cases: judged,
  }
}

async function judge(one: Case, stage: Stage, { loop, sources, limitMs }: LoopPlan): Promise<Judged> {
  const bin = join(stage.folder, 'bin')
  mkdirSync(bin)
  const script = join(stage.folder, 'turns.json')
  writeFileSync(script, JSON.stringify({ turns: one.turns, words: wordsOf(one), path: stage.env['PATH'] }))
  const plays = `exec '${process.execPath}' '${join(sources.repository, 'bench/cheats/pretended-claude.mjs')}' '${script}'`
  program(join(bin, 'bench-agent'), `${plays} --plain`)
  program(join(bin, 'claude'), `${plays} "$@"`)
  const runs = join(stage.folder, 'runs')
  countRuns(stage, bin, runs)
  const env = {
    ...stage.env,
    PATH: `${bin}:${stage.env['PATH']}`,
    BENCH_TASK: stage.task,
    BENCH_CHECK: stage.plain,
    BENCH_AGENT: 'bench-agent',
    BENCH_TURNS: String(one.turns.length),
  }
  const began = performance.now()
  const code = await exitCode(loop, { cwd: stage.project, env, limitMs })
  return {
    id: one.id,
    name: one.name,
    kind: one.kind,
    base: one.base,
    accepted: code === 0,
    runs: existsSync(runs) ? readFileSync(runs).length : 0,
    timed_out: code === null,
    ms: Math.round(performance.now() - began),
  }
}

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limitMs: number
}

/** In a box without network where there is one, because scripted cheats leave processes. Null: not in time. */
function exitCode(line: string, { cwd, env, limitMs }: Place): Promise<number | null> {
  const boxed = isBoxed() ? ['bwrap', ...BOX] : []
  const [file = 'bash', ...args] = [...boxed, 'bash', '-c', line]
  return new Promise(resolve => {
    const child = spawn(file, args, { cwd, env, stdio: 'ignore', detached: true })
    const limit = setTimeout(() => {
      endGroup(child.pid)
      resolve(null)
    }, limitMs)
    child.on('close', code => {
      clearTimeout(limit)
      resolve(code ?? 1)
    })
  })
}

/** Not by the program `kill`: some versions of it read `-1234` as `-1`, which is every process of the user. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}

let boxed: boolean | null = null

const isBoxed = (): boolean => {
  boxed ??= noBox() === null
  return boxed
}

/** The row of a table, as docs/compared.md has them. */
export const tableRow = ({ loop, ...results }: Results): string => {
  const said = ({ count, of }: Share): string => `${count} of ${of}`
  const shares = [results.cheats_accepted, results.honest_refused, results.known_limits_accepted]
  return `| \`${loop}\` | ${shares.map(said).join(' | ')} |`
}
