import { readUtterance, type UtteranceReading } from './read-utterance.ts'

/** Reads a request to a program: it is known to be one, so the result is never "no loop". */
type SaidRequest = Pick<
  UtteranceReading,
  'completion' | 'limits' | 'loopId' | 'externalBecause' | 'agent' | 'worktree' | 'control'
> & {
  readonly task: string
}

export function readRequest(text: string, agents: readonly string[]): SaidRequest {
  const { task, ...said } = readUtterance(text, {
    conversation: [],
    loops: [],
    isRequest: true,
    agents,
  })
  return { ...said, task: task ?? text.trim() }
}
