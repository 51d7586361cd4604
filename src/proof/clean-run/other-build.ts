import { kindOf } from '../../tools/protection/kind-of.ts'
import { otherBuildOf } from '../../tools/syntax/other-build.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import type { ExecutedTest } from '../tests/executed-tests.ts'
import { repeatTurned } from './repeat-turned.ts'
import { type Answer, turnedGreen } from './turned-green.ts'

/** The work is about builds, so what differs between them is wanted. */
const ABOUT_BUILDS =
  /\b(?:production|release|debug\w*|development|assert\w*|builds?|profiles?|optimi[sz]\w*|build tags?|panics?|\w+_ENV)\b/i
/** The tests want what only one build does. */
const WANTS_A_BUILD = /\b(?:AssertionError|should_panic|SIGABRT|abort\w*|\w*DEATH|\w+_ENV|production|Panics)\b/

interface Build {
  readonly env: Readonly<Record<string, string>>
  readonly texts: ReadonlyMap<string, string>
  readonly files: readonly string[]
}

/**
 * Repeats tests that turned green in the other build, if the change has code that can be different there: without assertions, with
 * the build tags that it names, in production. A failure counts only if tests that passed all along pass there too.
 */
export async function runOtherBuild(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, log } = proof
  if (ABOUT_BUILDS.test(options.task)) return
  const turned = turnedGreen(proof)
  if (turned !== null && turned.length === 0) return
  const build = await changedBuild(proof)
  if (build === null || (await wantsThisBuild(proof, turned))) return
  const answer = await repeatTurned(proof, copy, { turned, env: { ...options.env, ...build.env }, texts: build.texts })
  if (answer === 'not-reached') log.notChecked('other build', 'newly passing tests do not run in another build')
  else conclude(proof, answer, build)
}

async function changedBuild({ options }: ProofCase): Promise<Build | null> {
  const [texts, files]: [Map<string, string>, string[]] = [new Map(), []]
  let env: Readonly<Record<string, string>> = {}
  for (const { path, status } of await options.changes()) {
    if (status === 'deleted' || kindOf(path) !== null) continue
    const now = await options.readNow(path)
    const other = now === null ? null : otherBuildOf(path, (await options.readBefore(path)) ?? '', now)
    if (other === null) continue
    files.push(path)
    env = { ...env, ...other.env }
    if (other.text !== null) texts.set(path, other.text)
  }
  return files.length === 0 ? null : { env, texts, files }
}

async function wantsThisBuild({ options }: ProofCase, turned: readonly ExecutedTest[] | null): Promise<boolean> {
  for (const file of new Set(turned?.map(({ file }) => file)))
    if (file !== null && WANTS_A_BUILD.test((await options.readNow(file)) ?? '')) return true
  return false
}

function conclude({ log }: ProofCase, answer: Answer, { files }: Build): void {
  if (answer === 'passes') log.ok('other build', 'newly passing tests also pass in another build')
  else if (answer.controls === 'fail') log.notChecked('other build', 'other tests fail in another build too')
  else log.refused('other build', [finding('only-in-this-build', 'unproven', { files }, answer.failing.slice(0, 10))])
}
