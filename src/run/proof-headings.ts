import { type ProvingStep, STEP_WORDS } from '../proof/proving-step.ts'

type WriteLog = (iteration: number, bytes: Uint8Array) => void

/** Names each step of the proof in the log of the check, which has the output of all its runs. Some of them are meant to fail. */
export function withHeadings(write: WriteLog): { begins(step: ProvingStep | null): void; onBytes: WriteLog } {
  let heading = ''
  return {
    begins(step) {
      heading = step === null ? '' : `\n── ${STEP_WORDS[step]}\n`
    },
    onBytes(iteration, bytes) {
      if (heading !== '') write(iteration, Buffer.from(heading))
      heading = ''
      write(iteration, bytes)
    },
  }
}
