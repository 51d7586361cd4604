import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { GATE, leftOf, PLAN_TASKS, planAgent, planFiles, tickedIn, wrongWithBranch } from '../test/rig/plan-project.ts'
import { killAndRun } from './plan/kill.ts'
import { MUX_PLAN } from './plan/mux.ts'
import { type Bench, gitOf, place, processesWith, report } from './plan/place.ts'
import { leftAfterDrop, planOnProject } from './plan/project.ts'
import { independent, wall } from './plan/wall.ts'

const { values, positionals } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    kills: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    corpus: { type: 'string' },
  },
  allowPositionals: true,
})
const { long, corpus } = values
const kills = values.kills === undefined ? (long ? 50 : 5) : Number(values.kills)
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes)
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-plan-'))
// A copy: a build meanwhile does not change what is measured.
cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
const bench: Bench = { cli: join(folder, 'dist/cli.cjs'), folder }
const FLAGS = ['--max-iterations', '3', '--jobs', '4']

async function killedWithCheats(): Promise<boolean> {
  const here = place(bench, 'killed', planFiles(PLAN_TASKS.map(({ name }) => name)))
  const agent = planAgent(join(here.home, 'memory'), 0, join(root, 'test/programs/plan-agent.mjs'))
  const flags = [...FLAGS, '--gate', GATE, '--agent-cmd', agent]
  const never = ['HARD-1', 'AFTER-1']
  const how = await killAndRun(bench, here, { kills, withinMs: 20_000, flags, never, seed, minutes })
  const left = leftOf(here, here.home)
  const ticked = tickedIn(readFileSync(join(here.path, 'PLAN.md'), 'utf8'))
  return report('12 tasks with cheats and conflicts', `${how}, ${ticked.length} of 12 tasks merged`, [
    ...wrongWithBranch(here, join(folder, 'commits')),
    ...(ticked.length === 10 ? [] : [`${ticked.length} tasks are ticked, not 10: ${ticked.join()}`]),
    // Each attempt at the unsolvable task keeps its work on a branch, until a person drops the task.
    ...left.branches.filter(branch => !branch.includes('unsolvable')).map(branch => `branch left: ${branch}`),
    ...(left.worktrees.length <= 2 ? [] : [`worktrees left: ${left.worktrees.join()}`]),
    ...leftAfterDrop(bench, here, ['HARD-1']),
    ...processesWith(here).map(pid => `process left: ${pid}`),
  ])
}

/** Cheap tasks spend most of their time in the plan itself: starting, merging, and cleaning up. */
async function killedCheap(): Promise<boolean> {
  const here = place(bench, 'killed-cheap', independent(12))
  const flags = [...FLAGS, '--proof', 'fast', '--agent-cmd', 'sh agent.sh 0']
  const how = await killAndRun(bench, here, { kills, withinMs: 4_000, flags, never: [], seed, minutes })
  const left = leftOf(here, here.home)
  const subjects = gitOf(here, 'log', '--format=%s').trim().split('\n').slice(0, -1)
  const ticked = readFileSync(join(here.path, 'PLAN.md'), 'utf8').match(/^- \[x\]/gm)?.length ?? 0
  return report('12 cheap tasks', `${how}, ${subjects.length} commits`, [
    ...(subjects.length === 12 && new Set(subjects).size === 12 ? [] : [`commits: ${subjects.join(', ')}`]),
    ...(ticked === 12 ? [] : [`${ticked} boxes are ticked`]),
    ...[...left.branches, ...left.worktrees].map(each => `left: ${each}`),
    ...(gitOf(here, 'status', '--porcelain') === '' ? [] : ['the tree is dirty']),
    ...processesWith(here).map(pid => `process left: ${pid}`),
  ])
}

/** A plan for a real project: once to its end, then killed. */
async function project(): Promise<boolean> {
  if (corpus === undefined) return report('a plan on a real project', 'not run: give --corpus FOLDER', [])
  const agent = join(import.meta.dirname, readdirSync(import.meta.dirname).find(name => name.startsWith('agent')) ?? '')
  const options = { corpus: resolve(corpus), agent, seed, minutes }
  const calm = await planOnProject(bench, MUX_PLAN, { ...options, kills: 0 })
  return kills === 0 ? calm : (await planOnProject(bench, MUX_PLAN, { ...options, kills })) && calm
}

const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  cheap: killedCheap,
  cheats: killedWithCheats,
  project,
  wall: () => wall(bench, long ? 10 : 1),
}

try {
  const unknown = positionals.find(name => !(name in parts))
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}; there are: ${Object.keys(parts).join(', ')}`)
  for (const [name, part] of Object.entries(parts))
    if ((positionals.length === 0 || positionals.includes(name)) && !(await part())) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
