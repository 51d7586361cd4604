import { isDocument } from '../../criteria/task/phrase-names.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { removedWithTests } from './removed-names.ts'
import type { TreeCode } from './tree-code.ts'

/**
 * "Remove the ts type, with its tests": tests may go only with what they test. Says what is wrong when tests got shorter, and nothing but
 * tests and documents changed.
 */
export function onlyTestsRemoved(task: string, code: TreeCode): string | null {
  const phrase = removedWithTests(task)
  if (phrase === null) return null
  const changed = [...code.changed]
  const isOther = (path: string): boolean => !isCheck(path) && !isDocument(path) && !/(?:^|\/)docs?\//.test(path)
  if (changed.some(isOther)) return null
  return changed.some(path => isCheck(path) && losesLines(code.before.get(path) ?? '', code.now.get(path) ?? ''))
    ? `only tests and documents changed, so the code still has ${quote(phrase)}`
    : null
}

export const stillPasses = (phrase: string): string =>
  `the original tests still pass, so the code still has ${quote(phrase)}`

const quote = (phrase: string): string => `"${phrase}"`

const isCheck = (path: string): boolean => ['test', 'snapshot'].includes(kindOf(path) ?? '')

/** Whether lines are gone, and not only moved. */
export function losesLines(before: string, now: string): boolean {
  const left = new Map<string, number>()
  for (const line of linesOf(now)) left.set(line, (left.get(line) ?? 0) + 1)
  const gone = linesOf(before).filter(line => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
  return gone.length > 0 && linesOf(now).length < linesOf(before).length
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => /\w/.test(line) && !IMPORTS.test(line))

const IMPORTS = /^(?:import|from|use|using|require|#\s*include|(?:const|let|var)\b.*\brequire\()/
