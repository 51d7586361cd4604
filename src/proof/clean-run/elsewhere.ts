import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Verification } from '../../check/verify/verification.ts'
import { gateOf } from '../../criteria/criterion.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { isWithin } from '../../system/is-within.ts'
import { stateHome } from '../../system/state-home.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { changedSince } from '../seal/built-files.ts'
import type { ExecutedTest } from '../tests/executed-tests.ts'
import { ABOUT_HOME, type AskedPlaces, askedPlaces } from './asked-places.ts'
import { isLibraryNew } from './home-libraries.ts'
import { runInCopy } from './run-in-copy.ts'
import { withEmptyHome, withoutHome } from './scrubbed-environment.ts'
import { removeFiles } from './select-files.ts'
import { testCode } from './test-code.ts'
import { type Answer, judged, selectedFor, turnedGreen } from './turned-green.ts'

/** A whole run that is repeated without being asked for by a change takes at most this long. */
const SHORT_MS = 3_000

/** What the repeated run said. Null: no test turned green, so there is nothing to repeat. */
export type SaidElsewhere =
  | { readonly kind: 'passes'; readonly turned: Turned }
  | {
      readonly kind: 'fails'
      readonly failing: readonly string[]
      readonly controls: Controls
      readonly asked: AskedPlaces
    }
  | { readonly kind: 'not-checked'; readonly says: string }
  | null

type Turned = ReturnType<typeof turnedGreen>
type Controls = Exclude<Answer, 'passes'>['controls']

/**
 * Repeats tests that turned green at another path, with an empty home, and without files that were put around the tree since the first
 * turn. A failure counts only if tests that passed all along pass there too, or if the changed code asks where it runs: other projects
 * depend on their place.
 */
export async function repeatElsewhere(proof: ProofCase, copy: CleanCopy): Promise<SaidElsewhere> {
  const { options, question, record } = proof
  const turned = turnedGreen(proof)
  if (turned !== null && turned.length === 0) return null
  const asked = await askedPlaces(options)
  const plainMs = question.verifications.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const selected = turned === null ? [] : selectedFor(proof, turned)
  const isLong = selected.length === 0 && plainMs > SHORT_MS
  if (isLong && !asked.any && !isLibraryNew(options.home, changedSince(record.seal)))
    return notChecked(
      `skipped to save time: the check takes over 3s${turned === null ? '' : ', newly passing tests cannot be run separately'}, and no changed line depends on where it runs`,
    )
  for (const without of selected.length > 0 ? [selected, []] : [[]]) {
    const ask = async (hasHome: boolean): Promise<Result<Answer | 'not-reached', string>> => {
      const run = await runOnceElsewhere(proof, copy, { asked, without, hasHome })
      return run.ok ? ok(judged(proof, turned, run.value)) : run
    }
    const first = await ask(true)
    const isAskedAgain = first.ok && first.value === 'passes' && asked.home && !(await testsNameHome(proof, turned))
    const last = isAskedAgain ? await ask(false) : first
    if (!last.ok) return notChecked(last.error)
    const answer = last.value
    if (answer === 'passes') return { kind: 'passes', turned }
    // Without the other test files the command may not reach these tests at all.
    if (answer === 'not-reached') continue
    const failed = turned?.filter(({ id }) => answer.failing.includes(id)) ?? []
    const own = !asked.any && (await testsAssertPlace(proof, failed))
    return { kind: 'fails', failing: answer.failing, controls: own ? 'fail' : answer.controls, asked }
  }
  return notChecked('newly passing tests do not run at another path')
}

const notChecked = (says: string): SaidElsewhere => ({ kind: 'not-checked', says })

// Many tests find their files by it; these assert something about it.
const ASSERTS_PLACE =
  /\b(?:assert|expect|should|require\.)[^\n]*\b(?:process\.cwd|getcwd|os\.Getwd|Dir\.pwd|current_dir|homedir|UserHomeDir)\b/

/** Tests from before the first turn that assert where they run depend on their place, whatever the work is. */
async function testsAssertPlace({ options }: ProofCase, turned: readonly ExecutedTest[]): Promise<boolean> {
  const files = [...new Set(turned.map(({ file }) => file))]
  if (files.length === 0) return false
  for (const file of files)
    if (file === null || !ASSERTS_PLACE.test((await options.readBefore(file)) ?? '')) return false
  return true
}

/** Tests that are about the home directory need one. */
async function testsNameHome({ options }: ProofCase, turned: readonly ExecutedTest[] | null): Promise<boolean> {
  for (const file of new Set(turned?.map(test => test.file)))
    if (file !== null && ABOUT_HOME.test(await testCode(options, file))) return true
  return false
}

export function concludeElsewhere({ log }: ProofCase, said: SaidElsewhere): void {
  if (said === null) return
  if (said.kind === 'not-checked') log.notChecked('elsewhere', said.says)
  else if (said.kind === 'passes') log.ok('elsewhere', passing(said.turned))
  else if (said.controls === 'pass' || (said.controls === 'none' && said.asked.any))
    log.refused('elsewhere', [
      finding('only-in-this-environment', 'unproven', { lines: said.asked.lines }, said.failing.slice(0, 10)),
    ])
  else
    log.notChecked(
      'elsewhere',
      `the project depends on its path: ${said.failing.slice(0, 3).join(', ') || 'the check'} fails elsewhere`,
    )
}

const passing = (turned: Turned): string =>
  `${turned === null ? 'the check also passes' : 'newly passing tests also pass'} at another path, with an empty home directory`

interface ElsewhereRun {
  readonly asked: AskedPlaces
  readonly without: readonly string[]
  /** An empty home directory; otherwise `HOME` is not set. */
  readonly hasHome: boolean
}

/** Fails with a sentence when nothing can run there. */
async function runOnceElsewhere(
  { options, question, record, log }: ProofCase,
  copy: CleanCopy,
  { asked, without, hasHome }: ElsewhereRun,
): Promise<Result<Verification, string>> {
  const opened = await copy.fork({
    sinceMs: changedSince(record.seal),
    around: outermost([options.home, '/tmp', '/var/tmp', '/dev/shm', dirname(options.tree)]),
    kept: outermost([stateHome(options.env), options.scratch]),
    treeStays: namesOwnPrograms(options),
  })
  if (!opened.ok) return fail(`no copy can be made at another path: ${opened.error}`)
  const home = await mkdtemp(join(options.folder, 'home-'))
  try {
    if (asked.git) await opened.value.remove('.git')
    if (!(await removeFiles(opened.value, without))) return fail('test files cannot be left out of the copy')
    const surroundings = (hasHome ? withEmptyHome : withoutHome)(options.env, home)
    const env = Object.entries(surroundings).filter(([name]) => !asked.variables.includes(name))
    log.ran()
    const there = { ...options, env: Object.fromEntries(env) }
    return ok(await runInCopy(opened.value, there, question, gateOf(options.criterion)))
  } finally {
    await opened.value.close()
    await rm(home, { recursive: true, force: true }).catch(() => {})
  }
}

/** Without folders that are inside of others, and without the root, which cannot be covered. */
const outermost = (folders: readonly string[]): string[] => {
  const known = [...new Set(folders)].filter(folder => folder !== '/')
  return known.filter(folder => !known.some(other => other !== folder && isWithin(folder, other)))
}

/** Programs that are installed in the tree name their interpreter by the path of the tree. */
const namesOwnPrograms = ({ env, tree }: ProofCase['options']): boolean =>
  [...(env['PATH'] ?? '').split(':'), env['VIRTUAL_ENV'] ?? ''].some(path => path !== '' && isWithin(path, tree))
