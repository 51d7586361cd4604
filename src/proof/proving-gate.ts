import { mkdtemp } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { failuresOf } from '../check/output/compare.ts'
import { joined } from '../check/verify/facts-in.ts'
import type { Verification } from '../check/verify/verification.ts'
import { commandsOf } from '../criteria/criterion.ts'
import { folderBlobs } from '../system/blobs.ts'
import { TOOLS } from '../tools/catalog.ts'
import { kindOf } from '../tools/protection/kind-of.ts'
import { differsInLayoutOnly } from '../tools/syntax/layout.ts'
import { probeCleanCopy } from '../workspace/clean-copy/clean-copy.ts'
import { runCanariesInNewCopies } from './canary/run-canaries.ts'
import { scrubbed } from './clean-run/scrubbed-environment.ts'
import type { Finding } from './finding.ts'
import { finding } from './finding-words.ts'
import type { Gate, GateQuestion, Sealed } from './gate.ts'
import { cleanCopyOptions, fromTree, type GateOptions } from './options.ts'
import { proofLog } from './proof-log.ts'
import { proveTree } from './prove-tree.ts'
import { type GateRecord, keepRecord, readRecord } from './record.ts'
import { compareSeal } from './seal/compare-seal.ts'
import { blamedTests } from './seal/free/blamed-tests.ts'
import { isFree, isOnlySet, onlyArranged } from './seal/free/is-free.ts'
import { restoreProtected } from './seal/restore-protected.ts'
import type { Seal, SealChange } from './seal/seal.ts'
import { sealedParts } from './seal/sections/sections.ts'
import { takeSeal } from './seal/take-seal.ts'
import { freeStatuses } from './tests/claimed-status.ts'
import { printedCounts } from './tests/compare-counts.ts'
import { executedTests } from './tests/executed-tests.ts'
import { wrongValuesIn } from './tests/wrong-values.ts'

/** The gate for criteria that agent-loop runs itself. */
export function provingGate(options: GateOptions): Gate {
  return {
    seal: (question, green) => sealBefore(options, question, green),
    restore: sealed => restoreTree(options, sealed),
    move: sealed => moveSeal(options, sealed),
    examine: question => examine(options, question),
  }
}

/** The agent's versions of these files stay in the snapshot of its turn. */
async function restoreTree(options: GateOptions, sealed: Sealed | null): Promise<void> {
  const read = await readRecord(options.disk, options.folder, sealed)
  if (!read.ok) throw new Error(read.error.says)
  const { seal } = read.value
  const freedom = await freedomOf(options, seal)
  await restoreProtected(seal, blobsOf(options), options.tree, (path, part) =>
    isFree({ ...asChange(seal, path), ...part }, freedom),
  )
}

const freedomOf = async (options: GateOptions, seal: Seal) => ({
  task: options.allowedBy,
  mayChange: options.mayChange,
  configFree: options.free,
  commands: commandsOf(options.criterion),
  isBlamed: await blamedTests(options, seal),
})

const blobsOf = ({ folder }: GateOptions) => folderBlobs(join(folder, 'blobs'))

async function sealBefore(options: GateOptions, question: GateQuestion, green: boolean) {
  const executed = executedTests(question.verifications, options)
  // Files that the run itself wrote change with every run.
  const ranSinceMs = Date.now() - question.verifications.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const seal = await sealOf(options, executed, ranSinceMs)
  const diagnosed = question.verifications.flatMap(verification =>
    joined(verification)
      .tools.filter(({ kind }) => kind === 'diagnostics')
      .flatMap(tool =>
        failuresOf({ tools: [tool] }).flatMap(({ file }) => (file === null ? [] : [fromTree(options, file)])),
      ),
  )
  const copy = options.level === 'fast' ? null : await probeCleanCopy(cleanCopyOptions(options))
  const sealed = await keepRecord(options.disk, options.folder, {
    version: 1,
    seal,
    executed,
    counted: printedCounts(question.verifications),
    green,
    diagnosed: [...new Set(diagnosed)],
    room: copy?.ok ? copy.value : null,
    differed: wrongValuesIn(question.verifications, options),
  })
  const without = copy === null || copy.ok ? [] : [noCopy(copy.error)]
  return {
    sealed,
    findings: [
      ...without,
      ...(green ? [] : notLoaded(question.verifications)),
      ...(green ? await deadGates(options, question) : []),
    ],
  }
}

const sealOf = (options: GateOptions, executed: GateRecord['executed'], ranSinceMs: number): Promise<Seal> =>
  takeSeal({
    tree: options.tree,
    workspace: options.workspace,
    commands: commandsOf(options.criterion),
    testFiles: [...new Set(executed?.tests.flatMap(({ file }) => (file === null ? [] : [file])))],
    home: options.home,
    env: options.env,
    blobs: blobsOf(options),
    ours: options.ours,
    ranSinceMs,
  })

