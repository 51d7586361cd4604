import { failingIn } from '../check/verify/facts-in.ts'
import type { Verification } from '../check/verify/verification.ts'
import { leavesOf } from '../criteria/criterion.ts'
import { renamesIn } from '../criteria/task/renames.ts'
import { TOOLS } from '../tools/catalog.ts'
import { isInResultCache } from '../tools/protection/result-caches.ts'
import { plural } from '../tools/reading/totals.ts'
import { type CleanCopy, openCleanCopy } from '../workspace/clean-copy/clean-copy.ts'
import { alteredExpectations } from './canary/altered-expectations.ts'
import { concludeCanaries, plantCanaries } from './canary/canary-step.ts'
import { noticesAsMuch } from './canary/notices-as-much.ts'
import { forkOf } from './canary/run-canaries.ts'
import { concludeElsewhere, repeatElsewhere } from './clean-run/elsewhere.ts'
import { runOtherBuild } from './clean-run/other-build.ts'
import { runAtOtherDate } from './clean-run/other-date.ts'
import { rerunPlainly } from './clean-run/plain-rerun.ts'
import { runInCopy } from './clean-run/run-in-copy.ts'
import type { Finding } from './finding.ts'
import { finding } from './finding-words.ts'
import { untestedChanges } from './mutants/untested-changes.ts'
import { cleanCopyOptions } from './options.ts'
import { followedTests } from './original-checks/contradicted-tests.ts'
import {
  type AsBefore,
  aroundFindings,
  checksIn,
  judgeChecks,
  keptCounts,
  placeOf,
  stepOf,
} from './original-checks/judge-checks.ts'
import { replayBaseline } from './original-checks/replay-baseline.ts'
import { addedChecks } from './original-checks/restore-checks.ts'
import { letsTestsGo, runOriginalChecks, testsBefore } from './original-checks/run-original-checks.ts'
import type { ProofCase } from './proof-case.ts'
import type { ProofLog } from './proof-log.ts'
import type { ProvingStep } from './proving-step.ts'
import { ratchetStep } from './ratchet-step.ts'
import { besideOutput, builtAnew, changedPrograms, changedSince, newIgnored, notBuiltIn } from './seal/built-files.ts'
import { linksOut } from './seal/links-out.ts'
import type { SealChange } from './seal/seal.ts'
import { isSource } from './seal/sections/sections.ts'
import { buildBaseline } from './seal/state/ignored-before.ts'
import { untrackedFiles } from './seal/untracked-files.ts'
import { apart, beginShortRuns, type ShortRuns } from './side-by-side.ts'
import { mustRecompile, refuseWarnings } from './task/no-warnings.ts'
import { taskObjectsStep } from './task/task-objects.ts'
import { claimedStatus } from './tests/claimed-status.ts'
import { compareCounts } from './tests/compare-counts.ts'
import { compareTests, missingTests, testsGone } from './tests/compare-tests.ts'
import { deletedErrors } from './tests/deleted-errors.ts'
import { type ExecutedTest, type ExecutedTests, executedTests, without } from './tests/executed-tests.ts'
import { onlyComments } from './tests/only-comments.ts'
import { areProducts, withoutProducts } from './tests/own-products.ts'
import { redToGreen } from './tests/red-to-green.ts'
import { withoutRenamed } from './tests/renamed-tests.ts'
import { rewrittenTests, stampsIn, testsRewritten } from './tests/rewritten-tests.ts'
import { stability } from './tests/stability.ts'
import { accepts } from './waiver.ts'

