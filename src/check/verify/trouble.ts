import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatDuration } from '../../std/duration.ts'
import { nearest } from '../../std/nearest.ts'
import { unreachable } from '../../std/unreachable.ts'
import { readRegular } from '../../system/read-regular.ts'
import { installLine, nearProgram } from '../../tools/commands/install-line.ts'
import { FRAME, missingDependency, missingTool } from '../../tools/commands/not-found.ts'
import type { MissingTool } from '../../tools/commands/start-failure.ts'
import { plain } from '../../tools/reading/plain.ts'
import { countTests } from '../../tools/reading/totals.ts'
import { excerpt } from '../output/excerpt.ts'
import type { VerifyContext } from './context.ts'
import type { CommandRun } from './run-command.ts'
import type { VerificationError } from './verification.ts'

interface VerifyTrouble {
  readonly error: VerificationError
  readonly message: string
  readonly learnings: string
  /** The missing part belongs to the project, so the agent's work may add it. */
  readonly mayBeBrought?: boolean
}

const EXCERPT_LINES = 20

/** Why a run has no result; null when it has one. */
export async function troubleOf(
  command: string,
  { result, reading }: CommandRun,
  { cwd, tasks }: Pick<VerifyContext, 'cwd' | 'tasks'>,
): Promise<VerifyTrouble | null> {
  switch (result.kind) {
    case 'exited':
      return await notFound(
        command,
        { ...result, output: plain(result.output), passed: (countTests(reading)?.passed ?? 0) > 0 },
        { cwd, tasks },
      )
    case 'killed':
      return null
    case 'timed-out':
      return timeout(command, result.afterMs, result.output)
    case 'not-started':
      return {
        error: 'cannot_start',
        message: `${command} could not be started: ${result.because}`,
        learnings: result.because,
      }
    case 'aborted':
      return { error: 'aborted', message: `${command} was stopped`, learnings: 'stopped on request' }
    default:
      return unreachable(result)
  }
}

function timeout(command: string, afterMs: number, output: string): VerifyTrouble {
  const message = `${command} timed out after ${formatDuration(afterMs)}`
  const hint =
    'It may hang in an infinite loop, in a test that never finishes, or in a program that waits for input or watches files.'
  const last = excerpt(output, EXCERPT_LINES)
  return {
    error: 'timeout',
    message,
    learnings: [`${message}. ${hint}`, ...(last.length > 0 ? ['Its output so far:', ...last] : [])].join('\n'),
  }
}

async function notFound(
  command: string,
  { exitCode, output, passed }: { readonly exitCode: number; readonly output: string; readonly passed: boolean },
  { cwd, tasks }: Pick<VerifyContext, 'cwd' | 'tasks'>,
): Promise<VerifyTrouble | null> {
  if (exitCode === 0) return null
  const project = await manifestsIn(cwd)
  const missing =
    missingTool(command, exitCode, output, { passed, read: project.read }) ??
    (project.isInstalled ? null : missingDependency(output, project.declares))
  if (missing === null) return null
  const line = installLine(missing, project.root, project.declares)
  const what = whatIsMissing(missing)
  const remedy = remedyFor(missing, line, project.root)
  const last = lastLines(output, missing)
  return {
    error: 'command_not_found',
    message: `${command}: ${what}. ${remedy}`,
    learnings: [`${what}. ${remedy}`, ...(last.length > 0 ? ['The last lines of its output:', ...last] : [])].join(
      '\n',
    ),
    mayBeBrought: await mayBeBroughtBy(tasks, missing),
  }
}

async function mayBeBroughtBy(tasks: readonly string[], missing: MissingTool): Promise<boolean> {
  const { mayBring } = await import('../../criteria/task/may-bring.ts')
  return tasks.some(task => mayBring(task, missing))
}

/** An install line only for a program that we know: a package with the name of a typo would be anybody's. */
function remedyFor({ what, program }: MissingTool, line: string | null, names: ReadonlySet<string>): string {
  if (line !== null) return `Install ${what === 'dependencies' ? 'them' : 'it'} with: ${line}`
  const near = what === 'program' || what === 'module' ? (nearFile(program, names) ?? nearProgram(program)) : null
  return near === null ? remedies[what] : `Did you mean ${near}?`
}

/** `./tets.sh`, where there is a `test.sh`. */
function nearFile(program: string, names: ReadonlySet<string>): string | null {
  const [, name] = /^\.\/([^/]+)$/.exec(program) ?? []
  const near = name === undefined ? null : nearest(name, [...names])
  return near === null ? null : `./${near}`
}

const LAST_LINES = 5

/** The last lines, and before them the one that names what is missing, where a summary follows it. */
function lastLines(output: string, { program }: MissingTool): string[] {
  const lines = output.split('\n').filter(line => /\w/.test(line) && !FRAME.test(line))
  const named = lines.slice(0, -LAST_LINES).findLast(line => line.includes(program))
  const last = lines.slice(-LAST_LINES)
  return named === undefined || last.some(line => line.includes(program)) ? last : [named, ...last]
}

function whatIsMissing({ what, program }: MissingTool): string {
  if (what === 'program') return `${program} not found`
  if (what === 'dependencies') return `the dependencies of the project are not installed (${program})`
  if (what === 'option') return `${program} is no known option`
  return what === 'file' ? `there is no ${program}` : `there is no ${what} ${program}`
}

const remedies: Readonly<Record<MissingTool['what'], string>> = {
  program: 'Install it, or name an installed program.',
  module: 'Install it, or name an installed module.',
  script: 'Add the script to the project, or name an existing one.',
  target: 'Add the target, or name an existing one.',
  file: 'Add it, or run the command where it is.',
  option: 'Install the plugin that has it, or remove it.',
  dependencies: 'Install them first.',
}

const MANIFESTS = ['pyproject.toml', 'Gemfile', 'composer.json', 'Pipfile', 'requirements.txt', 'requirements-dev.txt']

interface ProjectManifests {
  /** Names in the folder. */
  readonly root: ReadonlySet<string>
  /** The text of a file of the folder, empty when there is none. */
  readonly read: (name: string) => string
  readonly declares: (name: string) => boolean
  /** A folder with installed packages is in place, so a package that cannot be loaded has another reason. */
  readonly isInstalled: boolean
}

async function manifestsIn(cwd: string): Promise<ProjectManifests> {
  const root = new Set(await readdir(cwd).catch(() => []))
  const read = (name: string): string => readRegular(join(cwd, name))?.toString() ?? ''
  const npmPackages = dependenciesIn(read('package.json'))
  const manifests = MANIFESTS.filter(name => root.has(name)).map(read)
  const declares = (name: string): boolean =>
    npmPackages.includes(name) ||
    manifests.some(text => new RegExp(`(^|["'\\s/])${escaped(name)}(["'\\s=<>~^]|$)`, 'm').test(text))
  return {
    root,
    read,
    declares,
    isInstalled: foldersAbove(cwd).some(folder => PACKAGES.some(name => existsSync(join(folder, name)))),
  }
}

const PACKAGES = ['node_modules', '.pnp.cjs', '.venv', 'venv']

/** The folder and those that contain it. */
function foldersAbove(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)]
}

/** A script that calls a tool does not install it; only a dependency does. */
function dependenciesIn(manifest: string): string[] {
  try {
    const { dependencies, devDependencies } = JSON.parse(manifest)
    return Object.keys({ ...dependencies, ...devDependencies })
  } catch {
    return []
  }
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
