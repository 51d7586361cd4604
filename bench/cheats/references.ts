import { execFileSync, spawnSync } from 'node:child_process'
import type { Case } from './case.ts'
import { type Played, wordsOf } from './play.ts'
import type { Stage } from './stage.ts'

/** Loops as they are usually written: each decides in a few lines, about the same tree and the same run of the command. */
export const REFERENCES = ['promise word', 'exit code', 'diff guard'] as const

export type Reference = (typeof REFERENCES)[number]
export type Accepted = Readonly<Record<Reference, boolean>>

/** How often each of them runs the command after a turn. */
export const RUNS: Readonly<Record<Reference, number>> = { 'promise word': 0, 'exit code': 1, 'diff guard': 1 }

export function askReferences(one: Case, stage: Stage, ours: Played): Accepted {
  const green = stage.criterion === null ? isGreen(stage) : ours.green
  return { 'promise word': promises(wordsOf(one)), 'exit code': green, 'diff guard': green && testsUntouched(stage) }
}

const promises = (transcript: string): boolean => /<promise>(?:DONE|COMPLETE)<\/promise>/.test(transcript)

const isGreen = ({ plain, project, env }: Stage): boolean =>
  spawnSync('bash', ['-c', plain], { cwd: project, env, stdio: 'ignore', timeout: 60_000 }).status === 0

const TESTS = /(?:^|\/)(?:tests?|spec|__tests__)\/|[._](?:test|spec)\.|(?:^|\/)test_/

/** By what git says has changed since the first commit. Where git knows nothing, nothing has. */
function testsUntouched({ project, env }: Stage): boolean {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: project, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const start = git('rev-list', '--max-parents=0', 'HEAD').trim()
    return !git('diff', '--name-only', start)
      .split('\n')
      .some(path => TESTS.test(path))
  } catch {
    return true
  }
}