/** Runs the steps of the proof, the cheap ones first, and records what each one found in the log. */
export async function proveTree(given: ProofCase): Promise<void> {
  const { options, question, record, log, changed } = given
  const step = (name: ProvingStep): void => options.onStep?.(name)
  step('compare')
  const around = aroundFindings(changed)
  if (around.length > 0) log.refused('tools', around)
  await untrackedFiles(given)
  await linksOut(given)
  await onlyComments(given)
  const counted = await ratchetStep(given)
  const went = await deletedErrors(given)
  await reportIgnoredFiles(given)
  await taskObjectsStep(given)
  const added = await addedTestFiles(given)
  const programs = changedPrograms(record.seal, changed)
  const kept = changed.filter(({ path }) => !programs.includes(path))
  const checks = [...checksIn(kept), ...added]
  const inPlace = question.verifications
  const rebuilt = [...builtAnew(record.seal), ...programs]
  const believes = options.level === 'fast' && rebuilt.length === 0
  if (believes && checks.length === 0) return judgeEvidence(given, inPlace, null)

  const sinceMs = changedSince(record.seal)
  const recompile = mustRecompile(given)
  const opened = await openCleanCopy({
    ...cleanCopyOptions(options, rebuilt),
    sinceMs,
    recompile,
    ...buildBaseline(record.seal.ignored, given.blobs),
  })
  if (!opened.ok) {
    if (counted.length > 0) log.refused('ratchets', counted)
    return withoutCopy(given, [...checks, ...rebuilt.map(asChanged)], opened.error)
  }
  const copy = opened.value
  const beside = options.level === 'fast' || log.objects() ? null : await beginShortRuns(given, copy, went)
  const main = beside === null ? given : apart(given)
  try {
    if (!believes) step('clean-copy')
    const run = believes
      ? { ran: inPlace, products: [] }
      : await runInCleanCopy(main, copy, { rebuilt, programs, beside: beside?.ended ?? null })
    if (run === null) {
      if (counted.length > 0) log.refused('ratchets', counted)
      return
    }
    const { ran: asItStands, products } = run
    const proof = withoutProducts(main, products)
    nameNewIgnored(proof, copy)
    if (recompile && !believes) refuseWarnings(proof, asItStands)
    if (checks.length > 0) step('original-checks')
    const original = checks.length === 0 ? null : await runOriginalChecks(proof, copy, checks)
    const followed = await followedTests(proof, copy, checks, original)
    const asBefore = followed === null ? original : null
    await judgeEvidence({ ...proof, changed: [...kept, ...added] }, asItStands, asBefore, followed ?? [])
    if (options.level !== 'fast') {
      step('canary')
      const early = (await beside?.ended) ?? NOT_YET
      const canaries = early.canaries ?? (await plantCanaries(proof, copy, went))
      concludeCanaries(proof, canaries)
      await alteredExpectations(proof, copy)
      await noticesAsMuch(proof, copy, counted)
      const elsewhere = async () => (early.elsewhere ? early.elsewhere.said : await repeatElsewhere(proof, copy))
      // The expensive steps run only while there are no objections.
      for (const [name, run] of [
        ['status', () => claimedStatus(proof, copy)],
        ['elsewhere', async () => concludeElsewhere(proof, await elsewhere())],
        ['other-build', () => runOtherBuild(proof, copy)],
        ...(options.level === 'strict' ? [['other-date', () => runAtOtherDate(proof, copy)] as const] : []),
        ['red-to-green', () => redToGreen(proof, copy)],
        ['stability', () => stability(proof, copy, canaries.suspects)],
        ['plain-rerun', () => rerunPlainly(proof, copy)],
        ...(options.mutants ? [['mutants', () => untestedChanges(proof, copy)] as const] : []),
      ] as const) {
        if (log.objects()) break
        step(name)
        await run()
      }
    }
    const disturbed = await copy.disturbed()
    if (disturbed.length > 0)
      throw new Error(`the tree changed while it was checked: ${disturbed.slice(0, 5).join(', ')}`)
    for (const note of [...copy.notes, ...copy.notIsolated.map(path => `not isolated: ${path}`)])
      log.notChecked('room', note)
  } finally {
    await beside?.ended
    await copy.close()
  }
}

const NOT_YET: ShortRuns = { canaries: null, elsewhere: null }

const asChanged = (path: string): SealChange => ({ path, what: 'changed', kind: 'script' })

/** The proof covers all files in the tree, but a commit does not contain the ones that git ignores. */
async function reportIgnoredFiles({ options, log }: ProofCase): Promise<void> {
  nameIgnored(
    log,
    (await options.hidden()).filter(path => !isInResultCache(path)),
  )
}

/** New ignored files that the check did not write itself, when it ran in the copy. */
function nameNewIgnored({ record, log }: ProofCase, copy: CleanCopy): void {
  if (record.seal.ignored?.complete === false)
    log.notChecked('ignored files', 'git ignores too many files to tell which of them are new')
  else nameIgnored(log, newIgnored(copy, record.seal.ignored?.paths ?? []))
}

