import { join } from 'node:path'
import type { FileRule, LeafOf } from '../../criteria/criterion.ts'
import { unreachable } from '../../std/unreachable.ts'
import { findFiles, missingFolder } from '../../system/find-files.ts'
import { readRegular } from '../../system/read-regular.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { documentationIn } from './documented.ts'
import { satisfies } from './measure.ts'

/** The result of a rule about files: whether it holds, and the places where it does not. */
export interface FileFindings {
  readonly holds: boolean
  readonly places: readonly string[]
}

const SHOWN = 20

export async function checkFiles({ glob, each, at_least }: LeafOf<'files'>, cwd: string): Promise<FileFindings> {
  const exact = await findFiles(cwd, glob)
  // What a file says can be asked of `Readme.md` as "README mentions …"; whether a file has a name cannot.
  const files = exact.length > 0 || each.kind === 'exists' ? exact : await findFiles(cwd, glob, { anyCase: true })
  if (files.length < at_least) return { holds: false, places: [missingFiles(glob, files.length, at_least)] }
  if (each.kind === 'documented') return await checkDocumented(files, each, cwd)
  const places: string[] = []
  for (const file of files) places.push(...(await breaches(file, each, cwd)))
  return { holds: places.length === 0, places: shortened(places) }
}

export async function countFiles({ glob, is, value }: LeafOf<'file_count'>, cwd: string): Promise<FileFindings> {
  const files = await findFiles(cwd, glob)
  const holds = satisfies(files.length, is, value)
  const missing = holds && files.length === 0 && !EVERYTHING.test(glob) ? await missingFolder(cwd, glob) : null
  if (missing !== null) return { holds: false, places: [`there is no folder ${missing}, so nothing was checked`] }
  return { holds, places: holds ? [] : [`${files.length} files match ${glob}`, ...shortened(files)] }
}

// When a folder must be empty, it may also be gone. When only a kind of file is meant, the folder must exist.
const EVERYTHING = /\/\*\*?(?:\/\*)?$/

async function breaches(file: string, rule: Exclude<FileRule, Documented>, cwd: string): Promise<string[]> {
  if (rule.kind === 'exists') return []
  const text = readRegular(join(cwd, file))?.toString() ?? null
  if (text === null) return [`${file}: cannot be read`]
  switch (rule.kind) {
    case 'contains':
      return rule.negated
        ? placed(file, visible(text), visible(text).indexOf(rule.text))
        : text.includes(rule.text)
          ? []
          : [`${file}: does not contain ${JSON.stringify(rule.text)}`]
    case 'matches':
      return matching(file, text, rule)
    case 'default_export':
      return DEFAULT_EXPORT.test(text) ? [] : [`${file}: has no default export`]
    default:
      return unreachable(rule)
  }
}

const DEFAULT_EXPORT = /^\s*export\s+default\b|\bexport\s*\{[^}]*\bdefault\b|^\s*module\.exports\s*=/m

function matching(file: string, text: string, rule: Extract<FileRule, { kind: 'matches' }>): string[] {
  const pattern = new RegExp(rule.pattern, rule.flags)
  if (rule.negated) return placed(file, visible(text), visible(text).search(pattern))
  return text.search(pattern) < 0 ? [`${file}: does not match /${rule.pattern}/`] : []
}

/** Text that must not occur is not hidden by a character that nobody sees inside it. */
const visible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** The places of text that must not occur. */
function placed(file: string, text: string, at: number): string[] {
  if (at < 0) return []
  const line = text.slice(0, at).split('\n').length
  const words = (text.split('\n')[line - 1] ?? '').trim().slice(0, 100)
  return [`${file}:${line}: ${words}`]
}

type Documented = Extract<FileRule, { kind: 'documented' }>

/** A rule about no declaration at all proves nothing. */
async function checkDocumented(all: readonly string[], rule: Documented, cwd: string): Promise<FileFindings> {
  const files = all.length === 1 ? all : all.filter(file => !isTest(file))
  const places: string[] = []
  let declared = 0
  for (const file of files) {
    const text = readRegular(join(cwd, file))?.toString() ?? null
    const found = text === null ? null : documentationIn(file, text, rule)
    declared += found?.declared ?? 0
    if (text === null) places.push(`${file}: cannot be read`)
    // A rule that cannot be checked does not hold.
    else if (found === null && isCode(file)) places.push(`${file}: this language is not supported`)
    else
      places.push(...(found?.undocumented ?? []).map(({ name, line }) => `${file}:${line}: ${name} is not documented`))
  }
  if (places.length === 0 && declared === 0) places.push(`there is no ${rule.name ?? NOUNS[rule.what]} to document`)
  return { holds: places.length === 0, places: shortened(places) }
}

const NOUNS = {
  functions: 'function',
  exports: 'exported function or class',
  classes: 'class',
  all: 'function or class',
}

/** Data and documents beside the code declare nothing. */
const isCode = (file: string): boolean => !/^(?:yaml|shell)$/.test(languageOf(file) ?? 'yaml')

const isTest = (file: string): boolean => kindOf(file) === 'test'

const missingFiles = (glob: string, there: number, needed: number): string =>
  there === 0 ? `no file matches ${glob}` : `${there} files match ${glob}; ${needed} are required`

export const shortened = (places: readonly string[]): string[] =>
  places.length <= SHOWN ? [...places] : [...places.slice(0, SHOWN), `…and ${places.length - SHOWN} more`]
