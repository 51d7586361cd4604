import { randomBytes } from 'node:crypto'
import { outputIn } from '../../check/verify/facts-in.ts'
import { commandsOf, gateOf } from '../../criteria/criterion.ts'
import { type Plant, textOf } from '../../tools/canary/plant.ts'
import { plantsIn, programsIn } from '../../tools/canary/script-end.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { isStoredAnswer } from '../../tools/protection/test-paths.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { putBaselineBack } from '../original-checks/replay-baseline.ts'
import type { ProofCase } from '../proof-case.ts'
import { isCompared } from '../seal/reach/data-files.ts'
import { forkOf } from './run-canaries.ts'

/** `isNamed`: the check printed what was put in. `silent`: the check passes with these files spoiled, although it looks at them. */
export type WithoutRunner =
  | { readonly kind: 'seen'; readonly isNamed: boolean }
  | { readonly kind: 'silent'; readonly paths: readonly string[] }
  | { readonly kind: 'unknown' }

/**
 * A check without a test runner is made to fail in two ways. Expected results are altered: a product that reads or rewrites them still
 * agrees with them. A program that compares by itself gets a failure at its end: a product that took over the end of the program hides it.
 */
export async function spoilWithoutRunner(proof: ProofCase, copy: CleanCopy): Promise<WithoutRunner> {
  const answers = await spoilAnswers(proof, copy)
  if (answers.kind === 'silent') return answers
  const programs = await failPrograms(proof, copy)
  return programs.kind === 'unknown' ? answers : programs
}

const MOST_ANSWERS = 20
const MOST_PROGRAMS = 3
const MOST_ROUNDS = 5
const LARGEST = 64 * 1024

async function spoilAnswers(proof: ProofCase, copy: CleanCopy): Promise<WithoutRunner> {
  let waiting = await answersIn(proof, copy)
  let seen = false
  for (let round = 0; waiting.length > 0 && round < MOST_ROUNDS; round++) {
    const { red, named } = await runWith(proof, copy, waiting)
    if (!red) {
      const left = await wereCompared(proof, copy, waiting)
      return left.kind === 'unknown' && seen ? { kind: 'seen', isNamed: true } : left
    }
    seen ||= named.length > 0
    const left = waiting.filter(plant => !named.includes(plant))
    // A check that says only that something differs does not say what.
    if (left.length === 0 || left.length === waiting.length) return { kind: 'seen', isNamed: seen }
    waiting = left
  }
  return seen ? { kind: 'seen', isNamed: true } : { kind: 'unknown' }
}

/** A file that nothing compares with may change. The old product shows whether the check looks at it: then the difference is reported. */
async function wereCompared(proof: ProofCase, copy: CleanCopy, plants: readonly Plant[]): Promise<WithoutRunner> {
  const { red, named } = await runWith(proof, copy, plants, fork =>
    putBaselineBack(fork, proof.options, path => kindOf(path) !== 'test'),
  )
  return red && named.length > 0 ? { kind: 'silent', paths: named.map(({ path }) => path) } : { kind: 'unknown' }
}

/** A line more in every text that is compared with. */
async function answersIn({ record }: ProofCase, copy: CleanCopy): Promise<Plant[]> {
  const isAnswer = (path: string): boolean => (isCompared(path) || isStoredAnswer(path)) && syntaxOf(path, '') === null
  const paths = record.seal.files.map(({ path }) => path).filter(isAnswer)
  const plants: Plant[] = []
  for (const path of paths.slice(0, MOST_ANSWERS)) {
    const text = await textIn(copy, path)
    const word = newWord()
    if (text !== null) plants.push({ path, marks: [{ shows: 'error', word, code: word }], around: lineAfter(text) })
  }
  return plants
}

const lineAfter =
  (text: string): Plant['around'] =>
  code =>
    `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${code}\n`

async function failPrograms(proof: ProofCase, copy: CleanCopy): Promise<WithoutRunner> {
  let seen = false
  for (const path of programsOf(proof).slice(0, MOST_PROGRAMS)) {
    const text = await textIn(copy, path)
    for (const plant of text === null ? [] : plantsIn(path, text, newWord)) {
      const { red, named } = await runWith(proof, copy, [plant])
      if (named.length > 0 && !red) return { kind: 'silent', paths: [path] }
      if (named.length > 0) seen = true
    }
  }
  return seen ? { kind: 'seen', isNamed: true } : { kind: 'unknown' }
}

/** Sealed programs that the commands start, by themselves or through scripts and makefiles. */
function programsOf({ options, record, blobs }: ProofCase): string[] {
  const { files } = record.seal
  const recipes = files.filter(
    ({ path, kind }) => /^(?:script|build)$/.test(kind) || /(?:^|\/)package\.json$/.test(path),
  )
  const lines = [
    ...commandsOf(options.criterion),
    ...recipes.map(({ digest }) => Buffer.from(blobs.get(digest) ?? []).toString('utf8')),
  ]
  const started = new Set(lines.flatMap(programsIn))
  return files
    .map(({ path }) => path)
    .filter(path => [...started].some(name => path === name || path.endsWith(`/${name}`)))
}

interface Spoiled {
  readonly red: boolean
  /** Plants whose words the check printed. */
  readonly named: readonly Plant[]
}

async function runWith(
  { options, question, log }: ProofCase,
  copy: CleanCopy,
  plants: readonly Plant[],
  prepare: (fork: CleanCopy) => Promise<void> = async () => {},
): Promise<Spoiled> {
  const fork = await forkOf(copy)
  try {
    await prepare(fork)
    for (const plant of plants) await fork.write(plant.path, Buffer.from(textOf(plant)))
    log.ran()
    const verification = await runInCopy(fork, options, question, gateOf(options.criterion))
    const printed = outputIn(verification)
    const isNamed = ({ marks }: Plant): boolean => marks.some(({ word }) => printed.includes(word))
    return { red: verification.kind !== 'passed', named: plants.filter(isNamed) }
  } finally {
    await fork.close()
  }
}

async function textIn(copy: CleanCopy, path: string): Promise<string | null> {
  const bytes = await copy.read(path)
  return bytes === null || bytes.byteLength > LARGEST || bytes.includes(0) ? null : Buffer.from(bytes).toString('utf8')
}

const newWord = (): string => `w${randomBytes(6).toString('hex')}`
