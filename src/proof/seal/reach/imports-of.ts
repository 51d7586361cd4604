import { dirname, join } from 'node:path/posix'
import { endings } from './named-files.ts'
import type { TreeFiles } from './reach.ts'

/** Something that a file imports from another file of the tree. */
export interface Import {
  readonly path: string
  /** Its name here and there; `*` for the whole module, `default` for the default export. */
  readonly names: readonly (readonly [here: string, there: string])[]
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const FROM = /\bimport\s+(?:type\s+)?([^;"'`]*?)\s*from\s*["'](\.{1,2}\/[^"'\n]+)["']/g
const REQUIRED =
  /(?:\b(?:const|let|var)\s+|,\s*)(\{[^}]*\}|[A-Za-z_$][\w$]*)\s*(?::[^=\n]+)?=\s*(?:await\s+import|require)\(\s*["'`](\.{1,2}\/[^"'`\n]+)["'`]\s*\)(?:\.(\w+))?/g
const BARE = /\b(?:import|require|export\b[^;"'`]*?\bfrom)\s*\(?\s*["'`](\.{1,2}\/[^"'`\n]+)["'`]/g
const PYTHON = /^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([^\n#]+))/gm

/** Files of the tree that a file imports, with the local names of the imports. */
export function importsOf(path: string, text: string, tree: Pick<TreeFiles, 'has'>): Import[] {
  if (path.endsWith('.py')) return pythonImports(path, text, tree)
  if (path.endsWith('.rb'))
    return [...text.matchAll(/\brequire_relative\s*\(?\s*["']([^"'\n]+)["']/g)].flatMap(([, name = '']) =>
      there(tree, join(dirname(path), name), []),
    )
  if (!SCRIPT.test(path)) return []
  const at = (name: string, names: Import['names']): Import[] => there(tree, join(dirname(path), name), names)
  return [
    ...[...text.matchAll(FROM)].flatMap(([, list = '', name = '']) => at(name, importedNames(list))),
    ...[...text.matchAll(REQUIRED)].flatMap(([, list = '', name = '', member]) =>
      at(name, member === undefined ? requiredNames(list) : [[list, member]]),
    ),
    ...[...text.matchAll(BARE)].flatMap(([, name = '']) => at(name, [])),
  ]
}

function there(tree: Pick<TreeFiles, 'has'>, place: string, names: Import['names']): Import[] {
  const path = endings(place).find(candidate => tree.has(candidate))
  return path === undefined ? [] : [{ path, names }]
}

function importedNames(list: string): [string, string][] {
  const [, whole = '', braces = ''] = /^([^{]*)(?:\{([\s\S]*)\})?/.exec(list) ?? []
  const space = /\*\s*as\s+(\w+)/.exec(whole)?.[1]
  const plain = /^\s*(\w+)/.exec(whole)?.[1]
  return [
    ...(space === undefined ? [] : [[space, '*'] as [string, string]]),
    ...(plain === undefined ? [] : [[plain, 'default'] as [string, string]]),
    ...pairs(braces, /\s+as\s+/),
  ]
}

const requiredNames = (list: string): [string, string][] =>
  list.startsWith('{')
    ? pairs(list.slice(1, -1), /\s*:\s*/)
    : [
        [list, '*'],
        [list, 'default'],
      ]

const pairs = (list: string, as: RegExp): [string, string][] =>
  list
    .split(',')
    .map(part =>
      part
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s*=.*$/, ''),
    )
    .filter(part => part !== '')
    .map(part => {
      const [name = '', here = name] = part.split(as)
      return [here.trim(), name.trim()] as [string, string]
    })
    .filter(names => names.every(name => /^[\w$]+$/.test(name)))

function pythonImports(path: string, text: string, tree: Pick<TreeFiles, 'has'>): Import[] {
  return [...text.matchAll(PYTHON)].flatMap(([, dots = '', module = '', list = '', whole]) => {
    if (whole !== undefined)
      return whole.split(',').flatMap(part => {
        const [name = '', here = name] = part.trim().split(/\s+as\s+/)
        return modules(tree, path, '', name).map(found => ({ path: found, names: [[here.trim(), '*']] as const }))
      })
    const names = pairs(list.replace(/[()]/g, ''), /\s+as\s+/)
    const own = modules(tree, path, dots, module).map(found => ({ path: found, names }))
    // `from lib import checks` may name a module.
    const below = names.flatMap(([here, name]) =>
      modules(tree, path, dots, module === '' ? name : `${module}.${name}`).map(found => ({
        path: found,
        names: [[here, '*']] as const,
      })),
    )
    return [...own, ...below]
  })
}

function modules(tree: Pick<TreeFiles, 'has'>, path: string, dots: string, module: string): string[] {
  if (module === '') return []
  const file = module.replaceAll('.', '/')
  const up = (levels: number): string => Array.from({ length: levels }).reduce<string>(folder => dirname(folder), path)
  const bases = dots === '' ? ['', 'src', dirname(path), dirname(dirname(path))] : [up(dots.length)]
  const found = bases
    .flatMap(base => [join(base, `${file}.py`), join(base, file, '__init__.py')])
    .find(candidate => tree.has(candidate))
  return found === undefined ? [] : [found]
}
