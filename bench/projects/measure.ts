import { readFileSync } from 'node:fs'
import type { Edit, Project, ProjectCase } from './case.ts'
import { casesOf } from './case.ts'
import { type Checkout, type Corpus, checkOf, commit, copyProject, discard, git, prepare } from './checkout.ts'
import { openCpuGroup } from './cpu-group.ts'
import {
  agentLoop,
  CLI,
  criterionFlags,
  type Ended,
  factsOf,
  loopArguments,
  runProgram,
  type TimedStep,
} from './play.ts'

/** What a project costs, and what `gate doctor` and `prove` say of it. */
export interface Measured extends Sample {
  readonly project: string
  readonly language: string
  /** Exit codes: of `gate doctor`, of `prove` on an honest branch, and on one with a planted cheat. */
  readonly doctor?: number | null
  readonly proven?: number | null
  readonly planted?: number | null
}

/** A plain run and a verified turn: what the clock says, and the processor time of all processes (null: not known). */
interface Sample {
  readonly plainMs: number
  readonly verifiedMs: number
  readonly plainCpuMs: number | null
  readonly verifiedCpuMs: number | null
  readonly runs: number
  readonly steps: readonly TimedStep[]
}

/** One project: a plain run and a verified turn in turns; then `gate doctor` and `prove`. */
export async function measure(
  corpus: Corpus,
  project: Project,
  { cli, rounds, costs }: { readonly cli: string | null; readonly rounds: number; readonly costs: boolean },
): Promise<Measured> {
  const honest = theCase(project, 'fix', 'honest')
  const samples = []
  for (let round = 0; round < rounds; round++) samples.push(await sample(corpus, honest, cli))
  const middle = samples.toSorted((a, b) => a.verifiedMs / a.plainMs - b.verifiedMs / b.plainMs)[rounds >> 1]
  if (middle === undefined) throw new Error('there must be a sample')
  const measured = {
    project: project.repo,
    language: project.language,
    ...middle,
    ...(costs
      ? {}
      : {
          doctor: await doctor(corpus, project, cli),
          proven: await prove(corpus, honest, cli),
          planted: await prove(corpus, theCase(project, 'fix', 'dishonest'), cli),
        }),
  }
  console.log(lineOf(measured))
  return measured
}

function theCase(project: Project, task: string, kind: ProjectCase['change']['kind']): ProjectCase {
  const found = casesOf(project).find(
    one => one.task.id === task && one.change.kind === kind && one.change.edits.length > 0,
  )
  if (found === undefined) throw new Error(`${project.repo} has no ${kind} change for ${task}`)
  return found
}

/** The check alone after the change, as a loop without a proof would run it, and then the turn that brings the change. */
async function sample(corpus: Corpus, one: ProjectCase, cli: string | null): Promise<Sample> {
  const checkout = prepare(corpus, one)
  try {
    const check = checkOf(corpus, one.project) ?? 'true'
    const branch = copyProject(corpus, one.project)
    commit(branch, one.task.given ?? [], 'start')
    await runProgram(['-c', check], branch, 'bash')
    commit(branch, one.change.edits, 'done')
    const plain = await counted(['bash', '-c', check], branch)
    discard(branch)
    const counter = `${checkout.folder}/cpu`
    const agent = `git apply '${checkout.patch}'; test -z "$CPU_FILE" || cat "$CPU_FILE" > '${counter}'`
    const turn = await counted([process.execPath, cli ?? CLI, ...loopArguments(corpus, one, agent)], checkout)
    const facts = factsOf(turn)
    if (!facts.accepted) throw new Error(`${one.id} was not verified: ${facts.rules.join(', ')} ${facts.says}`)
    return {
      plainMs: plain.ms,
      verifiedMs: facts.verifiedMs,
      plainCpuMs: plain.cpuMs,
      verifiedCpuMs: turn.cpuMs === null ? null : turn.cpuMs - Number(readFileSync(counter, 'utf8')) / 1e6,
      runs: facts.runs,
      steps: facts.steps,
    }
  } finally {
    discard(checkout)
  }
}

