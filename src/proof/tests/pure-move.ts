import { kindOf } from '../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { ProofCase } from '../proof-case.ts'

const MOVES =
  /\b(?:mov(?:e|ed|es|ing)|split(?:s|ting)?|extract(?:s|ed|ing)?|put|pull(?:ed|ing)?|separat(?:e|ed|es|ing)|relocat(?:e|ed|es|ing)|reorgani[sz](?:e|ed|es|ing))\b/i

/** Lines that say where code is, and not what it does. */
const PLACING =
  /^(?:import\b|from\b|export\s*(?:\*|\{)|use\s|(?:pub(?:\(\w+\))?\s+)?mod\s+\w+;|package\b|#include\b|require)/

/**
 * Whether a task moves code, and the product has the same lines as before, in other files. No test can fail without such a change: what is asked for shows in
 * the files.
 */
export async function isPureMove({ options }: ProofCase): Promise<boolean> {
  if (!MOVES.test(options.task)) return false
  const lines = new Map<string, number>()
  let [gained, lost] = [false, false]
  for (const { path } of await options.changes()) {
    if (kindOf(path) !== null || syntaxOf(path, '') === null) continue
    const [before, now] = [
      codeLines(path, await options.readBefore(path)),
      codeLines(path, await options.readNow(path)),
    ]
    for (const line of before) lines.set(line, (lines.get(line) ?? 0) - 1)
    for (const line of now) lines.set(line, (lines.get(line) ?? 0) + 1)
    gained ||= now.some(line => !before.includes(line))
    lost ||= before.some(line => !now.includes(line))
  }
  return gained && lost && [...lines.values()].every(count => count === 0)
}

/** Without comments, docstrings of modules, and imports, some of which take several lines. */
function codeLines(path: string, text: string | null): string[] {
  const spoken = text === null ? '' : (syntaxOf(path, text)?.spoken ?? '')
  return spoken
    .replace(/^(?:"""|''')[\s\S]*?(?:"""|''')/, '')
    .replace(/^(?:from\s+\S+\s+)?import\s*\([^)]*\)|^(?:import|export)\s*(?:type\s*)?\{[^}]*\}[^\n]*/gm, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !PLACING.test(line))
}
