import { randomBytes } from 'node:crypto'
import { failuresOf } from '../../check/output/compare.ts'
import { executedIn, joined } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import type { Criterion, Leaf } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { findFiles } from '../../system/find-files.ts'
import { errorsFor, isTitled } from '../../tools/canary/plans.ts'
import { type Differed, type Plant, textOf } from '../../tools/canary/plant.ts'
import { type CleanCopy, openCleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { otherTestFiles, removeFiles } from '../clean-run/select-files.ts'
import type { GateQuestion } from '../gate.ts'
import { type CopyRunOptions, cleanCopyOptions, fromTree } from '../options.ts'
import { executedTests } from '../tests/executed-tests.ts'
import { runOf, toolsOf } from '../tools-of.ts'
import { plantErrors, plantInTests, plantTests } from './choose.ts'
import { type CanaryAnswer, judgeErrors, judgeTests, notReached, type PlantedRun } from './judge.ts'

/** What a planted failure showed about one clause of the criterion. */
export type CanaryResult = { readonly clause: string } & Answer

interface CanaryRequest {
  /** Opens a clean copy of the present tree. `runCanaries` closes it. */
  readonly copy: () => Promise<CleanCopy>
  readonly question: GateQuestion
  /** Files in which compilers and linters reported problems before. */
  readonly diagnosed: readonly string[]
  /** Values that differed from the expected ones before. */
  readonly differed: readonly Differed[]
  /** Called with every run that had a planted failure; `whole` when it ran all tests. */
  readonly ran: (planted: Verification, whole: boolean) => void
}

/** Plants a failure for every clause of the criterion, one after the other. Each run must fail and report the planted failure. */
export async function runCanaries(options: CopyRunOptions, request: CanaryRequest): Promise<CanaryResult[]> {
  const results: CanaryResult[] = []
  for (const leaf of clausesOf(options.criterion)) {
    const clause = describeCriterion(leaf)
    results.push({ clause, ...(await canaryFor(leaf, options, request)) })
  }
  return results
}

/** Opens its own clean copies first. Returns nothing where no clean copy can be made. */
export async function runCanariesInNewCopies(options: CopyRunOptions, question: GateQuestion): Promise<CanaryResult[]> {
  const opened = await openCleanCopy(cleanCopyOptions(options))
  if (!opened.ok) return []
  try {
    return await runCanaries(options, {
      copy: () => forkOf(opened.value),
      question,
      diagnosed: [],
      differed: [],
      ran: () => {},
    })
  } finally {
    await opened.value.close()
  }
}

export async function forkOf(copy: CleanCopy): Promise<CleanCopy> {
  const fork = await copy.fork()
  if (!fork.ok) throw new Error(`cannot make a clean copy: ${fork.error}`)
  return fork.value
}

/** Under "or" and "not" a clause may fail while the criterion holds, so a canary there proves nothing. */
function clausesOf(criterion: Criterion): readonly Leaf[] {
  if (criterion.kind === 'all_of') return criterion.parts.flatMap(clausesOf)
  return criterion.kind === 'any_of' || criterion.kind === 'not' ? [] : [criterion]
}

/** Why nothing was planted for a command. */
export const NO_PLANT = 'agent-loop knows no failure to plant for this command'

type Answer =
  | Exclude<CanaryAnswer, { kind: 'seen' }>
  | { readonly kind: 'seen'; readonly runs: number }
  | { readonly kind: 'not_checked'; readonly because: string }

async function canaryFor(leaf: Leaf, options: CopyRunOptions, request: CanaryRequest): Promise<Answer> {
  if (!('command' in leaf))
    return { kind: 'not_checked', because: 'it is a rule about files, which agent-loop reads itself' }
  if (leaf.kind === 'exit_code' && leaf.expect !== 0) return { kind: 'not_checked', because: 'it is expected to fail' }
  const planted = await inCopy(request, copy => plantsIn(copy, leaf, { options, ...request }))
  if (planted === null) return { kind: 'not_checked', because: NO_PLANT }
  // Without the other test files a run is shorter. Only success counts there: missing files can break anything else.
  const alone =
    planted.others.length > 0 ? await askPlanted(planted, leaf, { options, ...request }, planted.others) : null
  if (alone?.kind === 'seen') return alone
  let answer = await askPlanted(planted, leaf, { options, ...request })
  // A linter may reject the comments that disable it.
  if (answer.kind === 'unseen' && planted.plain.length > 0)
    answer = await askPlanted({ ...planted, plants: planted.plain }, leaf, { options, ...request })
  // The command may select tests by name and skip ours.
  for (const plants of planted.underKnownNames)
    if (answer.kind === 'green' && plants.length > 0)
      answer = await askPlanted({ ...planted, plants }, leaf, { options, ...request })
  return answer
}

async function askPlanted(
  planted: Planted,
  leaf: CommandLeaf,
  request: CanaryRequest & { readonly options: CopyRunOptions },
  without: readonly string[] = [],
): Promise<Answer> {
  let waiting = planted.plants
  for (let runs = 1; ; runs++) {
    const run = await runPlanted(waiting, leaf, request, without)
    if ('because' in run) return run
    const left = planted.notReached(waiting, run)
    if (left.length === 0) return answerOf(planted.judge(waiting, run), waiting, runs)
    waiting = left
  }
}

/** A command that failed for the other plants and passes with these does not check the files that hold them. */
function answerOf(answer: JudgedPlants, plants: readonly Plant[], runs: number): Answer {
  if (answer.kind === 'seen') return { kind: 'seen', runs }
  if (answer.kind !== 'green' || runs === 1) return answer
  return { kind: 'unseen', marks: plants.flatMap(({ path, marks }) => marks.map(mark => ({ ...mark, path }))) }
}

async function inCopy<T>({ copy }: Pick<CanaryRequest, 'copy'>, use: (copy: CleanCopy) => Promise<T>): Promise<T> {
  const opened = await copy()
  return await use(opened).finally(() => opened.close())
}

type Unchecked = Extract<Answer, { kind: 'not_checked' }>

async function runPlanted(
  plants: readonly Plant[],
  leaf: CommandLeaf,
  { options, ...request }: CanaryRequest & { readonly options: CopyRunOptions },
  without: readonly string[] = [],
): Promise<PlantedRun | Unchecked> {
  return await inCopy(request, async copy => {
    if (!(await removeFiles(copy, without))) return { kind: 'not_checked', because: 'test files cannot be left out' }
    for (const plant of plants) {
      const written = await copy.write(plant.path, Buffer.from(textOf(plant)), 0o644)
      if (!written.ok) return { kind: 'not_checked', because: written.error }
    }
    const verification = await runInCopy(copy, options, request.question, leaf)
    request.ran(verification, without.length === 0)
    return asPlantedRun(verification, options)
  })
}

type CommandLeaf = Extract<Leaf, { command: string }>

interface Planted {
  readonly plants: readonly Plant[]
  /** The same plants without comments for linters and formatters. */
  readonly plain: readonly Plant[]
  /** The same plants under names like those of tests that ran, and then in those tests. */
  readonly underKnownNames: readonly (readonly Plant[])[]
  /** Test files without a plant. */
  readonly others: readonly string[]
  readonly judge: (plants: readonly Plant[], run: PlantedRun) => JudgedPlants
  /** Plants that must be planted again, without the others. */
  readonly notReached: (plants: readonly Plant[], run: PlantedRun) => readonly Plant[]
}

type JudgedPlants = CanaryAnswer | Unchecked

async function plantsIn(
  copy: CleanCopy,
  leaf: CommandLeaf,
  { options, question, diagnosed, differed }: CanaryRequest & { readonly options: CopyRunOptions },
): Promise<Planted | null> {
  const last = runOf(leaf.command, question.verifications)
  const executed = last && executedTests([last], options)
  const texts = new Map<string, string | null>()
  const load = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) if (!texts.has(path)) texts.set(path, await textIn(copy, path))
  }
  const runners = executed?.tools ?? []
  const candidates = (executed?.tests ?? []).some(({ file }) => file === null)
    ? (await findFiles(options.tree, '**/*')).filter(path => isTitled(path, runners)).slice(0, MOST_READ)
    : []
  await load(candidates)
  // Some runners print titles without files.
  const fileOf = (title: string): string | null => candidates.find(path => texts.get(path)?.includes(title)) ?? null
  const tests = (executed?.tests ?? []).map(({ file, title, state }) => ({
    file: file ?? fileOf(title.at(-1) ?? ''),
    title,
    passed: state === 'passed',
  }))
  const choose = { read: (path: string) => texts.get(path) ?? null, word: randomWord, differed, runners }
  await load([...new Set(tests.flatMap(({ file }) => (file === null ? [] : [file])))].slice(0, MOST_READ))
  const plants = plantTests(tests, { ...choose, quiet: true })
  const others = otherTestFiles(
    executed,
    plants.map(({ path }) => path),
  )
  if (plants.length > 0)
    return {
      plants,
      plain: plantTests(tests, choose),
      underKnownNames: [plantTests(tests, { ...choose, alike: true, quiet: true }), plantInTests(tests, choose)],
      others,
      judge: judgeTests,
      notReached,
    }
  if (tests.length > 0) return null
  return await plantedErrors(leaf, last, { options, diagnosed, load, choose })
}

