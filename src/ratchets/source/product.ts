import { kindOf } from '../../seal/paths/kind-of.ts'
import { isFixture } from '../../seal/paths/test-paths.ts'
import type { ChangedText } from '../changed-text.ts'
import { isForeign } from '../syntax/language.ts'

/** The code under test: no test, no config, no data, and nothing that others wrote. */
export const productOf = (files: readonly ChangedText[]): ChangedText[] =>
  files.filter(
    ({ path, isTest, now, before }) =>
      !isTest && !isFixture(path) && kindOf(path) === null && !isForeign(path, now ?? before ?? ''),
  )

const ABOUT_TESTING =
  /(?:^|[/._-])(?:jest|vitest|mocha|jasmine|ava|playwright|cypress|pytest|py\.test|unittest|rspec|minitest|phpunit|junit|xunit|nunit|testing|test-?utils?|test-?kit|runner|runners|mocks?)(?:[/._-]|$)/i

/** A tool for tests may know the runners. */
export const isAboutTesting = (path: string): boolean => ABOUT_TESTING.test(path)

const BESIDE =
  /(?:^|\/)(?:scripts?|tools?|tooling|bench(?:marks?)?|ci|hack|docs?|website|examples?|samples?|demos?|stories|seeds?|management\/commands|tasks|dev|playground|e2e)\/|\.stories\.\w+$|(?:^|\/)(?:gulpfile|gruntfile|rakefile|noxfile|fabfile|tasks)\b/i

/** Programs beside the product, for those who work on it: they may know the tests. */
export const isBeside = (path: string): boolean => BESIDE.test(path)