async function moveSeal(options: GateOptions, sealed: Sealed | null): Promise<Sealed | null> {
  if (sealed === null) return null
  const read = await readRecord(options.disk, options.folder, sealed)
  if (!read.ok) throw new Error(read.error.says)
  const { seal: before, ...record } = read.value
  const seal = await sealOf(options, record.executed, Date.now())
  const now = new Map(seal.files.map(({ path, digest }) => [path, digest]))
  const inTree = before.files.filter(({ path }) => !isAbsolute(path))
  const other = inTree.find(({ path, digest }) => now.get(path) !== digest)
  if (other) throw new Error(`${other.path} changed since the loop started`)
  const copy = options.level === 'fast' ? null : await probeCleanCopy(cleanCopyOptions(options))
  return await keepRecord(options.disk, options.folder, { ...record, seal, room: copy?.ok ? copy.value : null })
}

/** A check that cannot fail is reported before any agent costs money. */
async function deadGates(options: GateOptions, question: GateQuestion): Promise<Finding[]> {
  const results = await runCanariesInNewCopies(options, question)
  return results.filter(({ kind }) => kind === 'green').map(({ clause }) => cannotFail(clause))
}

/** The command may be the wrong one: another may find the modules. An agent could not tell, and would work for nothing. */
function notLoaded(verifications: readonly Verification[]): Finding[] {
  const runners = verifications.flatMap(one => joined(one).tools.filter(({ kind }) => kind === 'tests'))
  const failures = runners.flatMap(tool => failuresOf({ tools: [tool] }))
  const loaded = runners.some(({ tests }) => (tests?.passed ?? 0) > 0)
  if (loaded || failures.length === 0 || failures.some(({ family }) => family !== 'missing-module')) return []
  const advice = TOOLS.flatMap(({ name, whenNothingLoads: says }) =>
    says !== undefined && runners.some(({ tool }) => tool === name) ? [says] : [],
  )
  return [finding('tests-not-loaded', null, { advice })]
}

/** Reported before the first turn, and again in the proof. */
const noCopy = (because: string): Finding => finding('no-room', null, { because })

const cannotFail = (clause: string): Finding => finding('cannot-fail', 'unprovable', { clause })

/** A strict proof runs with an empty home directory and only variables that no result should depend on. */
async function withScrubbedEnvironment(options: GateOptions): Promise<GateOptions> {
  const home = await mkdtemp(join(options.folder, 'home-'))
  return { ...options, env: scrubbed(options.env, home) }
}

/** A sealed path as a change, to ask whether it is allowed. */
const asChange = (seal: Seal, path: string) => ({
  path,
  kind: seal.files.find(file => file.path === path)?.kind ?? kindOf(path) ?? ('auto-loaded' as const),
})

async function examine(options: GateOptions, question: GateQuestion) {
  const read = await readRecord(options.disk, options.folder, question.sealed)
  const log = proofLog(options.level, options.ofChange)
  for (const says of options.believed) log.notChecked('believed', says)
  if (!read.ok) {
    log.refused('records', [read.error])
    return log.close()
  }
  const record = read.value
  const freedom = await freedomOf(options, record.seal)
  const all = await compareSeal(record.seal, { home: options.home, env: options.env, ours: options.ours })
  const statuses = await freeStatuses(options)
  // By its name: a list that the check reads is sealed like a test.
  const isStatus = ({ path }: Pick<SealChange, 'path'>): boolean =>
    statuses.includes(path) && (options.acceptClaims || !['test', 'snapshot'].includes(kindOf(path) ?? ''))
  const rest = all.filter(change => !isStatus(change))
  const reformatted = await reformattedTests(options, rest)
  const isAllowed = (change: Parameters<typeof isFree>[0]): boolean =>
    reformatted.has(partOf(change)) || isFree(change, freedom)
  const changed = rest.filter(change => !isAllowed(change))
  await proveTree({
    options: options.level === 'strict' ? await withScrubbedEnvironment(options) : options,
    question,
    record,
    log,
    changed,
    freed: rest.some(
      change => !changed.includes(change) && !reformatted.has(partOf(change)) && !isOnlySet(change, freedom),
    ),
    isFree: (path, part) => {
      const change = { ...asChange(record.seal, path), ...part }
      return isStatus(change) || isAllowed(change)
    },
    arranged: path =>
      isAllowed(asChange(record.seal, path)) ? onlyArranged(asChange(record.seal, path), freedom) : null,
    blobs: blobsOf(options),
  })
  return log.close()
}

const partOf = ({ path, section }: Pick<SealChange, 'path' | 'section'>): string => `${path}#${section ?? ''}`

/** Tests that a formatter wrote again: what they say is as before, and a check of the format fails with the old ones. */
async function reformattedTests(
  { readBefore, readNow }: GateOptions,
  changes: readonly SealChange[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const change of changes.filter(({ kind, what }) => kind === 'test' && what === 'changed')) {
    const [before, now] = [await readBefore(change.path), await readNow(change.path)]
    if (before === null || now === null) continue
    const [old, fresh] = [await textOf(change, before), await textOf(change, now)]
    if (old !== null && fresh !== null && differsInLayoutOnly(change.path, old, fresh)) found.add(partOf(change))
  }
  return found
}

/** Of source, only the part that holds the tests. */
async function textOf({ path, section }: SealChange, text: string): Promise<string | null> {
  if (section === undefined) return text
  const part = (await sealedParts(path, text, new Set()))?.find(({ name }) => name === section)
  return typeof part?.value === 'string' ? part.value : null
}