interface ErrorSearch {
  readonly options: CopyRunOptions
  readonly diagnosed: readonly string[]
  readonly load: (paths: readonly string[]) => Promise<void>
  readonly choose: Parameters<typeof plantTests>[1]
}

async function plantedErrors(
  leaf: CommandLeaf,
  last: Verification | null,
  { options, diagnosed, load, choose }: ErrorSearch,
): Promise<Planted | null> {
  const tools = toolsOf(leaf.command, last)
  const errors = errorsFor(tools)
  if (errors === undefined) return null
  const named = diagnosed.filter(path => errors.files.test(path))
  await load(named)
  // Skip files that no longer exist, and use the others.
  const known = named.filter(path => choose.read(path) !== null)
  const files = known.length > 0 ? known : await someSources(options.tree, errors.files)
  await load(files)
  const plants = plantErrors(files, errors.kind, choose)
  if (plants.length === 0) return null
  // The files are only a guess: the tool may look at none of them.
  const judge: Planted['judge'] = (planted, run) => {
    const answer = judgeErrors(planted, run)
    return answer.kind === 'seen' || known.length > 0
      ? answer
      : { kind: 'not_checked', because: `cannot tell which files ${tools[0]} checks` }
  }
  // One reported plant is enough.
  return { plants, plain: [], underKnownNames: [], others: [], judge, notReached: () => [] }
}

