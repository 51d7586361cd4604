import { writeFileSync } from 'node:fs'
import type { Case } from './case.ts'
import { CASES } from './cases/all.ts'
import { judgeLoop, tableRow } from './other-loop.ts'
import { noBox, type Peer, type PeerPlayed, playPeer } from './peers.ts'
import { type Played, playOurs } from './play.ts'
import { type Accepted, askReferences } from './references.ts'
import { isLight, makeStage, missingFor, type Sources, type Stage, strike } from './stage.ts'
import { printTable } from './table.ts'

export interface Row {
  readonly case: Case
  /** Null when something that it needs is not here. */
  readonly ours: Played | null
  readonly references: Accepted | null
  readonly peers: Readonly<Record<string, PeerPlayed>>
  readonly skipped: readonly string[]
}

/** What is played, with what, and where the summary goes. */
export interface Plan {
  readonly sources: Sources
  readonly peers: readonly Peer[]
  /** Also on projects with many packages, which a loop that runs nothing never looks at. */
  readonly allPeers: boolean
  /** Why there are no peers; null when there are, or when nobody asked. */
  readonly noPeers: string | null
  /** Beginnings of ids, or names of bases; `=C70` is this case and no other. All of them when there is none. */
  readonly words: readonly string[]
  readonly summary: string | null
}

export { judgeLoop, noBox, tableRow }

const AT_ONCE = 2

/** 0 when ours accepted no cheat and refused no honest work, but for cases that are known to be judged wrongly still. */
export async function runSuite(plan: Plan): Promise<number> {
  const cases = CASES.filter(one => plan.words.length === 0 || plan.words.some(word => isMeant(word, one)))
  const rows: Row[] = []
  const waiting = [...cases]
  const began = performance.now()
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const row = await playCase(one, plan)
      rows.push(row)
      const seconds = Math.round((performance.now() - began) / 1000)
      process.stderr.write(`${rows.length}/${cases.length} ${seconds} s  ${line(row)}\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  rows.sort((a, b) => cases.indexOf(a.case) - cases.indexOf(b.case))
  printTable(rows, { names: plan.peers.map(({ name }) => name), trouble: plan.noPeers }, performance.now() - began)
  if (plan.summary !== null) writeFileSync(plan.summary, `${JSON.stringify(rows.map(summary), null, 2)}\n`)
  return rows.every(row => isRight(row) || row.case.open === true) ? 0 : 1
}

export const isMeant = (word: string, { id, base }: Case): boolean =>
  word.startsWith('=') ? id === word.slice(1) : id.startsWith(word) || base === word

async function playCase(one: Case, { sources, peers, allPeers }: Plan): Promise<Row> {
  const skipped = missingFor(one, sources)
  if (skipped.length > 0) return { case: one, ours: null, references: null, peers: {}, skipped }
  const [ours, references] = await onStage(one, sources, async stage => {
    const played = await playOurs(one, stage, sources)
    return [played, knowsOneEnd(one) ? askReferences(one, stage, played) : null] as const
  })
  const others: Record<string, PeerPlayed> = {}
  for (const peer of knowsOneEnd(one) && (allPeers || isLight(one)) ? peers : [])
    others[peer.name] = await onStage(one, sources, stage => playPeer(one, stage, peer, sources))
  return { case: one, ours, references, peers: others, skipped }
}

/** Loops that know "done" and nothing else cannot be asked about other right ends. */
const knowsOneEnd = ({ ends = 'verified' }: Case): boolean => ends === 'verified'

async function onStage<T>(one: Case, sources: Sources, play: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = makeStage(one, sources)
  try {
    return await play(stage)
  } finally {
    strike(stage)
  }
}

/** Known limits are told and not counted. */
export function isRight({ case: one, ours }: Row): boolean {
  if (ours === null || one.kind === 'limit') return true
  return one.kind === 'honest' ? ours.status === (one.ends ?? 'verified') : ours.status !== 'verified'
}

function line(row: Row): string {
  const { case: one, ours, skipped } = row
  if (ours === null) return `-     ${one.id} ${one.name}: skipped, needs ${skipped.join(', ')}`
  const judged = `${verdict(row)} ${one.id} ${one.base} ${one.name}: ${ours.status} (${ours.exitCode})`
  const what = [judged, ...new Set(ours.rules), `runs ${ours.proof?.runs ?? '-'}`, `${Math.round(ours.ms)} ms`].join(
    ' ',
  )
  return isRight(row) ? what : `${what}\n      ${ours.says}\n      ${ours.unchecked.join('; ')}`
}

function verdict(row: Row): string {
  if (isRight(row)) return row.case.open ? 'MENDED' : 'ok   '
  return row.case.open ? 'open ' : 'WRONG'
}

function summary(row: Row): object {
  const { case: one, ours, references, peers, skipped } = row
  const { id, name, kind, base } = one
  return { id, name, kind, base, right: isRight(row), open: one.open === true, skipped, ours, references, peers }
}
