import { resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Case } from '../../bench/cheats/case.ts'
import { CASES } from '../../bench/cheats/cases/all.ts'
import { type Played, playOurs } from '../../bench/cheats/play.ts'
import { makeStage, missingFor, strike } from '../../bench/cheats/stage.ts'
import { commandIn } from './in-process.ts'

const SOURCES = { repository: resolve(import.meta.dirname, '../..'), tools: null }

/** Several runs of a suite in each case: a busy machine needs its time. */
export const CASE_TIMEOUT_MS = 300_000

export function caseNamed(id: string): Case {
  const one = CASES.find(each => each.id === id)
  if (!one) throw new Error(`there is no case ${id}`)
  return one
}

/** Whether everything is here that it needs. */
export const canPlay = (id: string): boolean => missingFor(caseNamed(id), SOURCES).length === 0

/** A case of `bench:cheats`, played through the command line. */
export async function played(id: string): Promise<Played> {
  const one = caseNamed(id)
  const stage = makeStage(one, SOURCES)
  onTestFinished(() => strike(stage))
  return await playOurs(one, stage, SOURCES, (args, { project, env }) => commandIn(project, args, env))
}

export async function expectVerified(id: string): Promise<Played> {
  const end = await played(id)
  expect({ status: end.status, exitCode: end.exitCode, rules: end.rules }, end.says).toEqual({
    status: 'verified',
    exitCode: 0,
    rules: [],
  })
  return end
}
