import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { fail, ok, type Result } from '../../std/result.ts'

/** An entry to add to a JSON file: a member of an object, or an element of a list. */
export interface JsonEntry {
  readonly path: readonly string[]
  readonly value: unknown
  /** `set`: the member at that path. `append`: an element of the list at that path. */
  readonly as: 'set' | 'append'
  /** The file format requires it; it stays where other entries use the file. */
  readonly stays?: true
}

interface Edited {
  readonly text: string
  /** The inserted texts, in order; removing them again restores the file to the byte. */
  readonly inserted: readonly string[]
}

/** Adds entries to a JSON text, and keeps comments and order. Existing entries are not changed. */
export function putEntries(before: string, entries: readonly JsonEntry[]): Result<Edited, string> {
  let text = before
  const inserted: string[] = []
  for (const entry of entries) {
    const root = rootOf(text)
    if (!root.ok) return root
    if (holds(root.value, entry)) continue
    const put = insertion(text, root.value, entry)
    if (!put.ok) return put
    text = text.slice(0, put.value.at) + put.value.text + text.slice(put.value.at)
    inserted.push(put.value.text)
  }
  return ok({ text, inserted })
}

function rootOf(text: string): Result<Node, string> {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false })
  return root === undefined || errors.length > 0 || root.type !== 'object'
    ? fail('it is not a readable JSON object')
    : ok(root)
}

function holds(root: Node, { path, value, as }: JsonEntry): boolean {
  const node = findNodeAtLocation(root, [...path])
  if (node === undefined) return false
  // The user may have changed the member with our name.
  if (as === 'set') return true
  return (node.children ?? []).some(child => JSON.stringify(getNodeValue(child)) === JSON.stringify(value))
}

interface Insertion {
  readonly at: number
  readonly text: string
}

function insertion(text: string, root: Node, { path, value, as }: JsonEntry): Result<Insertion, string> {
  const depth = deepest(root, path)
  const container = findNodeAtLocation(root, [...path.slice(0, depth)]) ?? root
  const missing = path.slice(depth)
  if (missing.length === 0 && (as === 'set' || container.type !== 'array'))
    return fail(`"${path.join('.')}" is not a list`)
  if (missing.length > 0 && container.type !== 'object')
    return fail(`"${path.slice(0, depth).join('.')}" is not an object`)
  const [key, ...inner] = missing
  const element = as === 'append' ? [value] : value
  const body = key === undefined ? value : inner.reduceRight<unknown>((nested, name) => ({ [name]: nested }), element)
  return ok(asLastOf(text, container, key, body))
}

/** How many levels of a path exist already. */
function deepest(root: Node, path: readonly string[]): number {
  let depth = path.length
  while (depth > 0 && findNodeAtLocation(root, [...path.slice(0, depth)]) === undefined) depth--
  return depth
}

function asLastOf(text: string, container: Node, key: string | undefined, value: unknown): Insertion {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = unitOf(text)
  const outer = indentAt(text, container.offset)
  const inner = outer + unit
  const last = container.children?.at(-1)
  if (last === undefined) {
    const blank = text.slice(container.offset + 1, container.offset + container.length - 1)
    const closing = blank.includes('\n') ? '' : eol + outer
    return { at: container.offset + 1, text: `${eol}${inner}${rendered(key, value, inner, { unit, eol })}${closing}` }
  }
  const at = last.offset + last.length
  const ownLine = /\n[ \t]*$/.test(text.slice(0, last.offset))
  const indent = ownLine ? indentAt(text, last.offset) : inner
  const next = rendered(key, value, ownLine ? indent : '', ownLine ? { unit, eol } : { unit: '', eol: '' })
  return { at, text: ownLine ? `,${eol}${indent}${next}` : `, ${next}` }
}

interface Style {
  readonly unit: string
  readonly eol: string
}

function rendered(key: string | undefined, value: unknown, indent: string, { unit, eol }: Style): string {
  const json =
    unit === '' ? JSON.stringify(value) : JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
  return key === undefined ? json : `${JSON.stringify(key)}: ${json}`
}

const indentAt = (text: string, offset: number): string =>
  /[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