function nameIgnored(log: ProofLog, hidden: readonly string[]): void {
  if (hidden.length === 0) return
  const named = `${hidden.slice(0, 3).join(', ')}${hidden.length > 3 ? ` and ${hidden.length - 3} more` : ''}`
  log.notChecked('ignored files', `git ignores the new files ${named}: without them the check may fail`)
}

const ISOLATING = TOOLS.flatMap(({ name, isolates }) => (isolates ? [name] : []))

/**
 * New files among the tests that could change what the old tests do: files that no runner ran as tests, and every new file when the
 * runner runs all files in one process.
 */
async function addedTestFiles({ options, question, record, isFree, freed }: ProofCase): Promise<readonly SealChange[]> {
  const added = addedChecks(await options.changes()).filter(path => !isFree(path))
  if (added.length === 0 || freed) return []
  const ran = new Set(executedTests(question.verifications, options)?.tests.map(({ file }) => file))
  const apart = record.executed?.tools.every(tool => ISOLATING.includes(tool)) ?? false
  return added
    .filter(path => !apart || !ran.has(path))
    .map(path => ({ path, what: 'added' as const, kind: 'test' as const }))
}

/** Without clean copies, the steps that need one are reported as not checked, and a changed check is refused as unproven. */
async function withoutCopy(proof: ProofCase, checks: readonly SealChange[], because: string): Promise<void> {
  if (proof.record.room !== null)
    throw new Error(`a clean copy could be made before the first turn and cannot be made now: ${because}`)
  await judgeEvidence(proof, proof.question.verifications, null)
  proof.log.notChecked('room', because)
  if (checks.length === 0) return
  proof.log.refused('seal', [finding('checks-changed', 'unproven', { because }, checks.map(placeOf))])
}

interface RunInCopy {
  readonly ran: readonly Verification[]
  /** Protected files that the check writes itself. */
  readonly products: readonly string[]
}

interface CleanRun {
  readonly rebuilt: readonly string[]
  readonly programs: readonly string[]
  /** Runs at the same time, which may disturb this one. */
  readonly beside: Promise<unknown> | null
}

/** Runs the check on a clean copy of the present tree. Null when the result was refused. */
async function runInCleanCopy(
  proof: ProofCase,
  copy: CleanCopy,
  { rebuilt, programs, beside }: CleanRun,
): Promise<RunInCopy | null> {
  const { options, question, log } = proof
  const before = stampsIn(copy, proof.record.seal)
  log.ran()
  const verification = await runInCopy(copy, options, question, options.criterion)
  if (verification.kind !== 'passed' && beside !== null) {
    await beside
    const alone = await forkOf(copy)
    return await runInCleanCopy(proof, alone, { rebuilt, programs, beside: null }).finally(() => alone.close())
  }
  const products = rewrittenTests(before, stampsIn(copy, proof.record.seal))
  if (products.length > 0 && !(await areProducts(proof, copy, products))) {
    log.refused('room', [testsRewritten(products)])
    return null
  }
  const left = notBuiltIn(copy, programs)
  const missing = besideOutput(notBuiltIn(copy, copy.builds.added), proof.record.seal.ignored?.paths ?? [])
  if (verification.kind === 'passed' && left.length === 0) {
    log.ok('room', `passes in a clean copy (${copy.kind})`)
    return { ran: [verification], products }
  }
  // Without these files the baseline would fail as well, and that would excuse nothing.
  const excuse = rebuilt.length > 0 ? null : await replayBaseline(proof, copy, verification)
  if (excuse !== null) {
    log.notChecked('room', excuse)
    return { ran: question.verifications, products }
  }
  const failsInCopy = finding(
    'green-only-in-place',
    'unproven',
    { left, missing, linked: [] },
    failingIn(verification).sort().slice(0, 10),
  )
  log.refused('room', [failsInCopy])
  // Waiving this finding does not waive what the other steps would find.
  return question.waivers.some(waiver => accepts(waiver, failsInCopy))
    ? { ran: question.verifications, products }
    : null
}