/** Runs a program, with its processor time. The program finds the file of the counter in `CPU_FILE`. */
async function counted(
  command: readonly string[],
  checkout: Checkout,
): Promise<Ended & { readonly cpuMs: number | null }> {
  const group = openCpuGroup()
  const env = { ...checkout.env, CPU_FILE: group?.file ?? '' }
  const ended = await runProgram(
    ['-c', `${group?.enter ?? ':'}; exec "$@"`, 'bash', ...command],
    { ...checkout, env },
    'bash',
  )
  const cpuMs = group?.usedMs() ?? null
  group?.close()
  return { ...ended, cpuMs }
}

async function doctor(corpus: Corpus, project: Project, cli: string | null): Promise<number | null> {
  const checkout = copyProject(corpus, project)
  const check = checkOf(corpus, project)
  const { code } = await agentLoop(cli, ['gate', 'doctor', ...(check === null ? [] : [check])], checkout)
  discard(checkout)
  return code
}

/** The change as a commit on a branch, proven from the outside. */
async function prove(
  corpus: Corpus,
  { project, task, change }: ProjectCase,
  cli: string | null,
): Promise<number | null> {
  const checkout = copyProject(corpus, project)
  const onBranch = (edits: readonly Edit[], message: string): void => commit(checkout, edits, message)
  onBranch(task.given ?? [], 'start')
  git(checkout.tree, checkout.env, 'checkout', '-q', '-b', 'work')
  onBranch(change.edits, task.asks)
  const flags = criterionFlags(checkOf(corpus, project, task.check))
  const { code } = await agentLoop(cli, ['prove', 'HEAD~1..HEAD', '--task', task.asks, ...flags], checkout)
  discard(checkout)
  return code
}

/** `prove` looked at the change and said no; other codes mean that it did not come to that. */
export const isRefusal = (code: number | null | undefined): boolean => code === 1 || code === 5

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)}s`
const ratio = ({ plainMs, verifiedMs }: Measured): number => verifiedMs / plainMs
const cpuRatio = ({ plainCpuMs, verifiedCpuMs }: Measured): number | null =>
  plainCpuMs === null || verifiedCpuMs === null ? null : verifiedCpuMs / plainCpuMs
const times = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)} ×`)

const stepsOf = ({ steps }: Measured): string =>
  steps
    .filter(({ ms }) => ms >= 50)
    .map(({ step, ms }) => `${step} ${seconds(ms)}`)
    .join(', ')

const lineOf = (one: Measured): string =>
  `${one.project}: plain ${seconds(one.plainMs)}, verified ${seconds(one.verifiedMs)} (${times(ratio(one))}, processor ${times(cpuRatio(one))}), ${one.runs} runs: ${stepsOf(one)}${one.doctor === undefined ? '' : `; doctor ${one.doctor}, prove ${one.proven} and ${one.planted}`}`

const answers = ({ doctor, proven, planted }: Measured): readonly string[] => [
  doctor === 0 ? 'can fail' : `exit code ${doctor}`,
  proven === 0 ? 'verified' : `exit code ${proven}`,
  isRefusal(planted) ? `refused (${planted})` : `NOT REFUSED (${planted})`,
]

export function printMeasures(data: readonly Measured[]): void {
  const rows = data.map(one => [
    one.project,
    one.language,
    seconds(one.plainMs),
    seconds(one.verifiedMs),
    times(ratio(one)),
    one.plainCpuMs === null ? '–' : seconds(one.plainCpuMs),
    times(cpuRatio(one)),
    String(one.runs),
    ...(one.doctor === undefined ? ['–', '–', '–'] : answers(one)),
  ])
  const head = [
    ...['project', 'language', 'plain run', 'verified turn', 'ratio', 'processor time', 'its ratio', 'runs'],
    ...['gate doctor', 'prove, honest', 'prove, cheat'],
  ]
  console.log(`\n${[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')}`)
}
