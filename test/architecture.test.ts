import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const src = join(root, 'src')
const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

interface Row {
  readonly module: string
  readonly imports: readonly string[]
  /** Uses no Node built-in: it reads no file, no clock, and starts nothing. */
  readonly pure: boolean
}

const rows = document.split('\n').flatMap((line): Row[] => {
  const cells = line.split('|').map(cell => cell.trim())
  const module = /^`([\w.-]+)`$/.exec(cells[1] ?? '')?.[1]
  if (!module || cells.length !== 5) return []
  return [{ module, imports: words(cells[3]), pure: /\bpure\b/.test(cells[2] ?? '') }]
})

const files = sources(src).filter(path => !path.endsWith('.test.ts'))
const imports = files.flatMap(file => importsOf(file).map(target => ({ file, target })))
const moduleOf = (path: string): string => relative(src, path).split('/')[0] ?? ''
const short = (path: string): string => relative(root, path)

describe('the module table in ARCHITECTURE.md', () => {
  test('has one row for every entry of src', () => {
    expect(rows.map(({ module }) => module).sort()).toEqual(readdirSync(src).sort())
  })

  test('allows only imports from modules above', () => {
    const below = rows.flatMap(({ module, imports }, index) =>
      imports.filter(name => rows.findIndex(row => row.module === name) >= index).map(name => `${module} → ${name}`),
    )
    expect(below).toEqual([])
  })

  test('code imports only what is allowed, types included', () => {
    const forbidden = imports.flatMap(({ file, target }) => {
      const row = rows.find(({ module }) => module === moduleOf(file))
      const ok =
        moduleOf(target) === moduleOf(file) || !target.startsWith(src) || row?.imports.includes(moduleOf(target))
      return ok ? [] : [`${short(file)} → ${short(target)}`]
    })
    expect(forbidden).toEqual([])
  })

  test('nothing is allowed that no code uses', () => {
    const used = new Set(imports.map(({ file, target }) => `${moduleOf(file)} → ${moduleOf(target)}`))
    const unused = rows.flatMap(({ module, imports }) =>
      imports.map(name => `${module} → ${name}`).filter(pair => !used.has(pair)),
    )
    expect(unused).toEqual([])
  })

  test('only modules that may touch the machine use Node built-ins', () => {
    const wrong = files.flatMap(file => {
      const pure = rows.find(({ module }) => module === moduleOf(file))?.pure ?? false
      return pure ? builtinsOf(file).map(name => `${short(file)} uses node:${name}`) : []
    })
    expect(wrong).toEqual([])
  })

  test('no file imports itself through others', () => {
    expect(cycles().map(cycle => cycle.map(short).join(' → '))).toEqual([])
  })
})

describe('the code stays readable', () => {
  test('ARCHITECTURE.md fits on a page', () => {
    expect(document.split('\n').length).toBeLessThanOrEqual(100)
  })

  test('an exported type name is declared once', () => {
    const declared = files.flatMap(file =>
      [...text(file).matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name]) => ({ name, file })),
    )
    const twice = declared.filter(({ name, file }) =>
      declared.some(other => other.name === name && other.file !== file),
    )
    expect(twice.map(({ name, file }) => `${name} in ${short(file)}`).sort()).toEqual([])
  })

  test('an export has a user outside its own file', () => {
    const others = [...sources(src), ...sources(join(root, 'test')), ...sources(join(root, 'bench')), ...configs()]
    const texts = new Map(others.map(file => [file, text(file)]))
    const idle = files.flatMap(file =>
      [
        ...text(file).matchAll(
          /^export (?:declare )?(?:async )?(?:abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm,
        ),
      ]
        .map(([, name = '']) => name)
        .filter(name => !others.some(other => other !== file && (texts.get(other) ?? '').includes(name)))
        .map(name => `${name} in ${short(file)}`),
    )
    expect(idle).toEqual([])
  })

  test('no file is named for nothing, and only the root has an index', () => {
    const vague = files.filter(file => /\/(utils?|helpers?|common|misc|manager|types|shared)\.ts$/.test(file))
    const barrels = files.filter(file => file.endsWith('/index.ts') && dirname(file) !== src)
    expect([...vague, ...barrels].map(short)).toEqual([])
  })

  test('no escapes: no any, no enum, no default export, no export *', () => {
    const escapes = files.filter(
      file => hasAny(file) || /^export default|^export \*|^(export )?(const )?enum /m.test(text(file)),
    )
    expect(escapes.map(short)).toEqual([])
  })
})

function words(cell = ''): string[] {
  return cell === '—' ? [] : cell.split(',').map(word => word.trim())
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sources(path) : /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function text(file: string): string {
  return readFileSync(file, 'utf8')
}

const configs = (): string[] => ['tsdown.config.ts', 'vitest.config.ts'].map(name => join(root, name))

function specifiers(file: string): string[] {
  return ts.preProcessFile(text(file), true, true).importedFiles.map(({ fileName }) => fileName)
}

function importsOf(file: string): string[] {
  return specifiers(file)
    .filter(name => name.startsWith('.'))
    .map(name => resolve(dirname(file), name))
}

function builtinsOf(file: string): string[] {
  return specifiers(file)
    .filter(name => name.startsWith('node:'))
    .map(name => name.slice('node:'.length))
}

function cycles(): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file])
    if (path.includes(file) || done.has(file)) return
    for (const target of importsOf(file)) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}

function hasAny(file: string): boolean {
  const visit = (node: ts.Node): boolean =>
    node.kind === ts.SyntaxKind.AnyKeyword || (ts.forEachChild(node, visit) ?? false)
  return visit(ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true))
}
