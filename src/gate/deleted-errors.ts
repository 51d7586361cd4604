import { isToGo, wantsDeadCodeGone } from '../seal/free/is-free.ts'
import type { ProofCase } from './proof-case.ts'

/** So much of a file that is gone must be found elsewhere for it to have moved or been split. */
const FOUND_AGAIN = 0.6

/**
 * Files in which a compiler or a linter found errors and that are gone: an error that is deleted is not mended. Code that moved is there
 * still, by its lines or by the names that it declares. Whether what is left was dead code nobody can see: that is for a person to say.
 */
export async function deletedErrors({ options, record, log, isFree }: ProofCase): Promise<void> {
  const changes = await options.changes()
  const gone = changes
    .filter(({ path, status }) => status === 'deleted' && record.diagnosed.includes(path))
    .filter(({ path }) => !isFree(path) && !isToGo(path, options.task))
  if (gone.length === 0 || wantsDeadCodeGone(options.task)) return
  const elsewhere: string[] = []
  for (const { path, status } of changes) {
    if (status === 'deleted') continue
    elsewhere.push(newLines((await options.readBefore(path)) ?? '', (await options.readNow(path)) ?? ''))
  }
  const lost: string[] = []
  for (const { path } of gone)
    if (!isFoundAgain((await options.readBefore(path)) ?? '', elsewhere.join('\n'))) lost.push(path)
  if (lost.length === 0) return
  log.refused('errors', [
    {
      rule: 'errors-deleted',
      objection: 'unproven',
      says: 'Files that had errors before the first turn are gone, and what was in them is nowhere else: an error that is deleted is not mended. Bring them back and mend them. If they are to go, a person has to say so: in the task, by name, or by accepting this.',
      places: lost.slice(0, 10),
    },
  ])
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
