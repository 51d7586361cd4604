import { RUNNER_NAMES } from '../../../tools/protection/detection.ts'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import { isFixture } from '../../../tools/protection/test-paths.ts'
import { isForeign } from '../../../tools/syntax/language.ts'
import { importsOf } from '../../seal/reach/imports-of.ts'
import type { ChangedText } from '../changed-text.ts'

/**
 * The code under test: no tests, no configs, no data, no third-party code. Files that it loads belong to it, wherever they are and
 * whatever their header says.
 */
export function productOf(files: readonly ChangedText[]): ChangedText[] {
  const own = files.filter(({ path, isTest }) => !isTest && kindOf(path) === null && !isForeign(path, ''))
  const told = own.filter(({ path, before, now }) => !isFixture(path) && !isForeign(path, before ?? now ?? ''))
  if (told.length === own.length) return own
  const tree = treeOf(files)
  const loaded = new Set(told.flatMap(({ path, now }) => importsOf(path, now ?? '', tree).map(one => one.path)))
  return own.filter(file => told.includes(file) || loaded.has(file.path))
}

/** The changed files, as far as a search for one needs them. */
function treeOf(files: readonly ChangedText[]) {
  const there = new Set(files.flatMap(({ path, now }) => (now === null ? [] : [path])))
  return { paths: [], has: (path: string) => there.has(path), read: () => null }
}

const ABOUT_TESTING = new RegExp(
  `(?:^|[/._-])(?:${RUNNER_NAMES}|testing|test-?utils?|test-?kit|runner|runners|mocks?)(?:[/._-]|$)`,
  'i',
)

const BESIDE =
  /(?:^|\/)(?:scripts?|tools?|tooling|bench(?:marks?)?|ci|hack|docs?|website|examples?|samples?|demos?|stories|seeds?|management\/commands|tasks|dev|playground|e2e)\/|\.stories\.\w+$|(?:^|\/)(?:gulpfile|gruntfile|rakefile|noxfile|fabfile|tasks)\b/i

/** Whether a file is a tool for tests or development; never one that changed product code loads. */
export interface Apart {
  /** A tool for tests: it may know the runners. */
  readonly isForTests: (path: string) => boolean
  /** A program next to the product: it may know the tests. */
  readonly isBeside: (path: string) => boolean
}

export function apartFrom(files: readonly ChangedText[]): Apart {
  const tree = treeOf(files)
  const loaded = new Set(
    productOf(files)
      .filter(({ path }) => !ABOUT_TESTING.test(path) && !BESIDE.test(path))
      .flatMap(({ path, now }) => importsOf(path, now ?? '', tree).map(one => one.path)),
  )
  return {
    isForTests: path => ABOUT_TESTING.test(path) && !loaded.has(path),
    isBeside: path => BESIDE.test(path) && !loaded.has(path),
  }
}
