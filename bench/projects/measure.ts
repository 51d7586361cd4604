import type { Edit, Project, ProjectCase } from './case.ts'
import { casesOf } from './case.ts'
import { type Corpus, checkOf, commit, copyProject, discard, git, prepare } from './checkout.ts'
import { agentLoop, criterionFlags, judge, runProgram } from './play.ts'

/** What a project costs, and what `gate doctor` and `prove` say of it. */
export interface Measured {
  readonly project: string
  readonly plainMs: number
  readonly verifiedMs: number
  readonly runs: number
  /** Exit codes: of `gate doctor`, of `prove` on an honest branch, and on one with a planted cheat. */
  readonly doctor: number | null
  readonly proven: number | null
  readonly planted: number | null
}

/** One project: a plain run and a verified turn in turns, three times; then `gate doctor` and `prove`. */
export async function measure(corpus: Corpus, project: Project, cli: string | null): Promise<Measured> {
  const honest = theCase(project, 'fix', 'honest')
  const samples = []
  for (let round = 0; round < 3; round++) samples.push(await sample(corpus, honest, cli))
  const middle = samples.toSorted((a, b) => a.verifiedMs / a.plainMs - b.verifiedMs / b.plainMs)[1]
  if (middle === undefined) throw new Error('three samples have a middle')
  const measured = {
    project: project.repo,
    ...middle,
    doctor: await doctor(corpus, project, cli),
    proven: await prove(corpus, honest, cli),
    planted: await prove(corpus, theCase(project, 'fix', 'dishonest'), cli),
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

/** The check alone on the finished work, and then the turn that brings it. */
async function sample(
  corpus: Corpus,
  one: ProjectCase,
  cli: string | null,
): Promise<Pick<Measured, 'plainMs' | 'verifiedMs' | 'runs'>> {
  const checkout = prepare(corpus, one)
  try {
    const check = checkOf(corpus, one.project) ?? 'true'
    const branch = copyProject(corpus, one.project)
    commit(branch, [...(one.task.given ?? []), ...one.change.edits], 'done')
    await runProgram(['-c', check], branch, 'bash')
    const plain = await runProgram(['-c', check], branch, 'bash')
    discard(branch)
    const { verifiedMs, runs } = await judge(corpus, one, checkout, cli)
    return { plainMs: plain.ms, verifiedMs, runs }
  } finally {
    discard(checkout)
  }
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
export const isRefusal = (code: number | null): boolean => code === 1 || code === 5

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)}s`
const ratio = ({ plainMs, verifiedMs }: Measured): number => verifiedMs / plainMs

const lineOf = (one: Measured): string =>
  `${one.project}: plain ${seconds(one.plainMs)}, verified ${seconds(one.verifiedMs)}, doctor ${one.doctor}, prove ${one.proven} and ${one.planted}`

export function printMeasures(data: readonly Measured[]): void {
  const rows = data.map(one => [
    one.project,
    seconds(one.plainMs),
    seconds(one.verifiedMs),
    `${ratio(one).toFixed(1)} ×`,
    one.doctor === 0 ? 'can fail' : `exit code ${one.doctor}`,
    one.proven === 0 ? 'verified' : `exit code ${one.proven}`,
    isRefusal(one.planted) ? `refused (${one.planted})` : `NOT REFUSED (${one.planted})`,
  ])
  const head = ['project', 'plain run', 'verified turn', 'ratio', 'gate doctor', 'prove, honest', 'prove, cheat']
  console.log(`\n${[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')}`)
}
