import { join, relative } from 'node:path'
import type { Agent } from '../../agents/agent.ts'
import { UNKNOWN_USAGE } from '../../agents/agent.ts'
import type { CompletionCheck } from '../../check/completion/completion-check.ts'
import { countsIn, failingIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import type { Sensor } from '../../loop/sensor.ts'
import type { LoopSpec } from '../../loop/state.ts'
import type { Gate } from '../../proof/gate.ts'
import type { Disk } from '../../system/disk.ts'
import { readRegular } from '../../system/read-regular.ts'
import type { Environment } from '../../system/shell.ts'
import { runProblem } from '../problems.ts'
import { type HeldFiles, hideHeldFiles, keepHeldFiles, matchingFiles, restoreHeldFiles } from './held-files.ts'
import { withoutNames } from './without-names.ts'

interface HoldOutParts {
  readonly disk: Disk
  readonly home: string
  /** Our own folder in the tree. */
  readonly ours: string
  readonly env: Environment
  readonly warn: (message: string) => void
}

/** Tests that the agent never sees. They are in the tree except during turns. */
export interface HoldOut {
  /** The agent, whose turns begin without the files and end with them. */
  agent(agent: Agent): Agent
  /** Ends the loop if the files could not be put back: a check without them would prove nothing. */
  readonly sensor: Sensor
  /** Runs `whole` with the files; if it fails, `visible` runs without them, and the agent learns only what that says. */
  check(whole: CompletionCheck, visible: CompletionCheck): CompletionCheck
  /** The gate, whose findings name no held-out test. */
  gate(gate: Gate): Gate
}

export function refuseEmptyHoldOut({ holdOut, tree, agent }: LoopSpec, ours: string): void {
  if (agent.kind === 'host') throw runProblem('hold-out-adopted', { assistant: agent.name })
  for (const glob of holdOut)
    if (matchingFiles(tree, ours, [glob]).length === 0) throw runProblem('nothing-held-out', { glob })
}

export async function openHoldOut(spec: LoopSpec, parts: HoldOutParts): Promise<HoldOut> {
  const place = { ...parts, tree: spec.tree }
  const held = await keepHeldFiles(place, spec.id, () => matchingFiles(spec.tree, parts.ours, spec.holdOut))
  let trouble: string | null = null
  let latest: readonly Verification[] = []
  const restore = async (): Promise<void> => {
    try {
      const replaced = await restoreHeldFiles(place)
      if (replaced.length > 0)
        parts.warn(`files that were written over held-out tests are replaced: ${replaced.join(', ')}`)
    } catch (error) {
      trouble = asText(error)
    }
  }
  const without = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await hideHeldFiles(place, held)
      return await work()
    } finally {
      await restore()
    }
  }
  const redact = withoutNames(namesOf(held, spec))
  return {
    agent: agent => ({ ...agent, turn: request => without(() => agent.turn(request)).catch(asFailedTurn) }),
    sensor: {
      name: 'held-out-tests',
      sense: () =>
        trouble === null ? null : { kind: 'gate_broken', error: `held-out tests could not be restored: ${trouble}` },
    },
    check: (whole, visible) =>
      checkedTwice(whole, visible, {
        ...{ without, held, spec },
        broken: () => trouble,
        ran: runs => {
          latest = runs
        },
      }),
    gate: gate => ({
      restore: sealed => gate.restore(sealed),
      move: sealed => gate.move(sealed),
      async seal(question, green) {
        // The baseline has the tests of the whole run; events have only those of the visible one.
        const kept = await gate.seal({ ...question, verifications: latest }, green)
        return { ...kept, findings: kept.findings.map(redact.finding) }
      },
      async examine(question) {
        const { findings, proof } = await gate.examine(question)
        return { findings: findings.map(redact.finding), proof: redact.proof(proof) }
      },
    }),
  }
}

const asText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const asFailedTurn = (error: unknown) =>
  ({ ended: 'failed', answer: '', exitCode: null, durationMs: 0, error: asText(error), ...UNKNOWN_USAGE }) as const

/** The files by path, as seen from the tree and from the folder of the commands, and what they contain. */
const namesOf = ({ files }: HeldFiles, { tree, workspace }: LoopSpec) =>
  files.map(({ path }) => ({
    paths: [path, relative(workspace, `${tree}/${path}`)],
    text: readRegular(`${tree}/${path}`)?.toString() ?? '',
  }))

interface Twice {
  readonly without: <T>(work: () => Promise<T>) => Promise<T>
  readonly held: HeldFiles
  readonly spec: LoopSpec
  readonly broken: () => string | null
  /** Called with the runs of the whole check. */
  readonly ran: (runs: readonly Verification[]) => void
}

const HELD_OUT_FAILS =
  'A held-out test fails. You cannot see it: it tests what the task asks for, with other inputs than the tests here. Do not special-case inputs; make the code right for every input that the task describes.'

function checkedTwice(
  whole: CompletionCheck,
  visible: CompletionCheck,
  { without, held, spec, broken, ran }: Twice,
): CompletionCheck {
  return {
    ...visible,
    async check(snapshot, signal) {
      const all: Verification[] = []
      const answer = await whole.check({ ...snapshot, record: run => all.push(run) }, signal)
      ran(all)
      if (answer === null) {
        all.forEach(snapshot.record)
        return null
      }
      const seen: Verification[] = []
      const missing = await without(() => visible.check({ ...snapshot, record: run => seen.push(run) }, signal))
      const trouble = broken()
      if (trouble !== null) throw new Error(`held-out tests could not be restored: ${trouble}`)
      // Without a file that it names or others need, a command fails before it runs a test.
      if (missing !== null && !seen.some(ranTests) && all.some(ranTests)) return failingWords(all, held, spec)
      seen.forEach(snapshot.record)
      return missing ?? HELD_OUT_FAILS
    },
  }
}

const ranTests = (run: Verification): boolean => (countsIn(run)?.total ?? 0) > 0

const SHOWN = 20

/** Which visible tests fail, by name alone: the output of the run is about the held-out ones, too. */
function failingWords(runs: readonly Verification[], held: HeldFiles, spec: LoopSpec): string {
  const isHeld = heldTest(held, spec)
  const failing = [...new Set(runs.flatMap(failingIn))]
  const visible = failing.filter(id => !isHeld(id)).slice(0, SHOWN)
  return [
    ...(visible.length === 0 ? [] : ['These tests fail:', ...visible.map(id => `- ${id}`)]),
    ...(visible.length === 0 || failing.some(isHeld) ? [HELD_OUT_FAILS] : []),
  ].join('\n')
}

/** Some runners name the folder of a test in place of its file; then its title tells. */
function heldTest({ files }: HeldFiles, { tree, workspace }: LoopSpec): (id: string) => boolean {
  const paths = files.map(({ path }) => relative(workspace, join(tree, path)))
  const texts = paths.map(path => readRegular(join(workspace, path))?.toString() ?? '')
  return id => {
    const [file = '', title = ''] = id.split('::')
    if (readRegular(join(workspace, file)) !== null) return paths.includes(file)
    const [first = ''] = title.split(' > ')
    return first !== '' && texts.some(text => text.includes(first))
  }
}
