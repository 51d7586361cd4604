import { isFunctionWords } from '../../criteria/request/function-words.ts'
import { isCommonWord } from '../../criteria/task/scope-terms.ts'

/** Words in which people and scripts differ. */
const SAME = new Map([
  ['documentation', 'doc'],
  ['spelling', 'spell'],
  ['typing', 'type'],
  ['spec', 'test'],
  ['testing', 'test'],
  ['formatting', 'format'],
  ['linting', 'lint'],
  ['generation', 'generate'],
  ['generating', 'generate'],
])

/** The words of a name or a sentence in one form: `checkExports`, `check-exports`, and "exports check" have the same. */
export const nameWords = (text: string): string[] => [
  ...new Set(
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/\bend[\s_-]*to[\s_-]*end\b/g, 'e2e')
      .replace(/\bspell[\s_-]*check(?:er|ing|s)?\b/g, 'spell check')
      .split(/[^a-z\d]+/)
      .filter(Boolean)
      .map(word => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word))
      .map(word => SAME.get(word) ?? word),
  ),
]

const GENERIC =
  /^(unit|test|check|build|lint|fix|ci|run|all|verify|validate|job|step|script|target|task|session|suite|case|site|code|format|type|doc|coverage|compile|error|new|node|js|ts|src|lib|core|main|project|package|module|tool|github|action|workflow|whole|full|other|same|own|existing|remaining|failing|broken|flaky)$/

/** A word that tells one check of a project from the others. */
export const isTelling = (word: string): boolean =>
  word.length > 2 && !GENERIC.test(word) && !isCommonWord(word) && !isFunctionWords(word) && !/^\d+$/.test(word)
