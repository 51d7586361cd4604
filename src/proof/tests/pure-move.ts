import { kindOf } from '../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { withoutExport } from '../../tools/syntax/without-export.ts'
import type { GateOptions } from '../options.ts'

const MOVES =
  /(?:^|[.;:,]\s+|\b(?:please|then|and|step|to|should|could|can|we|let['’]s|just)\s+)(?:move|split|extract|relocate|separate|reorgani[sz]e)\s+(?=\S)/i
/** Something else is to be done, too. */
const REPAIRS =
  /\b(?:fix\w*|bugs?|fails?|failing|fail(?:s|ed|ure)|wrong|crash\w*|broken|incorrect\w*|add|implement|support|change|faster|slow)\b/i

/** Lines that say where code is, and not what it does. */
const PLACING =
  /^\s*(?:import\b|from\b|export\s*(?:\*|\{)|module\.exports\b|exports\.\w+\s*=|use\s|(?:pub(?:\(\w+\))?\s+)?mod\s+\w+;|package\b|#include\b|require(?:_relative)?(?:\(|\s+["'])|(?:const|let|var)\s[^=]+=\s*require\()/

interface MovedTree extends Pick<GateOptions, 'task' | 'readBefore' | 'readNow'> {
  changes(): Promise<readonly { readonly path: string }[]>
}

/**
 * Whether a task only moves code, and the product has the same lines as before, in other files. No test can fail without such a change: what is
 * asked for shows in the files.
 */
export async function isPureMove(options: MovedTree): Promise<boolean> {
  if (!MOVES.test(options.task) || REPAIRS.test(options.task)) return false
  const lines = new Map<string, number>()
  let [gained, lost] = [false, false]
  for (const { path } of await options.changes()) {
    if (kindOf(path) !== null || syntaxOf(path, '') === null) continue
    const before = codeLines(path, await options.readBefore(path))
    const now = codeLines(path, await options.readNow(path))
    for (const line of before) lines.set(line, (lines.get(line) ?? 0) - 1)
    for (const line of now) lines.set(line, (lines.get(line) ?? 0) + 1)
    const [old, current] = [new Set(before), new Set(now)]
    gained ||= now.some(line => !old.has(line))
    lost ||= before.some(line => !current.has(line))
  }
  return gained && lost && [...lines.values()].every(count => count === 0)
}

/** Without comments, docstrings of modules, and imports, some of which take several lines. In some languages, the indentation means something. */
function codeLines(path: string, text: string | null): string[] {
  const spoken = text === null ? '' : (syntaxOf(path, text)?.spoken ?? '')
  return spoken
    .replace(/^(?:"""|''')[\s\S]*?(?:"""|''')/, '')
    .replace(/^(?:from\s+\S+\s+)?import\s*\([^)]*\)|^(?:import|export)\s*(?:type\s*)?\{[^}]*\}[^\n]*/gm, '')
    .split('\n')
    .map(line => withoutExport(line).trimEnd())
    .filter(line => line !== '' && !PLACING.test(line))
}
