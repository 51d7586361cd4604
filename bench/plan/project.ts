import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { leftOf, tickedIn, wrongWithBranch } from '../../test/rig/plan-project.ts'
import { write } from '../projects/case.ts'
import { commit, copyProject, discard, missing, openCorpus } from '../projects/checkout.ts'
import { killAndRun, tasksOf } from './kill.ts'
import { type Bench, gitOf, type Place, printColumns, processesWith, report, startPlan } from './place.ts'
import { type AgentScript, idOf, listOf, type ProjectPlan } from './planned.ts'

interface Options {
  readonly corpus: string
  /** The program of the scripted agent. */
  readonly agent: string
  /** None: the plan runs to its end at once. */
  readonly kills: number
  readonly seed: number
  readonly minutes: number
}

const JOBS = '4'

/** A plan for a project that is not ours, killed at random moments or not at all. */
export async function planOnProject(bench: Bench, plan: ProjectPlan, options: Options): Promise<boolean> {
  const corpus = openCorpus(options.corpus)
  const trouble = missing(corpus, plan)
  if (trouble !== null) return report(plan.repo, 'not run', [trouble])
  const checkout = copyProject(corpus, plan)
  const [home, temporary] = [join(checkout.folder, 'home'), join(checkout.folder, 'temporary')]
  mkdirSync(temporary)
  const here: Place = { path: checkout.tree, home, env: { ...checkout.env, TMPDIR: temporary } }
  gitOf(here, 'checkout', '-q', '-B', 'main')
  commit(
    checkout,
    [...plan.tasks.flatMap(({ given }) => given), write('PLAN.md', `# Plan\n\n${listOf(plan)}`)],
    'start',
  )
  const start = gitOf(here, 'rev-parse', 'HEAD').trim()
  const script: AgentScript = Object.fromEntries(plan.tasks.map(({ name, ...task }) => [name, task]))
  writeFileSync(join(checkout.folder, 'script.json'), JSON.stringify(script))
  const agent = [process.execPath, options.agent, join(checkout.folder, 'script.json'), join(checkout.folder, 'memory')]
  const flags = [...['--gate', plan.gate, '--jobs', JOBS, '--max-iterations', '4'], ...['--agent-cmd', agent.join(' ')]]
  const never = plan.tasks.filter(task => task.never).map(({ name }) => idOf(name))
  const began = performance.now()
  const how =
    options.kills === 0
      ? `exit code ${await startPlan(bench, here, flags).ended}`
      : await killAndRun(bench, here, { ...options, withinMs: 20_000, flags, never })
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  printTasks(bench, here, plan)
  const wrong = wrongAtTheEnd(bench, here, plan, { start, scratch: join(checkout.folder, 'commits') })
  const ticked = tickedIn(readFileSync(join(here.path, 'PLAN.md'), 'utf8')).length
  const rest = readdirSync(temporary)
  const isRight = report(
    `${plan.tasks.length} tasks on ${plan.repo}, jobs ${JOBS}`,
    `${how}, ${ticked} merged and ticked, ${minutes} min, ${rest.length} temporary files left`,
    wrong,
  )
  if (isRight) discard(checkout)
  else console.log(`kept: ${checkout.folder}`)
  return isRight
}

function printTasks(bench: Bench, here: Place, { tasks }: ProjectPlan): void {
  const rows = tasksOf(bench, here).map(({ id, status, attempts, sent_back }) => [
    id,
    tasks.find(({ name }) => idOf(name) === id)?.agent ?? '',
    String(attempts),
    String(sent_back),
    status,
  ])
  console.log()
  printColumns([['task', 'its agent', 'attempts', 'sent back', 'status'], ...rows])
}

interface Compared {
  readonly start: string
  readonly scratch: string
}

function wrongAtTheEnd(bench: Bench, here: Place, plan: ProjectPlan, { start, scratch }: Compared): readonly string[] {
  const criteria = new Map(plan.tasks.map(({ name, until }) => [name, until]))
  const wanted = plan.tasks.flatMap(({ name, never }) => (never ? [] : [name])).sort()
  const ticked = tickedIn(readFileSync(join(here.path, 'PLAN.md'), 'utf8'))
  const left = leftOf(here, here.home)
  const given = plan.tasks.filter(({ never }) => never)
  return [
    ...wrongWithBranch(here, scratch, { start, tests: plan.tests, criterionOf: name => criteria.get(name) ?? 'false' }),
    ...([...ticked].sort().join() === wanted.join() ? [] : [`ticked: ${ticked.join()}; expected: ${wanted.join()}`]),
    ...(gitOf(here, 'status', '--porcelain') === '' ? [] : ['the tree is dirty']),
    // Each attempt at a task that nobody solves keeps its work on a branch, until a person drops the task.
    ...(left.worktrees.length <= 2 ? [] : [`worktrees left: ${left.worktrees.join(', ')}`]),
    ...leftAfterDrop(
      bench,
      here,
      given.slice(0, 1).map(({ name }) => idOf(name)),
    ),
    ...processesWith(here).map(pid => `process left: ${pid}`),
  ]
}

/** Worktrees and branches that stay when a person has given up on these tasks. */
export function leftAfterDrop({ cli }: Bench, here: Place, ids: readonly string[]): readonly string[] {
  for (const id of ids)
    execFileSync(process.execPath, [cli, 'plan', 'drop', id], { cwd: here.path, env: here.env, stdio: 'ignore' })
  const { branches, worktrees } = leftOf(here, here.home)
  return [...branches, ...worktrees].map(each => `left after the task was dropped: ${each}`)
}
