import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDuration } from '../../std/duration.ts'
import { unreachable } from '../../std/unreachable.ts'
import { installLine } from '../../tools/commands/install-line.ts'
import { type MissingTool, mayBeBrought, missingTool } from '../../tools/commands/not-found.ts'
import { excerpt } from '../output/excerpt.ts'
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
export async function troubleOf(command: string, { result }: CommandRun, cwd: string): Promise<VerifyTrouble | null> {
  switch (result.kind) {
    case 'exited':
      return await notFound(missingTool(command, result.exitCode, result.output), command, cwd)
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
  const message = `${command} did not end within ${formatDuration(afterMs)}`
  const hint =
    'It may hang in an infinite loop, in a test that never finishes, or in a program that waits for input or watches files.'
  const last = excerpt(output, EXCERPT_LINES)
  return {
    error: 'timeout',
    message,
    learnings: [`${message}. ${hint}`, ...(last.length > 0 ? ['Its output so far:', ...last] : [])].join('\n'),
  }
}

async function notFound(missing: MissingTool | null, command: string, cwd: string): Promise<VerifyTrouble | null> {
  if (missing === null) return null
  const line = await installLineFor(missing, cwd)
  const what =
    missing.what === 'program' ? `${missing.program} not found` : `there is no ${missing.what} ${missing.program}`
  const remedy = line ? `Install it with: ${line}` : remedies[missing.what]
  return {
    error: 'command_not_found',
    message: `${command}: ${what}. ${remedy}`,
    learnings: `${what}. ${remedy}`,
    mayBeBrought: mayBeBrought(missing),
  }
}

const remedies: Readonly<Record<MissingTool['what'], string>> = {
  program: 'Install it, or name an installed program.',
  module: 'Install it, or name an installed module.',
  script: 'Add the script to the project, or name an existing one.',
  target: 'Add the target, or name an existing one.',
}

const MANIFESTS = ['pyproject.toml', 'Gemfile', 'composer.json', 'Pipfile', 'requirements.txt', 'requirements-dev.txt']

async function installLineFor(missing: MissingTool, cwd: string): Promise<string | null> {
  const root = new Set(await readdir(cwd).catch(() => []))
  const read = (name: string): Promise<string> => readFile(join(cwd, name), 'utf8').catch(() => '')
  const npmPackages = dependenciesIn(await read('package.json'))
  const manifests = await Promise.all(MANIFESTS.filter(name => root.has(name)).map(read))
  const declared = (name: string): boolean =>
    npmPackages.includes(name) ||
    manifests.some(text => new RegExp(`(^|["'\\s/])${escaped(name)}(["'\\s=<>~^]|$)`, 'm').test(text))
  return installLine(missing, root, declared)
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
