import { TOOLS } from '../../../tools/catalog.ts'
import { isFixture } from '../../../tools/protection/test-paths.ts'
import { isForeign } from '../../../tools/syntax/language.ts'
import { syntaxOf } from '../../../tools/syntax/syntax.ts'
import type { AskedFamilies, ChangedText, Worse } from '../changed-text.ts'
import { newlySuppressed } from './compare.ts'
import { suppressionsIn } from './find.ts'
import { lostAnnotations } from './lost-annotations.ts'
import type { Suppression } from './suppression.ts'

/** New suppressions. */
export function moreSuppressions(
  files: readonly ChangedText[],
  asked: AskedFamilies,
  diagnosed: readonly string[],
): Worse[] {
  const own = files.filter(file => !isFixture(file.path) && !isMadeElsewhere(file, files))
  const found = newlySuppressed({
    before: own.flatMap(file => read(file, file.before)),
    now: own.flatMap(file => read(file, file.now)),
    cameFrom: (path, was) => cameFrom(textOf(files, path)?.now, textOf(files, was)?.before),
    isGone: path => textOf(files, path)?.now === null,
  })
  const counts = ({ against, path }: Suppression): boolean =>
    against === 'file' ? diagnosed.includes(path) : against === undefined || diagnosed.length > 0
  const wantsWarnings = files.some(addsWarnings)
  const isAsked = ({ family, path, compiler, scope }: Suppression): boolean =>
    asked[family] ||
    (compiler === true && (wantsWarnings || diagnosed.includes(path))) ||
    (scope === 'file' && files.some(file => configures(file, family)))
  const lost = asked.types ? lostAnnotations(own.filter(({ path }) => diagnosed.includes(path))) : []
  return [
    ...found
      // Beside other work they are not worth a warning.
      .filter(one => one.against === undefined || (isAsked(one) && counts(one)))
      .map(one => ({
        rule: 'suppressions-added' as const,
        objection: isAsked(one) && !isCommon(one, replacesType(one, files)) ? ('weakened' as const) : null,
        what: describe(one),
        path: one.path,
        line: one.line,
      })),
    ...lost,
  ]
}

const BUILD_FILE =
  /(?:^|\/)(?:(?:GNU)?[Mm]akefile(?:\.\w+)?|CMakeLists\.txt|meson\.build|SConstruct|configure\.ac|BUILD(?:\.bazel)?)$|\.(?:mk|cmake)$/
const WARNING_FLAG = /(?<![\w-])-W(?!no-|l,|a,|p,)[a-z][\w+=-]*|(?<![\w-])\/W(?:[34X]|all)\b/g

/** Whether a build file newly turns on compiler warnings. The code must then be fixed, without suppressing them. */
function addsWarnings({ path, before, now }: ChangedText): boolean {
  if (!BUILD_FILE.test(path) || before === null || now === null) return false
  const old = new Set(before.match(WARNING_FLAG))
  return (now.match(WARNING_FLAG) ?? []).some(flag => !old.has(flag))
}

/** Whether the change edits the settings of such tools. No file may then be excluded from them as a whole. */
function configures({ path, before, now }: ChangedText, family: Suppression['family']): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    now !== null &&
    now !== before &&
    TOOLS.some(
      ({ protection }) => protection?.family === family && protection.files?.config?.some(one => one.test(name)),
    )
  )
}

const textOf = (files: readonly ChangedText[], path: string): ChangedText | undefined =>
  files.find(file => file.path === path)

function read({ path, isTest }: ChangedText, text: string | null): Suppression[] {
  const syntax = text === null ? null : syntaxOf(path, text)
  if (syntax === null) return []
  return suppressionsIn(path, syntax).filter(one => !(isTest && isExpected(one)))
}

/** Suppressions that honest code has too: declarations of untyped packages, generic containers, re-exported names. */
const isCommon = ({ path, rule, against }: Suppression, replaces: boolean): boolean =>
  (against === undefined && !replaces && /\.d\.[cm]?ts$/.test(path)) ||
  (rule === 'inner' && !replaces) ||
  (/(?:^|\/)__init__\.pyi?$/.test(path) && /^(?:F401|F403|unused-import|wildcard-import)$/.test(rule))

/** Whether the line declared the same name before, with a type. */
function replacesType({ path, line }: Suppression, files: readonly ChangedText[]): boolean {
  const { before, now } = textOf(files, path) ?? {}
  const name = DECLARES.exec(now?.split('\n')[line - 1] ?? '')?.[1]
  const left = new Set(now?.split('\n'))
  const isOld = (row: string): boolean => DECLARES.exec(row)?.[1] === name && !left.has(row)
  const old = name === undefined || NO_NAME.test(name) ? undefined : before?.split('\n').find(isOld)
  return old !== undefined && /:\s*\S/.test(old) && !/\bany\b/.test(old)
}

const NO_NAME = /^(?:return|if|for|while|switch|throw|await|yield|case|else|import|from)$/
const DECLARES =
  /^\s*(?:(?:export|declare|readonly|static|public|private|protected|const|let|function|type)\s+)*([\w$]+)\s*[?!]?\s*[:(<=]/

const COMMON_IN_TESTS = new Map(TOOLS.map(({ name, protection }) => [name, protection?.commonInTests]))

/** A test may pass a wrong type on purpose, with a suppression in that line. */
const isExpected = ({ family, scope, rule, tool }: Suppression): boolean =>
  tool === 'any' || COMMON_IN_TESTS.get(tool)?.test(rule) || (family === 'types' && scope === 'line' && rule !== '*')

/**
 * Generated and third-party code is not the work of this change; but own code does not become third-party by a header, nor by
 * moving under one.
 */
function isMadeElsewhere({ path, before, now }: ChangedText, files: readonly ChangedText[]): boolean {
  if (!isForeign(path, now ?? before ?? '')) return false
  if (before !== null) return isForeign(path, before)
  return !files.some(
    other =>
      other.before !== null &&
      !isForeign(other.path, other.before) &&
      (cameFrom(now, other.before) || cameFrom(other.before, now)),
  )
}

const MOST = 0.6

function cameFrom(now: string | null | undefined, before: string | null | undefined): boolean {
  if (!now || !before) return false
  const lines = (text: string): string[] =>
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line.length > 8)
  const [were, are] = [new Set(lines(before)), lines(now)]
  return are.length > 0 && are.filter(line => were.has(line)).length / are.length >= MOST
}

function describe({ tool, rule, scope, reasoned }: Suppression): string {
  const what =
    tool === 'any'
      ? rule === 'cast'
        ? 'a cast that bypasses the types'
        : 'any'
      : rule === '*'
        ? `${tool} (everything)`
        : `${tool} ${rule}`
  return `${what}${scope === 'file' ? ' for a whole file' : ''}${reasoned ? ', with a reason' : ''}`
}
