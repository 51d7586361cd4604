import { TOOLS } from '../catalog.ts'
import type { Purpose } from './purpose.ts'

/** The tools that people name in a sentence instead of what they check, as the source of a pattern. */
export const spokenNames = (purpose: Purpose): string =>
  TOOLS.flatMap(({ commands }) => commands?.spoken?.[purpose] ?? []).join('|')

const named = (purpose: Purpose, alsoSaid = ''): readonly [RegExp, Purpose] => [
  new RegExp(String.raw`\b(?:${spokenNames(purpose)})\b${alsoSaid}`, 'i'),
  purpose,
]

/** The same as patterns. The first that matches counts. */
export const SPOKEN_NAMES: readonly (readonly [RegExp, Purpose])[] = [
  named('types'),
  named('format'),
  named('lint'),
  named('test'),
  named('build', String.raw`|\bvalidates?$`),
]
