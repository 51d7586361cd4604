import { isRunBy } from '../../tools/commands/run-by.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { isNamedScript } from '../evidence.ts'
import type { Check } from './checks.ts'

/** The command is the tool, or a script that calls it. */
export function runsTool({ command, includes }: Check, tool: string): boolean {
  const pattern = new RegExp(
    `(^|[\\s/:_-])${escaped(tool)}${tool.length < 4 ? '(?![a-z])' : ''}(?![\\w.-]*\\.(?!(?:sh|bash|py|ps1)\\b)\\w)`,
    'i',
  )
  return [command, ...includes].some(line => pattern.test(line) || isRunBy(line, tool))
}

/** No file names it; the manifest merely implies it. */
export const impliedOnly = ({ sightings }: Check): boolean =>
  sightings.every(({ fact }) => fact.code === 'implied-command')

/** A configuration or a plugin of the tool is in the project. */
export const isConfigured = ({ sightings }: Check): boolean =>
  sightings.some(({ fact }) => fact.code === 'implied-command' && typeof fact.because !== 'string')

/** The name of the script that the command runs; empty where it is none of the project. */
export const scriptName = ({ command, sightings }: Check): string =>
  sightings.some(isNamedScript) ? (referenceIn(command)?.name ?? '') : ''

/** Everything at once; made for no purpose in particular. */
export const BARE_RUNNER = /^(bundle exec )?(make|rake|task|just)$/

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
