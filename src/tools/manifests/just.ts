import type { ProjectScript } from '../commands/script-book.ts'
import type { SourceFile } from './project.ts'

/** Recipes of a justfile; dependencies count as part of the recipe. */
export function justScripts(file: SourceFile): ProjectScript[] {
  const scripts: { name: string; body: string[]; line: number; secret: boolean }[] = []
  let open: (typeof scripts)[number] | null = null
  let hidden = false
  for (const [index, row] of file.text.split('\n').entries()) {
    if (/^\s+\S/.test(row)) {
      open?.body.push(row.trim().replace(/^@/, ''))
      continue
    }
    if (/^\[.*private.*\]/.test(row)) hidden = true
    const rule = /^@?([\w-]+)((?:\s+[*+$]?[\w-]+(?:=(?:"[^"]*"|'[^']*'|\S+))?)*)\s*:(?!=)\s*(.*)$/.exec(row)
    if (rule === null) {
      if (row.trim() !== '' && !row.startsWith('#') && !row.startsWith('[')) open = null
      continue
    }
    const needs = (rule[3] ?? '')
      .replace(/#.*$/, '')
      .split(/\s+/)
      .filter(word => /^[\w-]+$/.test(word))
    open = { name: rule[1] ?? '', body: needs.map(word => `just ${word}`), line: index + 1, secret: hidden }
    hidden = false
    scripts.push(open)
  }
  const found: ProjectScript[] = scripts
    .filter(({ name, secret }) => !secret && !name.startsWith('_'))
    .map(({ name, body, line }) => ({ runner: 'just', name, body: body.join('\n'), source: file.path, line }))
  const first = found[0]
  return first && !found.some(({ name }) => name === 'default') ? [...found, { ...first, name: 'default' }] : found
}
