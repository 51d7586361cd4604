import { argumentProblem } from './argument-problems.ts'

/** A port as it was typed; 0 stands for any free one. `example` is a command with a valid port. */
export function portFrom(text: string, example: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port < 65_536) return port
  throw argumentProblem('not-a-port', { text, example })
}
