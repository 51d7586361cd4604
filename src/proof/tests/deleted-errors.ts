import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { isToGo, wantsDeadCodeGone } from '../seal/free/is-free.ts'

/** The share of a deleted file that must be found elsewhere to count as moved or split. */
const FOUND_AGAIN = 0.6

/**
 * Refuses deleted files in which a compiler or linter reported errors: deleting an error does not fix it. Code that moved is found by its
 * lines or by the names that it declares. Only a person can say that the rest was dead code. Returns the files that the code moved to: an
 * error planted there must be reported, or the code moved to where no tool checks it.
 */
export async function deletedErrors({ options, record, log, isFree }: ProofCase): Promise<readonly string[]> {
  const changes = await options.changes()
  const had = changes
    .filter(({ path }) => record.diagnosed.includes(path))
    .filter(({ path }) => !isFree(path) && !isToGo(path, options.allowedBy))
  const gone: typeof had = []
  for (const one of had) if (one.status === 'deleted' || (await isEmptied(one.path, options))) gone.push(one)
  if (gone.length === 0 || wantsDeadCodeGone(options.allowedBy)) return []
  const elsewhere: { readonly path: string; readonly added: string }[] = []
  for (const { path, status } of changes) {
    if (status === 'deleted') continue
    const added = newLines((await options.readBefore(path)) ?? '', (await options.readNow(path)) ?? '')
    elsewhere.push({ path, added })
  }
  const lost: string[] = []
  const places = new Set<string>()
  for (const { path } of gone) {
    const before = (await options.readBefore(path)) ?? ''
    const fitting = elsewhere.filter(one => !isTyped(path) || isTyped(one.path))
    if (!isFoundAgain(before, fitting.map(({ added }) => added).join('\n'))) lost.push(path)
    for (const one of fitting) if (isPartOf(before, one.added)) places.add(one.path)
  }
  if (lost.length === 0) return [...places]
  log.refused('errors', [finding('errors-deleted', 'unproven', {}, lost.slice(0, 10))])
  return []
}

/** The file exists, but without anything that it declared. */
async function isEmptied(path: string, { readBefore, readNow }: ProofCase['options']): Promise<boolean> {
  const [before, now] = [(await readBefore(path)) ?? '', (await readNow(path)) ?? '']
  const left = linesOf(now).filter(line => !/^(?:import\b|from\b|\/\/|#|\/?\*|export\s*\{\s*\};?$|pass$)/.test(line))
  return left.length === 0 && linesOf(before).length > 0
}

/** Types are checked only where they are written: code that moved to untyped files is no longer checked. */
const isTyped = (path: string): boolean => /(?<!\.d)\.[cm]?tsx?$/.test(path)

/** Whether some of the deleted lines are in the new text. */
function isPartOf(gone: string, added: string): boolean {
  const [lines, names] = [new Set(linesOf(added)), new Set(declared(added))]
  return declared(gone).some(name => names.has(name)) || linesOf(gone).some(line => line.length > 12 && lines.has(line))
}

/** Whether the code of a deleted file is in the new text. */
export function isFoundAgain(gone: string, added: string): boolean {
  const there = new Set(linesOf(added))
  const lines = linesOf(gone)
  if (lines.length === 0) return true
  if (lines.filter(line => there.has(line)).length / lines.length >= FOUND_AGAIN) return true
  const [names, now] = [declared(gone), new Set(declared(added))]
  return names.length > 0 && names.every(name => now.has(name))
}

function newLines(before: string, now: string): string {
  const known = new Set(linesOf(before))
  return linesOf(now)
    .filter(line => !known.has(line))
    .join('\n')
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** Top-level declarations, by the keywords of most languages. Nested ones move with them. */
const declared = (text: string): string[] =>
  [
    ...text.matchAll(
      /^(?:(?:export|default|declare|async|abstract|pub(?:\([a-z]+\))?|public|static|final)\s+)*(?:const|let|var|function\*?|class|interface|type|enum|def|func|fn|struct|trait|namespace)\s+([A-Za-z_$][\w$]*)/gm,
    ),
  ].map(([, name = '']) => name)
