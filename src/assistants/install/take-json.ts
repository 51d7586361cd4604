import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser'
import type { JsonEntry } from './edit-json.ts'

/** Removes entries from a JSON text when the inserted texts are unknown, and parents that are empty afterwards. */
export function takeEntries(before: string, entries: readonly JsonEntry[]): string {
  let text = before
  for (const { path, value, as } of [...entries].reverse()) {
    const place = as === 'set' ? memberAt(text, path) : elementAt(text, path, value)
    if (place === null) continue
    text = without(text, place)
    for (let parent = place.slice(0, -1); parent.length > 0 && isEmpty(text, parent); parent = parent.slice(0, -1))
      text = without(text, parent)
  }
  return text
}

function memberAt(text: string, path: readonly string[]): (string | number)[] | null {
  const root = parseTree(text)
  return root !== undefined && findNodeAtLocation(root, [...path]) !== undefined ? [...path] : null
}

function elementAt(text: string, path: readonly string[], value: unknown): (string | number)[] | null {
  const root = parseTree(text)
  const list = root === undefined ? undefined : findNodeAtLocation(root, [...path])
  const index = (list?.children ?? []).findIndex(child => JSON.stringify(getNodeValue(child)) === JSON.stringify(value))
  return index < 0 ? null : [...path, index]
}

function isEmpty(text: string, path: readonly (string | number)[]): boolean {
  const root = parseTree(text)
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path])
  return node !== undefined && (node.type === 'object' || node.type === 'array') && (node.children ?? []).length === 0
}

const without = (text: string, path: readonly (string | number)[]): string =>
  applyEdits(text, modify(text, [...path], undefined, { formattingOptions: { insertSpaces: true, tabSize: 2 } }))
