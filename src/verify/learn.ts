import { stripVTControlCharacters } from 'node:util'

const LINES = 40
const LINE_LENGTH = 300

/** The part of a failed command's output that an agent needs: its end, where runners put their summary, as plain text. */
export function learn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    // A carriage return overwrites its line on a terminal; what a person would see is what came last.
    .map(line => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .map(line => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line.trimEnd()))
  while (lines.at(-1) === '') lines.pop()
  const kept = lines.slice(-LINES)
  const left = lines.length - kept.length
  return [...(left > 0 ? [`[… ${left} lines left out …]`] : []), ...kept].join('\n')
}
