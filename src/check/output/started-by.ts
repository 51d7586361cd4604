import { indentOf } from '../../tools/reading/gather.ts'
import { plans } from '../../tools/reading/plans.ts'
import type { ReaderPlan } from '../../tools/reading/reader.ts'

interface Beginning {
  readonly prefix: string
  readonly plan: ReaderPlan
}

const beginnings = plans.flatMap(plan => plan.starts.map((prefix): Beginning => ({ prefix, plan })))
const byFirst = new Map(
  beginnings.map(({ prefix }) => [prefix[0], beginnings.filter(other => other.prefix[0] === prefix[0])]),
)
const numbered = plans.filter(({ startsAfterNumber }) => startsAfterNumber)
const tested = plans.filter(({ startsWhen }) => startsWhen)

const NUMBERED = /^ *\d+ ([a-z]+)/

/** The readers that a line starts, without those that have started already. */
export function startedBy(line: string, started: ReadonlyMap<ReaderPlan, unknown>): ReaderPlan[] {
  const indent = indentOf(line)
  const found: ReaderPlan[] = []
  for (const { prefix, plan } of byFirst.get(line[indent]) ?? [])
    if (!started.has(plan) && line.startsWith(prefix, indent)) found.push(plan)
  const word = NUMBERED.exec(line)?.[1]
  if (word !== undefined)
    for (const plan of numbered) if (!started.has(plan) && plan.startsAfterNumber?.includes(word)) found.push(plan)
  for (const plan of tested) if (!started.has(plan) && plan.startsWhen?.(line)) found.push(plan)
  return found
}
