import type { Criterion } from '../../criteria/criterion.ts'
import { readPlainFile } from '../../system/read-plain-file.ts'
import { plainProcess, type SandboxProvider, sandboxed } from '../../system/sandbox.ts'
import type { Verification } from '../verify/verification.ts'
import { withData } from './check-data.ts'
import type { CheckSnapshot, CompletionCheck } from './completion-check.ts'
import { criterionCheck } from './criterion-check.ts'
import { brokenPromise, type Feature, namesOf, readFeatures } from './feature-list-document.ts'
import { inWords } from './in-words.ts'
import { nothingRan } from './nothing-ran.ts'
import { type CheckPorts, thisMachine } from './ports.ts'

export interface FeatureListOptions {
  /** `feature_list.json` in the workspace when not given. */
  readonly path?: string | undefined
  /** Where the `verify` commands run; a plain process when not given. */
  readonly sandbox?: SandboxProvider | undefined
  /** What they may write outside the workspace, when they are in a sandbox. */
  readonly writable?: readonly string[] | undefined
}

export const FEATURE_LIST = 'feature_list.json'

export const describeFeatureList = ({ path = FEATURE_LIST }: Pick<FeatureListOptions, 'path'>): string =>
  `every feature in ${path} has "passes": true, and its own "verify" command passes where it has one; ` +
  'no feature may be removed or rewritten, only "passes" may change'

/**
 * Complete when every feature of the list passes, and no feature was removed or rewritten.
 *
 * @example
 * ```ts
 * import { featureListCheck } from 'agent-loop'
 *
 * const check = featureListCheck({ path: 'docs/features.json' })
 * console.log(check.description().startsWith('every feature in docs/features.json')) // true
 * ```
 */
export function featureListCheck(options: FeatureListOptions = {}, own?: CheckPorts): CompletionCheck {
  const ports = own ?? thisMachine()
  const path = options.path ?? FEATURE_LIST
  const first = firstList(path, ports)
  const check: CompletionCheck = {
    description: () => describeFeatureList(options),
    async check(snapshot, signal) {
      const found = await readPlainFile(snapshot.workspace, path)
      if (!found.ok) return `${path} ${found.error}.`
      const list = readFeatures(found.value)
      if (!list.ok) return `${path} ${list.error}.`
      const broken = brokenPromise(await first(found.value, list.value), list.value)
      const open = incomplete(list.value)
      const reasons = [...(broken ? [`${path}: ${broken}.`] : []), ...(open ? [open] : [])]
      if (reasons.length > 0) return reasons.join('\n')
      // The commands are expensive, so they run only when the flags are complete.
      return await proven(list.value, snapshot, { options, ports, signal })
    },
  }
  const isOwn = own !== undefined || options.sandbox !== undefined
  return withData(check, isOwn ? null : { kind: 'feature_list', path: options.path })
}

/** The list as it was first read. That may be after a turn, when writing the list is part of the task. */
function firstList(path: string, { memory }: CheckPorts) {
  const name = `feature_list:${path}`
  let known: readonly Feature[] | null = null
  return async (text: string, now: readonly Feature[]): Promise<readonly Feature[]> => {
    if (known !== null) return known
    const kept = (await memory?.recall(name)) ?? null
    if (kept === null) await memory?.keep(name, text)
    const remembered = kept === null ? null : readFeatures(kept)
    if (remembered?.ok === false) throw new Error(`the saved copy of ${path} ${remembered.error}`)
    known = remembered?.value ?? now
    return known
  }
}

function incomplete(features: readonly Feature[]): string | null {
  const open = features.filter(({ passes }) => !passes)
  if (open.length === 0) return null
  const unclear = open.filter(({ flag }) => flag !== 'boolean')
  const hint = unclear.length > 0 ? ` "passes" must be true or false, without quotes: ${namesOf(unclear)}.` : ''
  return `incomplete features: ${namesOf(open)}.${hint}`
}

/** The commands behind the flags, as criteria. */
export const provenBy = (features: readonly Feature[]): readonly Criterion[] =>
  features.flatMap(({ name, verify }): Criterion[] =>
    verify === null ? [] : [{ kind: 'exit_code', command: verify, expect: 0, said: inWords(name) }],
  )

interface Asking {
  readonly options: FeatureListOptions
  readonly ports: CheckPorts
  readonly signal: AbortSignal
}

/** A flag with a command is only a claim. The command is the proof, and we run it. */
async function proven(
  features: readonly Feature[],
  snapshot: CheckSnapshot,
  { options, ports, signal }: Asking,
): Promise<string | null> {
  const parts = provenBy(features)
  if (parts.length === 0) return null
  const proofs: Verification[] = []
  const record = (proof: Verification): void => {
    proofs.push(proof)
    snapshot.record(proof)
  }
  const writable = [snapshot.workspace, ...(options.writable ?? [])]
  const shell = sandboxed(ports.shell, options.sandbox ?? plainProcess, { writable })
  const reason = await criterionCheck({ kind: 'all_of', parts }, shell, ports).check({ ...snapshot, record }, signal)
  const leaves = proofs.flatMap(proof => proof.parts)
  const failed = leaves.filter(leaf => leaf.kind !== 'passed' || nothingRan(leaf) !== null)
  if (reason === null && failed.length === 0) return null
  const names = namesOf(failed.map(({ said }) => ({ name: said })))
  const because = reason ?? failed.map(nothingRan).join('\n')
  return `incomplete features: ${names}. "passes" is true, but the "verify" command does not prove it.\n${because}`
}
