import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { isToGo, wantsDeadCodeGone } from '../seal/free/is-free.ts'

/** So much of a file that is gone must be found elsewhere for it to have moved or been split. */
const FOUND_AGAIN = 0.6

/**
 * Files in which a compiler or a linter found errors and that are gone: an error that is deleted is not mended. Code that moved is there
 * still, by its lines or by the names that it declares. Whether what is left was dead code nobody can see: that is for a person to say.
 * Resolves to where the code went: an error planted there must be seen, or it went where nobody looks.
 */
export async function deletedErrors({ options, record, log, isFree }: ProofCase): Promise<readonly string[]> {
  const changes = await options.changes()
  const had = changes
    .filter(({ path }) => record.diagnosed.includes(path))
    .filter(({ path }) => !isFree(path) && !isToGo(path, options.task))
  const gone: typeof had = []
  for (const one of had) if (one.status === 'deleted' || (await isEmptied(one.path, options))) gone.push(one)
  if (gone.length === 0 || wantsDeadCodeGone(options.task)) return []
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

/** The file stands, and nothing of what it declared. */
async function isEmptied(path: string, { readBefore, readNow }: ProofCase['options']): Promise<boolean> {
  const [before, now] = [(await readBefore(path)) ?? '', (await readNow(path)) ?? '']
  const left = linesOf(now).filter(line => !/^(?:import\b|from\b|\/\/|#|\/?\*|export\s*\{\s*\};?$|pass$)/.test(line))
  return left.length === 0 && linesOf(before).length > 0
}

/** Types are checked where they are written: what goes on without them is not checked any more. */
const isTyped = (path: string): boolean => /(?<!\.d)\.[cm]?tsx?$/.test(path)

/** Whether some of what is gone stands in what is new. */
function isPartOf(gone: string, added: string): boolean {
  const [lines, names] = [new Set(linesOf(added)), new Set(declared(added))]
  return declared(gone).some(name => names.has(name)) || linesOf(gone).some(line => line.length > 12 && lines.has(line))
}

/** Whether code of a file that is gone stands in what is new. */
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

/** What a file declares at its own level, in the words of most languages; what stands further in moves along. */
const declared = (text: string): string[] =>
  [
    ...text.matchAll(
      /^(?:(?:export|default|declare|async|abstract|pub(?:\([a-z]+\))?|public|static|final)\s+)*(?:const|let|var|function\*?|class|interface|type|enum|def|func|fn|struct|trait|namespace)\s+([A-Za-z_$][\w$]*)/gm,
    ),
  ].map(([, name = '']) => name)
