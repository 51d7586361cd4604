import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { fail, ok, type Result } from '../std/result.ts'
import type { Environment } from './shell.ts'

/** Settings that keep git from starting other programs. */
const SETTINGS = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'gc.auto=0', 'maintenance.auto=false'].flatMap(
  setting => ['-c', setting],
)

/**
 * Objects that are missing are not fetched: a repository can name any program as the remote that has them. Older versions of git know
 * only the second variable.
 */
export const NO_FETCH: Environment = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }

/** For our own repository: no configuration but its own, no replaced objects, no helper programs. */
export function isolatedEnvironment(env: Environment): Environment {
  return {
    PATH: env['PATH'],
    HOME: '/dev/null',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    ...NO_FETCH,
  }
}

/** For the user's repository, whose settings may be read: its own commits and objects, none that replace them. */
export function userEnvironment(env: Environment): Environment {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || name.startsWith('GIT_CONFIG'))
  return {
    ...Object.fromEntries(own),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Other parents for a commit, which an agent can write as well.
    GIT_GRAFT_FILE: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
  }
}

interface GitCall {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly stdin?: string
  /** Receives the output while git runs; otherwise it is collected. */
  readonly onOutput?: (chunk: Buffer) => Promise<void>
  /** Git is killed after that; without it there is no limit. */
  readonly timeoutMs?: number
}

/** Runs git and returns its output, or why it failed. Nothing outlives it: hooks, monitors, and maintenance are off. */
export async function runGit({ args, cwd, env, stdin, onOutput, timeoutMs }: GitCall): Promise<Result<Buffer, string>> {
  const child = spawn('git', [...SETTINGS, ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' }),
  })
  const [output, errors]: [Buffer[], Buffer[]] = [[], []]
  const ended = new Promise<string | null>(resolve => {
    child.once('error', error => resolve(`git could not be started: ${error.message}`))
    child.once('close', code => resolve(code === 0 ? null : `git ${args.join(' ')} failed (${code})`))
  })
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  // Git may end without reading its input: its exit code says why.
  child.stdin.on('error', () => {})
  child.stdin.end(stdin ?? '')
  try {
    for await (const chunk of child.stdout) {
      if (onOutput) await onOutput(chunk)
      else output.push(chunk)
    }
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    throw error
  }
  const failure = await ended
  if (failure === null) return ok(Buffer.concat(output))
  return fail([failure, Buffer.concat(errors).toString().trim()].filter(Boolean).join(': '))
}

/** Looks for git without starting it: taking snapshots rarely needs it, but diff and restore do. */
export function hasGit(env: Environment): boolean {
  return (env['PATH'] ?? '').split(delimiter).some(folder => isAbsolute(folder) && isProgram(join(folder, 'git')))
}

/** Whether a path is a program that can be started. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
