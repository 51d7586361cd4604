import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { functionLines } from '../../tools/syntax/function-lines.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { type Mutation, mutationsOf } from '../../tools/syntax/mutate.ts'
import { patternMutations } from '../../tools/syntax/mutate-patterns.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { otherTestFiles, removeFiles } from '../clean-run/select-files.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { readTreeCode } from '../task/tree-code.ts'
import { correctsTest } from '../task/wrong-test.ts'
import { executedTests } from '../tests/executed-tests.ts'
import { forkOf } from './run-canaries.ts'

/** Each is one run of the selected tests, and a second one where the original tests notice it. */
const MOST_TRIED = 150
const TIME_BOX_MS = 60_000

interface Altered extends Mutation {
  readonly path: string
}

/**
 * Tests were rewritten, and no source changed, so the original ones pass too. What the original tests notice when a line of the
 * source is altered, the rewritten ones must notice too.
 */
export async function noticesAsMuch(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, question, isFree, arranged, log } = proof
  if (log.objects() || correctsTest(options.task)) return
  const changes = await options.changes()
  const tests = changes.filter(({ path }) => kindOf(path) === 'test')
  if (tests.length === 0 || changes.some(({ path }) => kindOf(path) === null && languageOf(path) !== null)) return
  const before = new Map<string, string | null>()
  let isRewritten = false
  for (const { path } of tests) {
    const old = await options.readBefore(path)
    before.set(path, old)
    if (!losesLine(old ?? '', (await options.readNow(path)) ?? '')) continue
    // The task may allow it to check less.
    if (isFree(path) && arranged(path) === null) return
    isRewritten = true
  }
  if (!isRewritten) return
  const altered = await alterations(proof, [...before.values()])
  const executed = executedTests(question.verifications, options)
  const kept = tests.map(({ path }) => path)
  const until = performance.now() + TIME_BOX_MS

  const passes = async (old: boolean, one: Altered | null): Promise<boolean> => {
    const fork = await forkOf(copy)
    try {
      const others = otherTestFiles(executed, kept).filter(path => !before.has(path))
      if (!(await removeFiles(fork, others))) return false
      if (old && !(await restore(fork, before, options.tree))) return false
      if (one !== null && !(await fork.write(one.path, Buffer.from(one.text), modeOf(join(options.tree, one.path)))).ok)
        return false
      log.ran()
      return (await runInCopy(fork, options, question, options.criterion)).kind === 'passed'
    } finally {
      await fork.close()
    }
  }
  if (altered.length === 0 || !(await passes(true, null)) || !(await passes(false, null))) return
  options.onStep?.('rewritten-tests')
  for (const one of altered.slice(0, MOST_TRIED)) {
    if (performance.now() > until || question.signal.aborted) return
    if ((await passes(true, one)) || !(await passes(false, one))) continue
    const { path, line, from, to } = one
    const place = `${path}:${line} (${from} → ${to || 'nothing'})`
    return log.refused('canary', [finding('tests-notice-less', 'weakened', {}, [place])])
  }
}

function losesLine(before: string, now: string): boolean {
  const left = new Set(now.split('\n').map(line => line.trim()))
  return before.split('\n').some(line => !left.has(line.trim()))
}

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
