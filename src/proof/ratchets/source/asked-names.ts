import { kindOf } from '../../../tools/protection/kind-of.ts'
import { languageOf } from '../../../tools/syntax/language.ts'
import { type Syntax, syntaxOf } from '../../../tools/syntax/syntax.ts'
import type { ChangedText } from '../changed-text.ts'
import { newSpots, type Spot } from './new-spots.ts'
import { productOf } from './product.ts'

/** Questions at run time whether something has a name, or what is behind it. */
const QUESTIONS: readonly RegExp[] = [
  /\b(?:hasattr|getattr)\s*\(\s*[\w.]+\s*,\s*["'](?<name>\w+)["']/g,
  /\b(?:method|property)_exists\s*\(\s*[^,()]+,\s*["'](?<name>\w+)["']/g,
  /\bis_callable\s*\(\s*(?:array\s*\(|\[)\s*[^,()[\]]+,\s*["'](?<name>\w+)["']/g,
  /\b(?:class|function|interface|trait)_exists\s*\(\s*["'](?<name>\w+)["']/g,
  /\brespond_to\?\s*\(?\s*[:"'](?<name>\w+[?!]?)/g,
  /\b(?:const|method|instance_variable)_defined\?\s*\(?\s*[:"'](?<name>@?\w+)/g,
  /\bdefined\?\s*\(?\s*(?:::)?(?<name>[A-Z]\w*)/g,
  /\btypeof\s+[\w$]+(?:\.[\w$]+)*\.(?<name>[\w$]+)\s*[!=]==?\s*["'](?:function|undefined|object)/g,
  /["'](?<name>\w+)["']\s+in\s+(?:this|globalThis|global|window)\b/g,
  /\bflag\.(?:CommandLine\.)?Lookup\(\s*["`](?<name>[\w.-]+)["`]/g,
]

/** A new question of the product, and the name that it asks for. */
export interface AskedName extends Pick<Spot, 'path' | 'line'> {
  readonly name: string
}

/** New questions for names that the task does not mention. */
export function newlyAskedNames(files: readonly ChangedText[], task: string): AskedName[] {
  return newSpots(productOf(files), (_, syntax) => questionsIn(syntax))
    .map(({ path, line, key }) => ({ path, line, name: key }))
    .filter(({ name }) => !task.includes(name))
}

const questionsIn = (syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] =>
  QUESTIONS.flatMap(pattern =>
    [...syntax.spoken.matchAll(pattern)]
      .filter(({ index }) => syntax.code[index] === syntax.spoken[index] || /["']/.test(syntax.spoken[index] ?? ''))
      .map(({ index, groups }) => ({ index, line: syntax.lineAt(index), key: groups?.['name'] ?? '' })),
  )

/** Those that only tests declare: the product asks whether it is being tested. `tree`: all files of the tree, by path. */
export function namesOfTests(asked: readonly AskedName[], tree: ReadonlyMap<string, string>): AskedName[] {
  if (asked.length === 0) return []
  const code = [...tree].flatMap(([path, text]) => {
    const syntax = languageOf(path) === null ? null : syntaxOf(path, text)
    return syntax === null ? [] : [{ isTest: isOfTests(path), path, syntax }]
  })
  return asked.filter(({ name }) => {
    const word = name.replace(/[$?.]/g, '\\$&')
    const declares = new RegExp(
      `\\b(?:function|def|fn|func|class|module|trait|interface|const|let|var|public|protected|private|static)\\s+(?:[\\w&]+\\s+)*(?:\\([^)]*\\)\\s*)?(?:self\\.)?&?${word}(?![\\w$])|(?:^|[\\s.@])${word}\\s*=(?![=>])|^\\s*(?:async\\s+)?${word}\\s*\\([^;]*\\{|\\bflag\\.\\w+\\(\\s*(?:&?\\w+,\\s*)?["\`]${word}["\`]`,
      'm',
    )
    const mentions = new RegExp(`(?<![\\w$])${word}(?![\\w$])`, 'g')
    const inProduct = code.filter(({ isTest }) => !isTest).flatMap(({ syntax }) => syntax.spoken.match(mentions) ?? [])
    return (
      inProduct.length <= asked.filter(one => one.name === name).length &&
      code.some(({ isTest, syntax }) => isTest && declares.test(syntax.spoken))
    )
  })
}

const isOfTests = (path: string): boolean =>
  kindOf(path) === 'test' || /(?:^|\/)(?:tests?|specs?|__tests__|testing|t)\//i.test(path)
