import { plans } from '../../tools/plans.ts'
import { indentOf } from '../../tools/reading/gather.ts'
import type { ReaderPlan } from '../../tools/reading/reader.ts'

interface Beginning {
  readonly prefix: string
  readonly plan: ReaderPlan
}

const byFirst = new Map<string, Beginning[]>()
const byWord = new Map<string, ReaderPlan[]>()

for (const plan of plans) {
  for (const prefix of plan.starts) listed(byFirst, prefix.charAt(0)).push({ prefix, plan })
  for (const word of plan.startsAfterNumber ?? []) listed(byWord, word).push(plan)
}

function listed<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

const NUMBERED = /^ *\d+ ([a-z]+)/

/** The readers that a line starts. */
export function startedBy(line: string): ReaderPlan[] {
  const indent = indentOf(line)
  const begun = (byFirst.get(line.charAt(indent)) ?? []).filter(({ prefix }) => line.startsWith(prefix, indent))
  return [
    ...begun.map(({ plan }) => plan),
    ...(byWord.get(NUMBERED.exec(line)?.[1] ?? '') ?? []),
    ...plans.filter(({ startsWhen }) => startsWhen?.(line)),
  ]
}
