import { formatDuration } from '../../std/duration.ts'
import type { LoopRow, PlanRow } from '../page-data.ts'

/** How a status looks: its words, and one of five tones. */
const STATUSES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  running: ['Running', 'active'],
  paused: ['Paused', 'waiting'],
  interrupted: ['Interrupted', 'waiting'],
  verified: ['Verified', 'good'],
  claimed: ['Claimed, not checked', 'waiting'],
  limit_reached: ['Limit reached', 'bad'],
  stuck: ['Stuck', 'bad'],
  blocked: ['Blocked', 'waiting'],
  tampered: ['Tampered', 'bad'],
  gate_broken: ['Check broken', 'bad'],
  agent_failed: ['Agent failed', 'bad'],
  aborted: ['Aborted', 'quiet'],
}

export type Tone = 'good' | 'bad' | 'active' | 'waiting' | 'quiet'

export const statusWords = (status: string): string => STATUSES[status]?.[0] ?? status.replaceAll('_', ' ')
export const statusTone = (status: string): Tone => STATUSES[status]?.[1] ?? 'quiet'

type PlanFacts = Pick<PlanRow, 'status' | 'done' | 'total' | 'needsYou'>

export function planWords({ status, done, total, needsYou }: PlanFacts): string {
  if (status === 'running') return 'Running'
  if (done === total) return 'All merged'
  return needsYou > 0 ? 'Needs you' : status === 'paused' ? 'Paused' : 'Not running'
}

export const planTone = (plan: PlanFacts): Tone =>
  plan.status === 'running' ? 'active' : plan.done === plan.total ? 'good' : 'waiting'

export const verdictWords = (verdict: string): string =>
  verdict === 'verified' ? 'Verified' : verdict === 'gate_error' ? 'No result' : capital(verdict.replaceAll('_', ' '))

export const verdictTone = (verdict: string): Tone =>
  verdict === 'verified' ? 'good' : verdict === 'tampered' || verdict === 'weakened' ? 'bad' : 'waiting'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A file name or a project for people: the last part of a path. */
export const lastPart = (path: string): string => path.split('/').filter(Boolean).at(-1) ?? path

/** A dash is unknown, or nothing yet. */
export const costWords = (usd: number | null): string => (usd ? `$${usd.toFixed(2)}` : '–')
export const tokenWords = (tokens: number | null): string => (tokens ? tokens.toLocaleString('en') : '–')

/** A check without named tests can fail, too, and before the first check nothing is known. */
export const failingWords = ({ failing, missing, turn, ended }: LoopRow): string =>
  failing === 0 && (missing !== null || (turn === 0 && ended === null)) ? '–' : String(failing)

/** Work is counted at the end of each turn and check; the time since then counts as well while the loop runs. */
const workedMs = ({ spent, status, lastActive }: LoopRow, now: number): number =>
  spent.ms + (status === 'running' ? Math.max(0, now - Date.parse(lastActive)) : 0)

export const timeSpent = (row: LoopRow, now: number): string => wholeSeconds(workedMs(row, now))

export const timeLeft = (row: LoopRow, now: number): string =>
  row.limitMs === null || row.status !== 'running' ? '–' : wholeSeconds(row.limitMs - workedMs(row, now))

/** A number that changes each second has no fractions, so that its width does not jump. */
export const wholeSeconds = (ms: number): string => (ms < 1000 ? '0s' : formatDuration(Math.round(ms / 1000) * 1000))

export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(0)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

const MINUTE = 60_000

/** How long ago, in the largest unit that fits. */
export function agoWords(moment: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(moment)) / MINUTE)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes}m ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h ago`
  return `${Math.floor(minutes / 24 / 60)}d ago`
}
