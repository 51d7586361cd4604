import type { Judge, JudgeRequest, JudgeVerdict } from '../checks/judge.ts'
import type { CheckPorts } from '../checks/ports.ts'

/**
 * A judge that is a program: it gets the question, the criteria and the material as one JSON document on its standard input, and
 * answers `{"verdict": "yes" | "no", "reason": "…"}`. Anything else is no answer.
 */
export const commandJudge = (command: string, cwd: string, { shell, env, nonce, timeoutMs }: CheckPorts): Judge => ({
  async judge(request: JudgeRequest, signal: AbortSignal): Promise<JudgeVerdict> {
    let printed = ''
    const result = await shell.run({
      command,
      cwd,
      env,
      nonce,
      timeoutMs,
      signal,
      stdin: JSON.stringify(request),
      onOutput: text => {
        printed = (printed + text).slice(-LONGEST)
      },
      onErrors: () => {},
    })
    if (result.kind !== 'exited' || result.exitCode !== 0)
      throw new Error(
        `the judge gave no answer (${result.kind === 'exited' ? `exit code ${result.exitCode}` : result.kind})`,
      )
    return verdictIn(printed)
  },
})

const LONGEST = 1_000_000

function verdictIn(printed: string): JudgeVerdict {
  const answer = JSON.parse(printed) as { verdict?: unknown; reason?: unknown } | null
  if (answer?.verdict !== 'yes' && answer?.verdict !== 'no') throw new Error('the judge said neither yes nor no')
  return { verdict: answer.verdict, reason: String(answer.reason ?? ''), usage: null }
}