const MOST_READ = 200
const MOST_SOURCES = 12

async function someSources(tree: string, ending: RegExp): Promise<string[]> {
  const files = (await findFiles(tree, '**/*')).filter(
    path => ending.test(path) && !/(?:^|\/)(?:dist|build|out|coverage|target|vendor)\//.test(path),
  )
  const step = Math.max(1, Math.floor(files.length / MOST_SOURCES))
  return files.filter((_, index) => index % step === 0).slice(0, MOST_SOURCES)
}

function asPlantedRun(verification: Verification, options: CopyRunOptions): PlantedRun {
  const told = executedIn(verification).flatMap(({ runners }) => runners.flatMap(({ tests }) => tests))
  return {
    red: verification.kind !== 'passed',
    failures: [
      ...failuresOf(joined(verification)).map(({ id, file, message }) => ({
        id,
        file: file === null ? null : fromTree(options, file),
        message,
      })),
      ...told.filter(({ state }) => state === 'failed').map(({ id, file }) => ({ id, file, message: '' })),
    ],
    passed: told.filter(({ state }) => state === 'passed').map(({ id }) => id),
    output: verification.output,
  }
}

async function textIn(copy: CleanCopy, path: string): Promise<string | null> {
  const bytes = await copy.read(path)
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}

/** Starts with a letter, so that it is a valid name in every language. Only letters and digits, so that no tool splits it. */
const randomWord = (): string => `w${randomBytes(6).toString('hex')}`
