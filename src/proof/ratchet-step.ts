import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { kindOf } from '../tools/protection/kind-of.ts'
import { isSourceFile } from './canary/notices-as-much.ts'
import type { Finding } from './finding.ts'
import type { ProofCase } from './proof-case.ts'
import type { ChangedText, Worse } from './ratchets/changed-text.ts'
import { buildsUpon, judgeRatchets } from './ratchets/ratchets.ts'
import { namesOfTests, newlyAskedNames } from './ratchets/source/asked-names.ts'
import { shadowingFiles } from './ratchets/source/shadowing.ts'
import { keepsValues } from './ratchets/tests/kept-values.ts'
import { removedNames } from './task/removed-names.ts'
import { readTreeCode } from './task/tree-code.ts'
import { correctsOnlyValues, correctsTest } from './task/wrong-test.ts'
import { asksForNewTests, workOf } from './tests/asked-work.ts'
import type { ChangedFile } from './tests/moved-files.ts'
import { askedFor } from './tools-of.ts'

const MOST_FILES = 1_000
const MOST_BASES = 5
/** Kinds of files that configure how a check runs and when it fails. */
const CONFIGURES: readonly string[] = ['config', 'script', 'build', 'auto-loaded']

const ABOUT_EQUALITY =
  /\b(?:equal\w*|toleran\w*|approx\w*|compar(?:e|es|ing|ison)\w*|epsilon|fuzzy|close(?:ly)?|nearly|almost)\b|__eq__|==/i

/**
 * Compares settings and code with the baseline by reading them, without a run. They may not get worse, even if the result stays the same.
 * If tests were rewritten with the same values and the source is unchanged, returns the objections that depend on a later comparison of what
 * the original and the rewritten tests notice.
 */
export async function ratchetStep({
  options,
  question,
  record,
  log,
  isFree,
  arranged,
  blobs,
}: ProofCase): Promise<readonly Finding[]> {
  // Source that contains tests counts as source.
  const whole = record.seal.files.filter(({ kind, sections }) => kind === 'test' && sections === null)
  const tests = new Set(whole.map(({ path }) => path))
  const files = await changedTexts(
    options,
    path => tests.has(path) || ['test', 'snapshot'].includes(kindOf(path) ?? ''),
  )
  const configs = record.seal.files
    .filter(({ kind, kept }) => kept && CONFIGURES.includes(kind))
    .map(({ path, digest }) => ({ path, text: Buffer.from(blobs.get(digest) ?? []).toString('utf8') }))
  const { findings: certain, counted } = judgeRatchets({
    files,
    criterion: askedFor(options.criterion, question.verifications, configs),
    task: options.task,
    testsAsked: workOf(options) === 'coverage' || asksForNewTests(options.task),
    removed: await removedNames(options),
    equalityAsked: ABOUT_EQUALITY.test(options.task),
    isFree,
    isMoved: path => arranged(path) === 'moved',
    correctsValues: correctsOnlyValues(options.task),
    diagnosed: record.diagnosed,
    unchanged: await basesOf(files, options),
    configs: new Map(configs.map(({ path, text }) => [path, text])),
    found: await foundInTree(files, options),
  })
  const waits =
    options.level !== 'fast' &&
    counted.paths.length > 0 &&
    !correctsTest(options.task) &&
    counted.paths.every(path => kindOf(path) === 'test') &&
    !files.some(({ path }) => isSourceFile(path)) &&
    keepsValues(files.filter(({ path }) => kindOf(path) === 'test'))
  const findings = waits ? certain : [...certain, ...counted.findings]
  const judged = options.level === 'fast' ? findings.map(finding => ({ ...finding, objection: null })) : findings
  if (judged.some(({ objection }) => objection !== null)) log.refused('ratchets', judged)
  else log.noted('ratchets', judged, 'no check got weaker')
  return waits ? counted.findings : []
}

/** Code that asks for names of the tests, and files that hide others. The tree is read only where a change may be one of these. */
async function foundInTree(files: readonly ChangedText[], options: ProofCase['options']): Promise<Worse[]> {
  const asked = newlyAskedNames(files, options.task)
  const isAdded = files.some(({ before, now }) => before === null && now !== null)
  if (asked.length === 0 && !isAdded) return []
  const { before, now } = await readTreeCode(options)
  const isModule = (folder: string): boolean =>
    ['index.js', 'index.cjs', 'index.mjs', 'index.json', 'package.json'].some(name =>
      existsSync(join(options.tree, folder, name)),
    )
  return [
    ...namesOfTests(asked, now).map(({ path, line, name }) => ({
      rule: 'runner-detected' as const,
      objection: 'tampered' as const,
      what: `asks for \`${name}\`, which only tests declare`,
      path,
      line,
    })),
    ...shadowingFiles(files, { isModule, before }),
  ]
}

async function changedTexts(
  { changes, readBefore, readNow }: ProofCase['options'],
  isTest: (path: string) => boolean,
): Promise<ChangedText[]> {
  const files: ChangedText[] = []
  for (const { path, status } of known(await changes()).slice(0, MOST_FILES)) {
    const before = status === 'added' ? null : await readBefore(path)
    const now = status === 'deleted' ? null : await readNow(path)
    files.push({ path, before, now, isTest: isTest(path) })
  }
  return files
}

/** Changed and deleted files come first, so that many new files cannot push them out. */
const known = (changes: readonly ChangedFile[]): readonly ChangedFile[] =>
  [...changes].sort((a, b) => Number(a.status === 'added') - Number(b.status === 'added'))

/** Files that changed files extend, and the files that those extend. */
async function basesOf(
  files: readonly ChangedText[],
  { readNow }: ProofCase['options'],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map(files.flatMap(({ path, now }) => (now === null ? [] : [[path, now] as const])))
  const found = new Map<string, string>()
  for (let depth = 0; depth < MOST_BASES; depth++) {
    const wanted = buildsUpon(new Map([...texts, ...found])).filter(path => !found.has(path))
    if (wanted.length === 0) break
    for (const path of wanted) found.set(path, (await readNow(path)) ?? '')
  }
  return found
}
