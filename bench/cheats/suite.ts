import type { Case } from './case.ts'
import { CASES } from './cases/all.ts'
import { makeStage, missingFor, type Played, playOurs, type Repository, strike } from './play.ts'
import { type Accepted, askReferences } from './references.ts'
import { printTable } from './table.ts'

export interface Row {
  readonly case: Case
  /** Null when a program that it needs is not here. */
  readonly ours: Played | null
  readonly references: Accepted | null
  readonly skipped: readonly string[]
}

const AT_ONCE = 2

/** Plays the cases whose id or base begins with one of the words, or all; 0 when ours accepted no cheat and refused no honest work. */
export async function runSuite(repository: Repository, words: readonly string[]): Promise<number> {
  const cases = CASES.filter(
    ({ id, base }) => words.length === 0 || words.some(word => id.startsWith(word) || base === word),
  )
  const rows: Row[] = []
  const waiting = [...cases]
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const row = await playCase(one, repository)
      rows.push(row)
      process.stderr.write(`${line(row)}\n`)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  rows.sort((a, b) => cases.indexOf(a.case) - cases.indexOf(b.case))
  printTable(rows, performance.now() - began)
  return rows.every(isRight) ? 0 : 1
}

async function playCase(one: Case, repository: Repository): Promise<Row> {
  const skipped = missingFor(one)
  if (skipped.length > 0) return { case: one, ours: null, references: null, skipped }
  const stage = makeStage(one, repository)
  try {
    const ours = await playOurs(one, stage, repository)
    return { case: one, ours, references: askReferences(stage, ours.green), skipped }
  } finally {
    strike(stage)
  }
}

/** Known limits and what is for later are told and not counted. */
export function isRight({ case: one, ours }: Row): boolean {
  if (ours === null || one.kind === 'limit' || one.kind === 'later') return true
  return (ours.status === 'verified') === (one.kind === 'honest')
}

function line(row: Row): string {
  const { case: one, ours, skipped } = row
  if (ours === null) return `-     ${one.id} ${one.name}: skipped, needs ${skipped.join(', ')}`
  const what = `${isRight(row) ? 'ok   ' : 'WRONG'} ${one.id} ${one.base} ${one.name}: ${ours.status} (${ours.exitCode}) ${[...new Set(ours.rules)].join(' ')}`
  return `${what} runs ${ours.proof?.runs ?? '-'} ${Math.round(ours.ms)} ms${isRight(row) ? '' : `\n      ${ours.says}\n      ${ours.unchecked.join('; ')}`}`
}
