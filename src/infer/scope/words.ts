import { isCommonWord, isKind, scopeTerms } from '../../criteria/task/scope-terms.ts'
import { mayMatch } from '../../tools/commands/quick-match.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { isLanguage, languageOfEnding } from '../choice/language.ts'
import type { TaskPreference } from '../choice/rank.ts'

/** What the task prefers: the tool it names, and words that tell one variant of a command from another. */
export function preferenceOf(task: string): TaskPreference {
  const spokenOf = task.replace(IN_FILE_NAME, ' ')
  const said = SPOKEN_NAMES.flatMap(([pattern]) => (mayMatch(pattern, spokenOf) ? namesOf(pattern, spokenOf) : []))
  // "ruff format" is not ruff and its formatter, unless the task names ruff once more.
  const isPartOf = (name: string, longer: string): boolean =>
    longer.startsWith(`${name} `) && !spokenOf.toLowerCase().replaceAll(longer, ' ').includes(name)
  const tools = said.filter(name => !said.some(longer => isPartOf(name, longer)))
  const named = tools[0] ?? null
  const prose = task.replace(/\S*(?:\/|\.[a-z]{1,5}\b)\S*/g, ' ')
  const words = [...new Set([...scopeTerms(prose), ...(prose.toLowerCase().match(/[a-z0-9+-]+/g) ?? [])])].filter(
    word => isKind(word) || isLanguage(word),
  )
  const spoken = words.filter(isLanguage)
  return {
    tool: named === null ? null : toolWord(named),
    moreTools: tools.slice(1).map(toolWord),
    words: [...words, ...wordsBeforeTests(task)].flatMap(word => SHORT.get(word) ?? [word]),
    languages: spoken.length > 0 ? spoken : languagesOfFiles(task),
  }
}

/** `test/versions.bats`, `karma.conf.js`: a file, and no word about a tool. */
const IN_FILE_NAME = /[\w./-]*\/[\w.-]+\.\w+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}\b/g

const namesOf = (pattern: RegExp, task: string): string[] => [
  ...new Set([...task.matchAll(new RegExp(pattern.source, 'gi'))].map(([name]) => name.toLowerCase())),
]

/** "fix it in lib/stream.ex": the language of the files that the task names, where it is only one. */
function languagesOfFiles(task: string): string[] {
  const endings = [...task.matchAll(/[\w-]\.([a-z]{1,5})\b(?!\()/g)].map(([, ending = '']) => ending)
  const found = new Set(endings.flatMap(ending => languageOfEnding(ending) ?? []))
  return found.size === 1 ? [...found] : []
}

/** Scripts use the short names: "the TypeScript tests" are `test:ts`. */
const SHORT = new Map([
  ['end-to-end', ['e2e']],
  ['typescript', ['typescript', 'ts']],
  ['javascript', ['javascript', 'js']],
])

const toolWord = (tool: string): string =>
  tool === 'golangci'
    ? 'golangci-lint'
    : /^validat/.test(tool)
      ? 'validate'
      : tool.replace(/^markdown ?lint(?:er|ing)?$/, 'markdownlint')

/** "the cargo tests" are all that cargo runs. */
const RUNNER =
  /^(cargo|npm|pnpm|yarn|gradle|maven|mvn|make|cmake|tox|nox|bazel|dotnet|sbt|mix|rake|composer|lein|cabal|stack|dune|zig)$/

/** "the library tests": the word in front says which tests are meant. */
const wordsBeforeTests = (task: string): string[] =>
  [...task.toLowerCase().matchAll(/\b([a-z][a-z0-9]{2,}) (?:tests?|test suite|suite|specs)\b/g)]
    .map(([, word = '']) => word)
    .filter(word => !isCommonWord(word) && !isKind(word) && !isLanguage(word) && !RUNNER.test(word))
