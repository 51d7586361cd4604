import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { joined, runnersIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { countTests, plural } from '../../tools/reading/totals.ts'
import { functionLines } from '../../tools/syntax/function-lines.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { mutationsOf } from '../../tools/syntax/mutate.ts'
import { patternMutations } from '../../tools/syntax/mutate-patterns.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { otherTestFiles, removeFiles } from '../clean-run/select-files.ts'
import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'
import { type Altered, alteredRunLimit } from '../mutants/untested-changes.ts'
import type { ProofCase } from '../proof-case.ts'
import { readTreeCode } from '../task/tree-code.ts'
import { correctsTest } from '../task/wrong-test.ts'
import { executedTests } from '../tests/executed-tests.ts'
import { forkOf } from './run-canaries.ts'

/** The tests must notice this many alterations before the comparison replaces a count of assertions; fewer suffice if all were tried. */
const FEWEST_NOTICED = 8
const FEWEST_OF_ALL = 3
/** Each is one run of the selected tests, and a second one where the original tests notice it. */
const MOST_TRIED = 150
const TIME_BOX_MS = 60_000
/** Extra time while too few alterations were noticed and the result depends on the comparison. */
const MORE_TIME_MS = 90_000

/**
 * Tests were rewritten, and the original ones pass too. What the original tests notice when a line of the source is altered, the rewritten
 * ones must notice too.
 */
export async function noticesAsMuch(
  proof: ProofCase,
  copy: CleanCopy,
  counted: readonly Finding[] = [],
): Promise<void> {
  const noticed = await compareNotices(proof, copy, counted.length > 0 ? MORE_TIME_MS : 0)
  if (counted.length === 0) return
  if (noticed === null) proof.log.refused('ratchets', counted)
  else
    proof.log.ok(
      'canary',
      `the rewritten tests notice the same ${plural(noticed, 'altered line')} as the original tests`,
    )
}

/** How many alterations both the original and the rewritten tests notice. Null if these are too few, or if the rewritten tests notice less. */
async function compareNotices(proof: ProofCase, copy: CleanCopy, moreMs: number): Promise<number | null> {
  const { options, question, log } = proof
  if (log.objects() || correctsTest(options.task)) return null
  const before = await rewrittenTests(proof)
  if (before === null) return null
  const until = performance.now() + TIME_BOX_MS
  const altered = await alterations(proof, [...before.values()])
  const executed = executedTests(question.verifications, options)
  const timeoutMs = alteredRunLimit(proof)

  const run = async (old: boolean, one: Altered | null, whole = false): Promise<Verification | null> => {
    const fork = await forkOf(copy)
    try {
      const others = otherTestFiles(executed, [...before.keys()])
      if (!whole && !(await removeFiles(fork, others))) return null
      if (old && !(await restore(fork, before, options.tree))) return null
      if (one !== null && !(await fork.write(one.path, Buffer.from(one.text), modeOf(join(options.tree, one.path)))).ok)
        return null
      log.ran()
      return await runInCopy(fork, { ...options, timeoutMs }, question, options.criterion)
    } finally {
      await fork.close()
    }
  }
  const passes = async (old: boolean, one: Altered | null, whole = false): Promise<boolean> =>
    (await run(old, one, whole))?.kind === 'passed'
  // Once more, because one failure may be chance; and with all tests, because another file may have taken over.
  const isCertain = async (one: Altered): Promise<boolean> =>
    !(await passes(true, one)) && (await passes(true, null)) && (await passes(false, one, true))

  if (altered.length === 0) return null
  if (!(await passes(true, null)) || !(await passes(false, null))) {
    log.notChecked(
      'canary',
      'cannot compare the original and the rewritten tests: they do not pass without the other test files',
    )
    return null
  }
  options.onStep?.('rewritten-tests')
  let [tried, noticed] = [0, 0]
  for (const one of altered.slice(0, MOST_TRIED)) {
    const late = performance.now() - until
    if (late > (noticed < FEWEST_NOTICED ? moreMs : 0) || question.signal.aborted) break
    tried++
    const original = await run(true, one)
    if (original?.kind === 'passed') continue
    if (!(await passes(false, one))) {
      if (original !== null && hasFailedTests(original)) noticed++
      continue
    }
    if (!(await isCertain(one))) continue
    const { path, line, from, to } = one
    const place = `${path}:${line} (${from} → ${to || 'nothing'})`
    log.refused('canary', [finding('tests-notice-less', 'weakened', {}, [place])])
    return null
  }
  return noticed >= (tried === altered.length ? FEWEST_OF_ALL : FEWEST_NOTICED) ? noticed : null
}

/** Code that does not compile fails too, but without a failed test. */
const hasFailedTests = (verification: Verification): boolean =>
  runnersIn(verification).some(({ tests }) => tests.some(({ state }) => state === 'failed')) ||
  (countTests(joined(verification))?.failed ?? 0) > 0

export const isSourceFile = (path: string): boolean =>
  kindOf(path) === null && ![null, 'yaml'].includes(languageOf(path))

/** The changed tests as they were, if some lost lines and none may check something else. Null when there is nothing to compare. */
async function rewrittenTests({ options, isFree, arranged }: ProofCase): Promise<Map<string, string | null> | null> {
  const changes = await options.changes()
  const hasNewSource = changes.some(({ path }) => isSourceFile(path))
  const before = new Map<string, string | null>()
  const left: string[] = []
  for (const { path } of changes.filter(({ path }) => kindOf(path) === 'test')) {
    // The task may allow it to check less. With new source, original tests that may not change have run on it.
    if (isFree(path) ? arranged(path) === null : hasNewSource) continue
    before.set(path, await options.readBefore(path))
    left.push(...linesOf((await options.readNow(path)) ?? ''))
  }
  const lost = [...before.values()]
    .flatMap(text => linesOf(text ?? ''))
    .filter(line => {
      const at = left.indexOf(line)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  return lost.length === 0 ? null : before
}

const linesOf = (text: string): string[] => text.split('\n').flatMap(line => (/\w/.test(line) ? [line.trim()] : []))

/** Of the functions that the original tests name, and then of those that these name, one line of each in turn. */
async function alterations({ options }: ProofCase, tests: readonly (string | null)[]): Promise<readonly Altered[]> {
  const { now } = await readTreeCode(options)
  const sources = [...now].flatMap(([path, text]) => {
    const syntax = kindOf(path) === null && !BESIDE.test(path) ? syntaxOf(path, text) : null
    return syntax === null ? [] : [{ path, text, syntax, lines: syntax.code.split('\n') }]
  })
  const seen = new Set<string>()
  const found: Altered[] = []
  let texts = tests.flatMap(text => text ?? [])
  while (texts.length > 0 && found.length < MOST_TRIED) {
    const names = new Set(texts.flatMap(text => text.match(/[A-Za-z_$][\w$]+/g) ?? []).filter(name => !seen.has(name)))
    for (const name of names) seen.add(name)
    const functions = sources.flatMap(({ path, text, syntax, lines }) =>
      functionLines(syntax, names).map(body => ({
        body: body.map(line => lines[line - 1] ?? '').join('\n'),
        altered: [...patternMutations(syntax, new Set(body)), ...mutationsOf(syntax.language, text, new Set(body))].map(
          mutation => ({ ...mutation, path }),
        ),
      })),
    )
    const longest = Math.max(0, ...functions.map(({ altered }) => altered.length))
    for (let at = 0; at < longest; at++) found.push(...functions.flatMap(({ altered }) => altered[at] ?? []))
    texts = functions.map(({ body }) => body)
  }
  return found
}

/** Code that tests do not call. */
const BESIDE = /(?:^|\/)(?:bench(?:marks?)?|docs?|examples?|samples?|scripts?|website)\//i

/** The tests as they were before the first turn. False when a file cannot be written. */
async function restore(fork: CleanCopy, before: ReadonlyMap<string, string | null>, tree: string): Promise<boolean> {
  for (const [path, text] of before) {
    const done =
      text === null ? await fork.remove(path) : await fork.write(path, Buffer.from(text), modeOf(join(tree, path)))
    if (!done.ok) return false
  }
  return true
}

const modeOf = (path: string): number => (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o7777
