import type { Environment } from '../../system/shell.ts'
import { OURS } from '../preload/record-file.ts'

const ASSIGNMENT = new RegExp(`(?<=^|[\\s;&|(])(${Object.keys(OURS).join('|')})=`, 'g')

/**
 * The command as it runs. `PYTHONPATH=src pytest` sets a variable of its own that a runner needs for our report, so what we set is put in
 * front of its value. A command that adds to the variable keeps it anyway, and inside quotes nothing is changed.
 */
export function keepSwitches(command: string, switches: Environment): string {
  return command.replace(ASSIGNMENT, (found, name: string, at: number) => {
    const rest = command.slice(at + found.length)
    const value = /^(?:"[^"]*"|'[^']*'|[^\s;&|()"'])*/.exec(rest)?.[0] ?? ''
    const ours = OURS[name] && switches[name]?.match(OURS[name])?.[0].replace(/^[\s:]+|[\s:]+$/g, '')
    if (!ours || /["'`]/.test(command.slice(0, at)) || new RegExp(`\\$\\{?${name}\\b`).test(value)) return found
    const separator = /(?:PATH|LIB|DIR)$/.test(name) ? ':' : ' '
    return `${found}'${`${ours}${value === '' ? '' : separator}`.replaceAll("'", `'\\''`)}'`
  })
}
