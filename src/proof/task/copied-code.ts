import { type Order, ordersIn } from '../../criteria/task/orders.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { definitionsOf } from '../../tools/syntax/definitions.ts'
import { declaredNames, reachedSyntax } from '../../tools/syntax/identifiers.ts'
import { withoutClosing, withoutExport } from '../../tools/syntax/without-export.ts'
import { isNegated } from '../seal/free/clauses.ts'
import type { TreeCode } from './tree-code.ts'

/**
 * For a task that moves code: definitions that are in a new file and still unchanged in the old one. If the task does not name them, they
 * count only if no code was moved at all, because both files may need some helpers.
 */
export function copiedCode(task: string, code: TreeCode): string[] {
  if (!ordersIn(task).some(movesCode) || wantsCopy(task)) return []
  const gained = [...code.changed].flatMap(path => (kindOf(path) === null ? gainedBy(path, code) : []))
  const copied = gained.filter(({ stays }) => stays !== null)
  const named = copied.filter(({ name }) => new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(task))
  const found = copied.length === gained.length ? copied : named
  return found
    .slice(0, MOST_SHOWN)
    .map(({ name, path, stays }) => `\`${name}\` was copied to \`${path}\` and is still in \`${stays}\``)
}

const MOST_SHOWN = 5

const movesCode = ({ action }: Order): boolean => /^(?:move|extract|put|take|merge)$/.test(action)

/** "copy the helpers", "keep the original in place for now". */
const wantsCopy = (task: string): boolean =>
  ordersIn(task).some(({ action }) => action === 'copy') ||
  task.split(/[.;,\n]\s/).some(clause => COPY.test(clause) && !isNegated(clause.replace(KEEPS, '')))

const KEEPS = /\b(?:keep|leave|retain)\b/gi
const COPY =
  /\b(?:keep|leave|retain)\b[^.;]{0,80}\b(?:cop(?:y|ies)|originals?|old (?:ones?|code|functions?|implementations?|versions?)|in place|both)\b|\b(?:vendor|duplicate|mirror|clone)\s(?:the|our|it|them|these|those)\b/i

interface Gained {
  readonly name: string
  readonly path: string
  /** A file that had the same code before and still has it; null if the code was moved. */
  readonly stays: string | null
}

/** Definitions in a file that another file had before, with the same code. */
function gainedBy(path: string, { before, now }: TreeCode): Gained[] {
  const syntax = reachedSyntax(path, now.get(path) ?? '')
  if (syntax === null) return []
  return declaredNames(syntax).flatMap(name => {
    const others = [...before].filter(
      ([other, text]) => other !== path && text.includes(name) && kindOf(other) === null,
    )
    const bodies = others.length === 0 ? [] : bodiesIn(path, now, name)
    const old = bodiesIn(path, before, name)
    return bodies.flatMap(body => {
      const from = old.includes(body) ? [] : others.filter(([other]) => bodiesIn(other, before, name).includes(body))
      if (from.length === 0) return []
      const stays = from.every(([other]) => bodiesIn(other, now, name).includes(body)) ? (from[0]?.[0] ?? null) : null
      return [{ name, path, stays }]
    })
  })
}

const SHORTEST = 40

function bodiesIn(path: string, files: TreeCode['now'], name: string): string[] {
  const syntax = reachedSyntax(path, files.get(path) ?? '')
  if (syntax === null) return []
  return definitionsOf(name, syntax)
    .map(body => withoutClosing(withoutExport(body)).replace(/\s+/g, ''))
    .filter(body => body.length > SHORTEST)
}
