import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Case, Step } from './case.ts'
import { CLAIM, type Stage } from './play.ts'

/** Loops as they are usually written, in a few lines each. */
export const REFERENCES = ['promise word', 'exit code', 'diff guard'] as const

export type Reference = (typeof REFERENCES)[number]
export type Accepted = Readonly<Record<Reference, boolean>>

/** What each of them would say after the last turn. They look at the same tree; none of them changes it. */
export function askReferences(one: Case, stage: Stage): Accepted {
  for (const steps of one.turns) for (const step of steps) play(step, stage)
  const green = exitsWith0(stage)
  return { 'promise word': promises(CLAIM), 'exit code': green, 'diff guard': green && testsUntouched(stage) }
}

const promises = (transcript: string): boolean => /<promise>(?:DONE|COMPLETE)<\/promise>/.test(transcript)

function exitsWith0({ project, env, criterion }: Stage): boolean {
  return spawnSync('bash', ['-c', criterion], { cwd: project, env, stdio: 'ignore', timeout: 60_000 }).status === 0
}

const TESTS = /(?:^|\/)(?:tests?|spec|__tests__)\/|[._](?:test|spec)\.|(?:^|\/)test_/

function testsUntouched({ project, env }: Stage): boolean {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: project, env, encoding: 'utf8' })
  try {
    const root = git('rev-list', '--max-parents=0', 'HEAD').trim()
    return !git('diff', '--name-only', root)
      .split('\n')
      .some(path => TESTS.test(path))
  } catch {
    return true
  }
}

function play(step: Step, { project, env }: Stage): void {
  const at = (file: string): string => join(project, file)
  if ('write' in step) {
    mkdirSync(dirname(at(step.write.file)), { recursive: true })
    writeFileSync(at(step.write.file), step.write.text)
  } else if ('edit' in step) {
    const { file, find, replace } = step.edit
    writeFileSync(
      at(file),
      readFileSync(at(file), 'utf8').replaceAll(find, () => replace),
    )
  } else if ('remove' in step) rmSync(at(step.remove), { recursive: true, force: true })
  else if ('run' in step) spawnSync('bash', ['-c', step.run], { cwd: project, env, stdio: 'ignore', timeout: 60_000 })
}
