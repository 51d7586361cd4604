import { type ParseError, parseTree } from 'jsonc-parser'
import { ok, type Result } from '../../std/result.ts'
import { type BlockMarks, blockToAppend, withoutBlock } from './edit-block.ts'
import { type JsonEntry, putEntries } from './edit-json.ts'
import { takeEntries } from './take-json.ts'

/** What an installation adds to one file. */
export type Part = { readonly path: string } & (
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'json'; readonly entries: readonly JsonEntry[] }
  | { readonly kind: 'block'; readonly block: string; readonly marks: BlockMarks; readonly unless?: RegExp }
)

/** A record of an installed part, so that it can be removed to the byte. */
export interface Remembered {
  readonly path: string
  /** The file did not exist before. */
  readonly created: boolean
  readonly inserted: readonly string[]
}

export interface Put {
  readonly after: string
  readonly inserted: readonly string[]
}

const NEW_JSON = '{}\n'

/** The file with the part in it; null for `before` when there is no file. */
export function putPart(part: Part, before: string | null): Result<Put, string> {
  if (part.kind === 'file') return ok({ after: part.text, inserted: [part.text] })
  if (part.kind === 'json') {
    const edited = putEntries(before ?? NEW_JSON, part.entries)
    return edited.ok ? ok({ after: edited.value.text, inserted: edited.value.inserted }) : edited
  }
  // The user added the same by hand; twice would be an error.
  if (part.unless?.test(before ?? '') && !before?.includes(part.marks.begin))
    return ok({ after: before ?? '', inserted: [] })
  const block = blockToAppend(before ?? '', part.block, part.marks)
  return ok({ after: (before ?? '') + (block ?? ''), inserted: block === null ? [] : [block] })
}

/** The file without the part; null when nothing of it should stay. */
export function takePart(part: Part, before: string, remembered: Remembered | null): string | null {
  if (part.kind === 'file') return null
  const after = exactly(part, before, remembered) ?? bySearching(part, before)
  const created = remembered === null ? part.kind === 'json' : remembered.created
  return created && (after.trim() === '' || after === NEW_JSON || isBare(part, after)) ? null : after
}

/** Removes the inserted texts, if they are unchanged and the rest is valid without them. */
function exactly(part: Part, before: string, remembered: Remembered | null): string | null {
  let text = before
  for (const piece of [...(remembered?.inserted ?? [])].reverse()) {
    const at = text.indexOf(piece)
    if (at < 0 || text.indexOf(piece, at + 1) >= 0) return null
    text = text.slice(0, at) + text.slice(at + piece.length)
  }
  return text === before || (part.kind === 'json' && !isJson(text)) ? null : text
}

const bySearching = (part: Part, before: string): string =>
  part.kind === 'json'
    ? takeEntries(
        before,
        part.entries.filter(({ stays }) => !stays),
      )
    : part.kind === 'block'
      ? withoutBlock(before, part.marks)
      : before

function isJson(text: string): boolean {
  const errors: ParseError[] = []
  parseTree(text, errors, { allowTrailingComma: true })
  return errors.length === 0
}

/** Nothing is left but what the file format requires. */
const isBare = (part: Part, text: string): boolean =>
  part.kind === 'json' &&
  /^\s*\{\s*\}\s*$/.test(
    takeEntries(
      text,
      part.entries.filter(({ stays }) => stays),
    ),
  )
