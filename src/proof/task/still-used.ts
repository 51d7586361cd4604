import { lastPart } from '../../criteria/task/renames.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { usesOf } from '../../tools/syntax/identifiers.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { escaped, type TreeCode } from './tree-code.ts'

/**
 * Whether a name that nothing declares any more lives on under an alias that no scanner sees. `imported`: files that did not change
 * import it from the project, and the check passes. `used`: so do tests that use it in another way, which a word like `split` may be.
 */
export function stillUsed(name: string, code: TreeCode): 'imported' | 'used' | 'no' {
  const own = lastPart(name)
  const files = [...code.now].filter(([path, text]) => text.includes(own) && syntaxOf(path, '') !== null)
  const unchanged = files.filter(([path]) => !code.changed.has(path))
  if (unchanged.some(([path, text]) => isImported(own, syntaxOf(path, text)?.spoken ?? '', code))) return 'imported'
  const isTest = ([path]: readonly [string, string]): boolean => kindOf(path) === 'test'
  const wasChanged = [...code.changed].some(path => kindOf(path) === 'test' && usesIn(path, code.before, own) > 0)
  if (wasChanged || !unchanged.filter(isTest).some(([path]) => usesIn(path, code.now, own) > 0)) return 'no'
  return files.some(([path]) => !isTest([path, '']) && isQuotedMore(path, own, code)) ? 'imported' : 'used'
}

function usesIn(path: string, files: TreeCode['now'], name: string): number {
  const syntax = syntaxOf(path, files.get(path) ?? '')
  return syntax === null ? 0 : usesOf({ name, member: true }, syntax, () => true).length
}

/** `import { name } from './a.js'`, `from shop.price import name`, `use crate::price::name`. */
function isImported(name: string, spoken: string, { now }: TreeCode): boolean {
  const word = `(?<![\\w$.])${escaped(name)}(?![\\w$])`
  const patterns = [
    `\\bimport\\s[^;"']*${word}[^;"']*from\\s*["'](?<from>\\.[^"']*)["']`,
    `\\{[^{}]*${word}[^{}]*\\}\\s*=\\s*require\\(\\s*["'](?<from>\\.[^"']*)["']`,
    `^[ \\t]*from\\s+(?<from>[\\w.]+)\\s+import\\s+(?:\\([^)]*|[^\\n(]*)${word}`,
    `^[ \\t]*use\\s+(?<from>crate|super)::[^;]*${word}`,
  ]
  const folders = new Set([...now.keys()].flatMap(path => path.replace(/\.\w+$/, '').split('/')))
  return patterns.some(pattern => {
    const from = new RegExp(pattern, 'm').exec(spoken)?.groups?.['from']
    return from !== undefined && (/^[.]|^(?:crate|super)$/.test(from) || folders.has(from.split('.')[0] ?? ''))
  })
}

/** `Money.send(:alias_method, :split, :share)`, `globals()["balance"] = total`: changed code has the name in a string or a symbol. */
function isQuotedMore(path: string, name: string, { before, now, changed }: TreeCode): boolean {
  const quoted = new RegExp(`["'\`:]${escaped(name)}(?![\\w$])`, 'g')
  const count = (text = ''): number => text.match(quoted)?.length ?? 0
  return changed.has(path) && count(now.get(path)) > count(before.get(path))
}
