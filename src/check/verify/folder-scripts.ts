import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '../../system/read-regular.ts'
import { type ProjectScript, type Reference, scriptBook } from '../../tools/commands/script-book.ts'
import { composerScripts, npmScripts } from '../../tools/manifests/data-files.ts'
import { justScripts } from '../../tools/manifests/just.ts'
import { makeScripts } from '../../tools/manifests/make.ts'
import type { SourceFile } from '../../tools/manifests/project.ts'

/** The lines of the script or target that a command names; empty when the folder does not define it. */
export function scriptsIn(folder: string, reference: Reference | null): string[] {
  const reader = READERS.find(([runner]) => runner === reference?.runner)
  if (reference === null || reader === undefined) return []
  const [runner, names, read] = reader
  const scripts = filesNamed(folder, names).flatMap(file => safely(() => read(file)))
  const book = scriptBook(scripts, [runner])
  const called =
    runner === 'npm' ? [`pre${reference.name}`, reference.name, `post${reference.name}`] : targets(reference)
  return called.flatMap(name => book.find({ ...reference, name })?.body.split('\n') ?? []).map(asShell)
}

type Reader = readonly [runner: ProjectScript['runner'], files: RegExp, read: (file: SourceFile) => ProjectScript[]]

/** Manifests without a parser of their own. */
const READERS: readonly Reader[] = [
  ['npm', /^package\.json$/, npmScripts],
  ['make', /^(?:GNUmakefile|[Mm]akefile)$/, makeScripts],
  ['just', /^\.?[Jj]ustfile$/, justScripts],
  ['composer', /^composer\.json$/, composerScripts],
]

/** `make lint test` runs both. */
const targets = ({ name, rest }: Reference): string[] => [name, ...rest.filter(word => /^[\w.-]+$/.test(word))]

/** In a recipe, `-` in front ignores the exit code, and `@` only hides the line. */
function asShell(recipe: string): string {
  const marks = /^[@+\s-]*(?=[^\s@+-])/.exec(recipe)?.[0] ?? ''
  const command = recipe.slice(marks.length)
  return marks.includes('-') ? `${command} || true` : command
}

function filesNamed(folder: string, names: RegExp): SourceFile[] {
  return entries(folder)
    .filter(name => names.test(name))
    .map(path => {
      const text = readRegular(join(folder, path))?.toString() ?? ''
      return { path, text, data: path.endsWith('.json') ? jsonIn(text) : undefined, executable: false }
    })
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function safely(read: () => ProjectScript[]): ProjectScript[] {
  try {
    return read()
  } catch {
    // A manifest of an unexpected shape says nothing.
    return []
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