/** Judges the tests that ran, together with the result of the original checks. */
async function judgeEvidence(
  proof: ProofCase,
  verifications: readonly Verification[],
  asBefore: AsBefore,
  replaced: readonly ExecutedTest[] = [],
): Promise<void> {
  const { log, changed, options, question } = proof
  const ran = executedTests(verifications, options)
  const all = await testsBefore(proof)
  const known = all && { ...all, tests: all.tests.filter(({ id }) => !replaced.some(one => one.id === id)) }
  const before = known && without(known, question.mayFail)
  const now = ran && without(ran, question.mayFail)
  const mayFail = leavesOf(options.criterion).some(
    leaf =>
      leaf.kind === 'no_new_failures' ||
      (leaf.kind === 'exit_code' && (leaf.expect !== 0 || leaf.command.startsWith('! '))) ||
      leaf.kind === 'output_match',
  )
  const compared =
    before === null && now === null
      ? compareCounts(question.baseline, verifications, {
          own: proof.record.counted,
          kept: (await letsTestsGo(proof)) ? keptCounts(asBefore, proof.record.counted) : null,
        })
      : compareTests(before, now, mayFail)
  // Without a run of the original checks, no check changed but what the person allowed.
  const found = asBefore?.green !== false ? await renamesAllowed(proof, compared, now) : compared
  const findings = judgeChecks(found, asBefore, checksIn(changed))
  const blocking = findings.filter(({ objection }) => objection !== null)
  if (blocking.length > 0) {
    refuseTests(log, findings)
    return
  }
  if (now === null) log.notChecked('ids', 'no test runner reported which tests it ran')
  else
    log.ok(
      'ids',
      `${plural(now.tests.length, 'test')} ran, and none of the ${before?.tests.length ?? 0} from before is missing`,
    )
  const excused = ran?.tests.filter(({ id, state }) => state === 'failed' && question.mayFail(id)) ?? []
  if (excused.length > 0)
    log.notChecked(
      'quarantine',
      `tests that may fail and do: ${excused
        .map(({ id }) => id)
        .slice(0, 5)
        .join(', ')}`,
    )
  if (asBefore !== null) log.ok('checks as before', 'passes with the checks from before the first turn too')
}

/** Each finding is shown at the step that found it. */
function refuseTests(log: ProofLog, findings: readonly Finding[]): void {
  const steps = new Map<string, Finding[]>()
  for (const found of findings) {
    const step = stepOf(found)
    steps.set(step, [...(steps.get(step) ?? []), found])
  }
  for (const [step, found] of steps) {
    if (found.some(({ objection }) => objection !== null)) log.refused(step, found)
    else log.noted(step, found, 'only warnings')
  }
}

/** Renamed tests are not gone. Only asked after the original tests passed on the new source. */
async function renamesAllowed(
  proof: ProofCase,
  found: readonly Finding[],
  now: ExecutedTests | null,
): Promise<Finding[]> {
  const { options } = proof
  const known = await testsBefore(proof)
  if (!known || !now || !found.some(({ rule }) => rule === 'tests-gone')) return [...found]
  const gone = missingTests(known, now)
  const files = [...new Set([...gone, ...now.tests].flatMap(({ file }) => (file === null ? [] : [file])))]
  const [before, after] = [new Map<string, string | null>(), new Map<string, string | null>()]
  for (const file of files) {
    before.set(file, await options.readBefore(file))
    after.set(file, await options.readNow(file))
  }
  const left = withoutRenamed(gone, known, now, {
    before: path => before.get(path) ?? null,
    now: path => after.get(path) ?? null,
    sources: await changedSources(proof),
    renames: renamesIn(options.task),
    isFree: path => proof.isFree(path),
  })
  return [...found.filter(({ rule }) => rule !== 'tests-gone'), ...testsGone(left)]
}

/** The original text of changed source files that contain tests. */
async function changedSources({ options, changed }: ProofCase): Promise<string[]> {
  const paths = changed.filter(({ path, kind }) => kind === 'test' && isSource(path)).map(({ path }) => path)
  const texts = await Promise.all([...new Set(paths)].map(path => options.readBefore(path)))
  return texts.filter(text => text !== null)
}
