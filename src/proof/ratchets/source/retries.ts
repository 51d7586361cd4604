import { TOOLS } from '../../../tools/catalog.ts'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import { isFixture } from '../../../tools/protection/test-paths.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import { inCode, newSpots } from './new-spots.ts'

// In test files; configs and command lines are read elsewhere.
const RETRIES = TOOLS.flatMap(({ protection }) => protection?.retriesInCode ?? [])

export function retriesInTests(files: readonly ChangedText[]): Worse[] {
  const own = files.filter(
    ({ path, isTest }) => !isFixture(path) && (isTest || kindOf(path) === 'auto-loaded' || /build\.gradle/.test(path)),
  )
  return newSpots(own, (_, syntax) => retriesIn(syntax)).map(({ path, line, key }) => ({
    rule: 'retries-configured',
    objection: 'weakened' as const,
    what: key,
    path,
    line,
  }))
}

const retriesIn = (syntax: Syntax): { line: number; index: number; key: string }[] =>
  RETRIES.filter(({ languages }) => languages.test(syntax.language))
    .flatMap(({ pattern }) => inCode(pattern, syntax))
    .map(({ index, text }) => ({ index, line: syntax.lineAt(index), key: short(text) }))

/** Its name and number: the same with another title, but not with a higher number. */
const short = (text: string): string =>
  `${/\w*(?:retr|flaky|rerun)\w*/i.exec(text)?.[0] ?? 'retry'} ${/\d+(?!.*\d)/.exec(text)?.[0] ?? ''}`.trim()
