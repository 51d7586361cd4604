import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const src = join(root, 'src')
const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

interface Row {
  readonly room: string
  readonly imports: readonly string[]
  readonly builtins: readonly string[]
}

const rows = document.split('\n').flatMap((line): Row[] => {
  const cells = line.split('|').map(cell => cell.trim())
  const room = /^`([\w.-]+)`$/.exec(cells[1] ?? '')?.[1]
  if (!room || cells.length !== 6) return []
  return [{ room, imports: words(cells[3]), builtins: words(cells[4]) }]
})

const files = sources(src).filter(path => !path.endsWith('.test.ts'))
const imports = files.flatMap(file => importsOf(file).map(target => ({ file, target })))
const roomOf = (path: string): string => relative(src, path).split('/')[0] ?? ''
const short = (path: string): string => relative(root, path)

describe('the table in ARCHITECTURE.md is the law', () => {
  test('it has a row for every entry of src, and no other', () => {
    expect(rows.map(({ room }) => room).sort()).toEqual(readdirSync(src).sort())
  })

  test('a room is allowed only rooms above it', () => {
    const below = rows.flatMap(({ room, imports }, index) =>
      imports.filter(name => rows.findIndex(row => row.room === name) >= index).map(name => `${room} → ${name}`),
    )
    expect(below).toEqual([])
  })

  test('code imports only what is allowed, types included', () => {
    const forbidden = imports.flatMap(({ file, target }) => {
      const row = rows.find(({ room }) => room === roomOf(file))
      const ok = roomOf(target) === roomOf(file) || !target.startsWith(src) || row?.imports.includes(roomOf(target))
      return ok ? [] : [`${short(file)} → ${short(target)}`]
    })
    expect(forbidden).toEqual([])
  })

  test('nothing is allowed that no code uses', () => {
    const used = new Set(imports.map(({ file, target }) => `${roomOf(file)} → ${roomOf(target)}`))
    const unused = rows.flatMap(({ room, imports }) =>
      imports.map(name => `${room} → ${name}`).filter(pair => !used.has(pair)),
    )
    expect(unused).toEqual([])
  })

  test('Node builtins are used only where the table names them, and all that it names are used', () => {
    const wrong = rows.flatMap(({ room, builtins }) => {
      if (builtins.includes('any')) return []
      const used = new Set(files.filter(file => roomOf(file) === room).flatMap(builtinsOf))
      const extra = [...used].filter(name => !builtins.includes(name)).map(name => `${room} uses ${name}`)
      const idle = builtins.filter(name => !used.has(name)).map(name => `${room} does not use ${name}`)
      return [...extra, ...idle]
    })
    expect(wrong).toEqual([])
  })

  test('no file imports itself through others', () => {
    expect(cycles().map(cycle => cycle.map(short).join(' → '))).toEqual([])
  })

  test('surfaces do not import each other', () => {
    const surface = (path: string): string => relative(join(src, 'surfaces'), path).split('/')[0] ?? ''
    const crossing = imports.filter(
      ({ file, target }) =>
        roomOf(file) === 'surfaces' && roomOf(target) === 'surfaces' && surface(file) !== surface(target),
    )
    expect(crossing).toEqual([])
  })
})

describe('the house stays readable', () => {
  test('ARCHITECTURE.md fits on a page', () => {
    expect(document.split('\n').length).toBeLessThanOrEqual(100)
  })

  test('a file has one idea, and at most 300 lines', () => {
    expect(files.filter(file => lines(file) > 300).map(short)).toEqual([])
  })

  test('a function fits on a screen: 60 lines, and 40 for the driver', () => {
    const long = files.flatMap(file =>
      functionsOf(file)
        .filter(({ length }) => length > (file.endsWith('loop/run.ts') ? 40 : 60))
        .map(({ name, length }) => `${short(file)} ${name} (${length})`),
    )
    expect(long).toEqual([])
  })

  test('a function takes at most four parameters', () => {
    const many = files.flatMap(file =>
      functionsOf(file)
        .filter(({ parameters }) => parameters > 4)
        .map(({ name }) => `${short(file)} ${name}`),
    )
    expect(many).toEqual([])
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
    return entry.isDirectory() ? sources(path) : entry.name.endsWith('.ts') ? [path] : []
  })
}

function text(file: string): string {
  return readFileSync(file, 'utf8')
}

function lines(file: string): number {
  return text(file).split('\n').length - 1
}

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

function functionsOf(file: string): { name: string; length: number; parameters: number }[] {
  const source = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true)
  const found: { name: string; length: number; parameters: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const [first, last] = [node.getStart(), node.getEnd()].map(at => source.getLineAndCharacterOfPosition(at).line)
      const name = node.name?.getText() ?? node.parent.getText().slice(0, 30)
      found.push({ name, length: (last ?? 0) - (first ?? 0) + 1, parameters: node.parameters.length })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
