import type { NamedObject } from '../../criteria/task/named-object.ts'
import { lastPart } from '../../criteria/task/renames.ts'

/** Identifiers that the task names, without what stands before their dots. */
export function identifiersIn(task: string, objects: readonly NamedObject[]): string[] {
  const symbols = objects.filter(({ kind }) => kind === 'symbol').map(({ name }) => lastPart(name))
  const documented = documentedName(task)
  return [...new Set([...symbols, ...(documented === null ? [] : [documented])])]
}

const DOCUMENTED =
  /\b(?:jsdoc|tsdoc|docstrings?|doc ?comments?|javadoc|rustdoc|documentation|docs|document)\b(?: comments?)? (?:(?:to|for|on|the|a|function|method|class)\s+)*`?([A-Za-z_$][\w$]*(?:[.#:]+[\w$]+)*)(?:\(\))?`?(?:\s|$|[,.;])/i

/** The one identifier of "add a docstring to parse_args"; null when the task means more, or something else. */
export function documentedName(task: string): string | null {
  const [whole = '', name] = DOCUMENTED.exec(task) ?? []
  if (name === undefined) return null
  const isCode = /`|\(\)/.test(whole) || /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/.test(name)
  return isCode && !/\.\w{1,4}$/.test(name) ? lastPart(name) : null
}
