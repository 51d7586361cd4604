import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { ConfigSetting } from './setting.ts'

interface Reading {
  readonly syntax: Syntax
  readonly found: ConfigSetting[]
}

/**
 * The object literals of a program, as settings. Configs are programs with data: literal values are read, computed
 * values are kept as text.
 */
export function literalsIn(syntax: Syntax): ConfigSetting[] {
  const reading: Reading = { syntax, found: [] }
  const { code } = syntax
  let at = 0
  while (at < code.length) {
    const sign = code[at]
    if (sign === '{' && opensObject(code, at)) at = object(reading, at, '')
    else if (/["'`]/.test(sign ?? '')) at = stringEnd(code, at)
    else at++
  }
  return [...reading.found, ...calledLists(syntax), ...bases(syntax)]
}

/** A brace after a bracket, an assignment or `return` opens an object; after `)` and `=>` it opens a block. */
function opensObject(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - 60), at).trimEnd()
  return /(?:[=(,:[?&|]|\b(?:return|default|satisfies))$/.test(before) && !before.endsWith('=>')
}

/** `globalIgnores([…])`: a list passed to a function whose name tells its purpose. */
function calledLists({ code, text, lineAt }: Syntax): ConfigSetting[] {
  return [...code.matchAll(/\b(\w*[iI]gnores?)\(\s*\[/g)].map(({ index, 0: opened, 1: name = '' }) => ({
    path: name,
    value: stringsIn(code, text, index + opened.length, closing(code, index + opened.length - 1)),
    line: lineAt(index),
  }))
}

/** `plugin.configs.recommended`: shared sets of settings. */
function bases({ code, lineAt }: Syntax): ConfigSetting[] {
  const found = [...code.matchAll(/\b[\w$]+\.configs(?:\.[\w$]+)+/g)]
  const [first] = found
  return first ? [{ path: 'bases', value: found.map(([name]) => name), line: lineAt(first.index) }] : []
}

function object(reading: Reading, from: number, path: string): number {
  const { code } = reading.syntax
  const end = closing(code, from)
  let at = from + 1
  while (at < end) {
    const key = keyAt(reading.syntax, at)
    if (!key) at = nextPart(code, at, end)
    else at = value(reading, key.value, end, path === '' ? key.name : `${path}.${key.name}`)
  }
  return end + 1
}

function keyAt({ code, text }: Syntax, at: number): { readonly name: string; readonly value: number } | null {
  const found = /^[\s,]*(?:(["'])(\s*)\1|([\w$]+))\s*:/.exec(code.slice(at, at + 400))
  if (!found) return null
  const start = at + (found[0].match(/^[\s,]*/)?.[0].length ?? 0)
  const name = found[3] ?? text.slice(start + 1, start + 1 + (found[2]?.length ?? 0))
  return { name, value: at + found[0].length }
}

function value(reading: Reading, from: number, end: number, path: string): number {
  const { code, text, lineAt } = reading.syntax
  const start = from + (code.slice(from, end).match(/^\s*/)?.[0].length ?? 0)
  const stop = nextPart(code, start, end)
  const line = lineAt(start)
  const written = text.slice(start, stop).replace(/,$/, '').trim()
  if (code[start] === '{') object(reading, start, path)
  else if (code[start] === '[') {
    reading.found.push({ path, value: list(reading.syntax, start), line })
    for (const inner of objectsIn(code, start, closing(code, start))) object(reading, inner, `${path}.[]`)
  } else {
    reading.found.push({ path, value: scalar(written), line })
    // The arguments of a call or the branches of a condition may be data too.
    for (const inner of objectsIn(code, start, stop)) object(reading, inner, path)
  }
  return Math.max(stop, start + 1)
}

/** Elements that are strings, numbers, or lists are read; others are kept as text. */
function list({ code, text }: Syntax, from: number): unknown[] {
  const end = closing(code, from)
  const elements: unknown[] = []
  let at = from + 1
  while (at < end) {
    const stop = nextPart(code, at, end)
    const written = text.slice(at, stop).replace(/,\s*$/, '').trim()
    if (written !== '') elements.push(scalar(written))
    at = Math.max(stop, at + 1)
  }
  return elements
}

function scalar(written: string): unknown {
  const quoted = /^(["'`])([^"'`\n]*)\1(?:\s+as\s+const)?$/.exec(written)
  if (quoted && !written.includes('${')) return quoted[2]
  if (/^-?\d[\d_]*(?:\.\d+)?$/.test(written)) return Number(written.replaceAll('_', ''))
  if (written === 'true' || written === 'false') return written === 'true'
  if (written === 'null' || written === 'undefined') return null
  return { expression: written }
}

function stringsIn(code: string, text: string, from: number, to: number): string[] {
  const found: string[] = []
  for (let at = from; at < to; at++) {
    if (!/["'`]/.test(code[at] ?? '')) continue
    const end = stringEnd(code, at)
    found.push(text.slice(at + 1, end - 1))
    at = end - 1
  }
  return found
}

function objectsIn(code: string, from: number, to: number): number[] {
  const found: number[] = []
  for (let at = from; at < to; at++)
    if (code[at] === '{' && opensObject(code, at)) {
      found.push(at)
      at = closing(code, at)
    }
  return found
}

/** Content of strings is blank in the code, so a quote ends at the next one. */
function stringEnd(code: string, at: number): number {
  const end = code.indexOf(code[at] ?? '', at + 1)
  return end < 0 ? code.length : end + 1
}

function closing(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    if (/[{[(]/.test(code[at] ?? '')) depth++
    else if (/[}\])]/.test(code[at] ?? '') && --depth === 0) return at
  }
  return code.length
}

/** The position after the comma that ends this part, or the end. */
function nextPart(code: string, from: number, end: number): number {
  let depth = 0
  for (let at = from; at < end; at++) {
    const sign = code[at] ?? ''
    if (/[{[(]/.test(sign)) depth++
    else if (/[}\])]/.test(sign)) depth--
    else if (sign === ',' && depth === 0) return at + 1
  }
  return end
}
