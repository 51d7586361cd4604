import { TOOLS } from '../catalog.ts'
import type { Detection, DetectionSign, Protection } from './protection.ts'

const protections: readonly Protection[] = TOOLS.flatMap(({ protection }) => protection ?? [])
const detections: readonly Detection[] = protections.flatMap(({ detection }) => detection ?? [])

type Names = Exclude<keyof Detection, 'signs' | 'patches'>

const named = (key: Names, among = detections): string => among.flatMap(one => one[key] ?? []).join('|')

/** Names of test runners, as one pattern. */
export const RUNNER_NAMES = named('names')

/** The same for any text: a short name may stand in a longer word. */
export const RUNNER_WORDS = detections
  .flatMap(({ names }) => names ?? [])
  .map(name => (name.length > 3 ? name : `\\b${name}\\b`))
  .join('|')

/** Variables that only a runner sets. */
export const RUNNER_VARIABLES = named('variables')

const variables = detections.flatMap(one => one.variables ?? [])
const isWide = (name: string): boolean => name.endsWith('_\\w+')

/** Of these, names that mean nothing else, and those that are only a prefix: a palette may have a `MOCHA_BROWN`. */
export const EXACT_VARIABLES = variables.filter(name => !isWide(name)).join('|')
export const WIDE_VARIABLES = variables.filter(isWide).join('|')

export const UNIQUE_GLOBALS = named('uniqueGlobals')
export const RUNNER_GLOBALS = `${UNIQUE_GLOBALS}|${named('globals')}`

/** Modules of Python, and the names of their runners. */
export const PYTHON_MODULES = named('modules')
export const PYTHON_RUNNERS = named(
  'names',
  detections.filter(({ modules }) => modules),
)

/** Constants of Ruby, and the names of their runners. */
export const RUBY_CONSTANTS = named('constants')
export const RUBY_RUNNERS = named(
  'names',
  detections.filter(({ constants }) => constants),
)

export const DETECTION_SIGNS: readonly DetectionSign[] = detections.flatMap(({ signs }) => signs ?? [])

export const PATCH_SIGNS: readonly DetectionSign[] = detections.flatMap(({ patches }) => patches ?? [])

const ASSERTIONS = ['chai(?:-[\\w-]+)?', 'should', 'power-assert', 'unexpected', 'expect\\.js']

const libraries = [...protections.flatMap(one => one.libraries ?? []), ...ASSERTIONS]

/** What tests import to be run and to assert, as one pattern. */
export const TEST_LIBRARIES = libraries.join('|')

/** Those that are installed, and do not come with the runtime. */
export const TEST_PACKAGES = libraries.filter(library => !/node:|bun:/.test(library)).join('|')

/** Installed packages that are part of a check. */
export const TOOL_PACKAGES = ['chai', ...protections.flatMap(({ packages }) => packages ?? [])].join('|')
