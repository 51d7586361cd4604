import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Json } from './project.ts'

const ROOT = resolve(import.meta.dirname, '../..')

interface Step {
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly if?: string
  readonly needs?: string
  readonly permissions?: Json
  readonly outputs?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

export interface Workflow {
  readonly on: Json
  readonly permissions?: Json
  readonly jobs: Readonly<Record<string, Job>>
}

export const exampleNamed = (name: string): Workflow =>
  parse(readFileSync(join(ROOT, 'examples/workflows', `${name}.yml`), 'utf8')) as Workflow

/** Where a workflow runs: a remote to clone, an event, and programs that come first on the path. */
export interface Runner {
  readonly folder: string
  readonly remote: string
  readonly event: Json
  readonly programs: Readonly<Record<string, string>>
  readonly secrets?: Json
}

interface StepEnd {
  readonly name: string
  readonly code: number
  readonly out: string
}

export interface JobEnd {
  readonly steps: readonly StepEnd[]
  readonly ok: boolean
  readonly summary: string
  readonly outputs: Readonly<Record<string, string>>
  readonly workspace: string
}

/** Runs the jobs in their order, each step by a shell of its own with real files for outputs and summaries, as GitHub does. */
export function runWorkflow({ jobs }: Workflow, runner: Runner): Readonly<Record<string, JobEnd>> {
  const ends: Record<string, JobEnd> = {}
  for (const [name, job] of Object.entries(jobs)) {
    const needs = Object.fromEntries(Object.entries(ends).map(([id, { outputs }]) => [id, { outputs }]))
    if (job.needs !== undefined && ends[job.needs]?.ok !== true) continue
    if (holds(job.if, { github: githubOf(runner), needs })) ends[name] = runJob(name, job, runner, needs)
  }
  return ends
}

const githubOf = ({ event }: Runner): Json => ({ event, token: 'job-token', run_id: '7' })

type Contexts = Readonly<Record<string, unknown>>

function runJob(name: string, job: Job, runner: Runner, needs: Json): JobEnd {
  const place = join(runner.folder, name)
  const [workspace, temp, bin] = [join(place, 'repository/repository'), join(place, 'temp'), join(place, 'bin')]
  for (const folder of [workspace, temp, bin, join(place, 'home')]) mkdirSync(folder, { recursive: true })
  for (const [program, text] of Object.entries(runner.programs)) {
    writeFileSync(join(bin, program), text)
    chmodSync(join(bin, program), 0o755)
  }
  const files = ['OUTPUT', 'STEP_SUMMARY', 'ENV', 'PATH'].map(each => [`GITHUB_${each}`, join(place, each)] as const)
  writeFileSync(join(place, 'event.json'), JSON.stringify(runner.event))
  const env: Record<string, string> = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: join(place, 'home'),
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    NPM_CONFIG_OFFLINE: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_PATH: join(place, 'event.json'),
    GITHUB_REPOSITORY: 'example/shop',
    RUNNER_TEMP: temp,
    ...Object.fromEntries(files),
  }
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const ended: StepEnd[] = []
  const contexts = { github: githubOf(runner), runner: { temp }, secrets: runner.secrets ?? {}, needs, steps }
  for (const [index, step] of job.steps.entries()) {
    if (!holds(step.if, contexts)) continue
    for (const [, file] of files) if (!file.endsWith('SUMMARY') || !existsSync(file)) writeFileSync(file, '')
    const end = runStep(step, { env, contexts, workspace, runner })
    ended.push({ name: step.id ?? step.uses ?? `step ${index}`, ...end })
    if (step.id !== undefined) steps[step.id] = { outputs: outputsIn(readFileSync(join(place, 'OUTPUT'), 'utf8')) }
    if (end.code !== 0) break
  }
  const outputs = Object.entries(job.outputs ?? {}).map(([key, text]) => [key, filled(text, contexts)] as const)
  return {
    steps: ended,
    ok: ended.every(({ code }) => code === 0),
    summary: readFileSync(join(place, 'STEP_SUMMARY'), 'utf8'),
    outputs: Object.fromEntries(outputs),
    workspace,
  }
}

interface StepPlace {
  readonly env: Readonly<Record<string, string>>
  readonly contexts: Contexts
  readonly workspace: string
  readonly runner: Runner
}

type ShellEnd = Pick<StepEnd, 'code' | 'out'>
const DONE: ShellEnd = { code: 0, out: '' }

function runStep(step: Step, place: StepPlace): ShellEnd {
  const { contexts, workspace, runner } = place
  const own = mapped(step.env ?? {}, contexts)
  const given = mapped(step.with ?? {}, contexts)
  if (step.run !== undefined) return shell(step.run, { ...place.env, ...own }, workspace)
  const uses = step.uses ?? ''
  if (uses.startsWith('actions/checkout@')) {
    execFileSync('git', ['clone', '-q', runner.remote, workspace], { stdio: 'ignore' })
    return DONE
  }
  const artifact = join(runner.folder, 'artifacts', String(given['name']))
  if (uses.startsWith('actions/upload-artifact@')) cpSync(given['path'] ?? '', artifact, { recursive: true })
  else if (uses.startsWith('actions/download-artifact@')) cpSync(artifact, given['path'] ?? '', { recursive: true })
  else if (uses.startsWith('<owner>/agent-loop@')) return runAction(given, { ...place, env: { ...place.env, ...own } })
  else if (!uses.startsWith('actions/setup-node@')) throw new Error(`unknown action ${uses}`)
  return DONE
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

/** The composite action of this repository, by its own file. */
function runAction(given: Readonly<Record<string, string>>, { env, workspace }: StepPlace): ShellEnd {
  const { inputs, runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as ActionFile
  const unknown = Object.keys(given).filter(name => inputs[name] === undefined)
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown}`)
  const values = Object.fromEntries(
    Object.entries(inputs).map(([name, { default: standard }]) => [name, given[name] ?? standard]),
  )
  const [step] = runs.steps
  const own = mapped(step?.env ?? {}, { inputs: values })
  return shell(step?.run ?? '', { ...env, ...own, GITHUB_ACTION_PATH: ROOT }, workspace)
}

function shell(script: string, env: Readonly<Record<string, string>>, cwd: string): ShellEnd {
  if (script.includes('${{')) throw new Error(`an expression inside a script: ${script}`)
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    env,
    encoding: 'utf8',
  })
  return { code: status ?? 1, out: stdout + stderr }
}

const mapped = (values: Readonly<Record<string, unknown>>, contexts: Contexts): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(String(value), contexts)]))

const filled = (text: string, contexts: Contexts): string =>
  text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, path: string) => String(valueAt(path, contexts) ?? ''))

const valueAt = (path: string, contexts: Contexts): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' ? (value as Json | null)?.[key] : undefined), contexts)

function holds(condition: string | undefined, contexts: Contexts): boolean {
  if (condition === undefined) return true
  const [, path = '', wanted] = /^([\w.-]+) == '([^']*)'$/.exec(condition) ?? []
  if (wanted === undefined) throw new Error(`cannot read the condition ${condition}`)
  return valueAt(path, contexts) === wanted
}

/** `name=value`, or `name<<END` and lines up to END. */
export function outputsIn(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  const lines = text.split('\n')
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', end] = /^([\w-]+)<<(.+)$/.exec(line) ?? []
    const plain = /^([\w-]+)=(.*)$/.exec(line)
    if (end !== undefined)
      found[name] = lines
        .splice(0, lines.indexOf(end) + 1)
        .slice(0, -1)
        .join('\n')
    else if (plain?.[1] !== undefined) found[plain[1]] = plain[2] ?? ''
  }
  return found
}
