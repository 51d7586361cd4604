import { TOOLS } from '../../../tools/catalog.ts'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import { isFixture } from '../../../tools/protection/test-paths.ts'
import type { Language } from '../../../tools/syntax/language.ts'
import { type Syntax, syntaxOf } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import { testsIn } from '../tests/find-tests.ts'
import { inCode, newSpots } from './new-spots.ts'
import { isShellLibrary } from './shell-options.ts'

// Exits that report success: one that reports failure hides nothing.
const SUCCESS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:javascript|typescript|jsx|tsx|markup)$/,
    /\bprocess\??\.(?:exit|reallyExit)\??\.?\(\s*(?:0|undefined)?\s*\)|\bprocess\.kill\(\s*process\.pid\b|\bDeno\.exit\(\s*0?\s*\)|\bprocess\[\s*["']exit["']\s*\]\(\s*0?\s*\)|\bprocess\.abort\(/g,
  ],
  [
    /^python$/,
    /\bos\._exit\(\s*(?:0|os\.EX_OK)?\s*\)|\bsys\.exit\(\s*(?:0|None)?\s*\)|(?<![\w.])(?:exit|quit)\(\s*0?\s*\)|\braise\s+SystemExit(?:\(\s*0?\s*\))?\s*$|\bos\.kill\(\s*os\.getpid\(\)/gm,
  ],
  [/^go$/, /\b(?:os|syscall)\.Exit\(\s*0\s*\)/g],
  [/^rust$/, /\bprocess::exit\(\s*0\s*\)|\blibc::_?exit\(\s*0\s*\)/g],
  [/^(?:java|kotlin)$/, /\bSystem\.exit\(\s*0\s*\)|\.halt\(\s*0\s*\)|\bexitProcess\(\s*0\s*\)/g],
  [
    /^ruby$/,
    /(?<![\w.:])(?:Kernel\.|Process\.)?exit!(?:\s*\(?\s*(?:0|true)\s*\)?)?|(?<![\w.:])(?:Kernel\.)?exit(?:\s+|\()\s*(?:0|true)\b|^\s*exit\s*$/gm,
  ],
  [/^php$/, /(?<![\w>$:])(?:exit|die)\s*(?:\(\s*0?\s*\))?\s*;/g],
  [/^elixir$/, /\bSystem\.(?:halt|stop)\(\s*0?\s*\)/g],
  [/^(?:c|swift)$/, /(?<![\w.>])(?:_exit|exit|quick_exit|_Exit)\(\s*(?:0|EXIT_SUCCESS)\s*\)/g],
  [/^csharp$/, /\bEnvironment\.Exit\(\s*0?\s*\)/g],
  ...TOOLS.flatMap(({ protection }) => protection?.exitsInCode ?? []).map(
    ({ languages, pattern }) => [languages, pattern] as const,
  ),
]
const RESET =
  /\bprocess\.(?:on|once|addListener|prependListener)\(\s*["'](?:exit|beforeExit)["'][\s\S]{0,240}?\bprocess\.exitCode\s*=\s*0/g

/** Exits before the runner's own end that were added to tests, setup files, and configs. */
export function earlyExits(files: readonly ChangedText[]): Worse[] {
  const around = files.filter(
    ({ path, isTest }) => !isFixture(path) && (isTest || /^(?:config|auto-loaded)$/.test(kindOf(path) ?? '')),
  )
  const sourced = files.filter(({ path, isTest, before }) => !isTest && isSourced(path, before))
  const inFolders = files.filter(
    file => !file.isTest && !sourced.includes(file) && /^(?:src|lib|app|pkg|internal)\/.*sh$/.test(file.path),
  )
  return [
    ...newSpots(around, (path, syntax) => (isRun(path, syntax) ? exitsIn(syntax) : [])),
    ...newSpots(inFolders, (_, syntax) => (syntax.text.startsWith('#!') ? [] : shellExitsIn(syntax))),
    ...newSpots(sourced, (_, syntax) => shellExitsIn(syntax)),
  ].map(spot => ({
    rule: 'exit-in-tests',
    objection: 'tampered' as const,
    what: 'ends the process with success',
    path: spot.path,
    line: spot.line,
  }))
}

/** Whether a runner runs it: programs that tests start may exit as they like. */
const isRun = (path: string, syntax: Syntax): boolean =>
  /^(?:config|auto-loaded)$/.test(kindOf(path) ?? '') ||
  /(?:^|[/._-])set-?up|TestMain|hooks?\.|support\//i.test(path) ||
  testsIn(syntax).length > 0 ||
  /\bfunc TestMain\b/.test(syntax.code)

/** Whether tests can only source it, by its content before the first turn: then an exit ends the test that does. */
function isSourced(path: string, before: string | null): boolean {
  const syntax = before === null ? null : syntaxOf(path, before)
  return syntax !== null && isShellLibrary(syntax)
}

/** Exits outside of functions: they end the test that sources the file too. A program of its own has a first line with `#!`. */
function shellExitsIn(syntax: Syntax): { line: number; index: number; key: string }[] {
  const found = inCode(/^(?:exit(?:[ \t]+0)?[ \t]*(?:$|;)|exec[ \t]+\S|trap[ \t].*\b(?:EXIT|0)[ \t]*$)/gm, syntax)
  return found.map(({ index }) => ({ index, line: syntax.lineAt(index), key: 'exit' }))
}

function exitsIn(syntax: Syntax): { line: number; index: number; key: string }[] {
  return [...patternsFor(syntax.language), RESET]
    .flatMap(pattern => inCode(pattern, syntax))
    .filter(({ index }) => !isMeant(syntax, index))
    .map(({ index }) => ({ index, line: syntax.lineAt(index), key: 'exit' }))
}

const patternsFor = (language: Language): RegExp[] =>
  SUCCESS.filter(([languages]) => languages.test(language)).map(([, pattern]) => pattern)

const AWAITED =
  /raises|toThrow|raise_error|assertRaises|assert_raises|SystemExit|expect\s*\(\s*(?:async\s*)?\(|expect\s*\{|exits?_with|spy|mock|stub|["']SIG[A-Z]+["']|["'](?:message|disconnect)["']|__name__\s*==/i

/** An exit that the test expects, or that answers a signal. */
function isMeant({ text }: Syntax, index: number): boolean {
  const lines = text
    .slice(Math.max(0, index - 240), index)
    .split('\n')
    .slice(-3)
  const rest = text.slice(index).split('\n')[0] ?? ''
  return AWAITED.test([...lines, rest].join('\n').replace(/\braise\s+SystemExit/g, ''))
}
