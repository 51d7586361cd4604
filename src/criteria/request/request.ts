import { readUtterance, type UtteranceReading } from './read-utterance.ts'

/** Reads a request to a program: it is known to be one, so the result is never "no loop". */
type SaidRequest = Pick<UtteranceReading, 'completion' | 'limits' | 'loopId' | 'externalBecause' | 'control'> & {
  readonly task: string
}

export function readRequest(text: string): SaidRequest {
  const { task, completion, limits, loopId, externalBecause, control } = readUtterance(text, {
    conversation: [],
    loops: [],
    isRequest: true,
  })
  return { task: task ?? text.trim(), completion, limits, loopId, externalBecause, control }
}
