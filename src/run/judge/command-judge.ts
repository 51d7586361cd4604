import { numberAt, objectAt } from '../../agents/json.ts'
import { type Judge, type JudgeRequest, type JudgeVerdict, verdictIn } from '../../check/completion/judge.ts'
import type { CheckPorts } from '../../check/completion/ports.ts'
import type { Usage } from '../../std/usage.ts'

/**
 * A judge that is a program: it gets the question, the criteria and the material as one JSON document on its standard input, and
 * answers `{"verdict": "yes" | "no", "reason": "…"}`, with what it used where it knows. Anything else is no answer.
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
    return answerIn(printed)
  },
})

const LONGEST = 1_000_000

function answerIn(printed: string): JudgeVerdict {
  const answer: unknown = JSON.parse(printed)
  return { ...verdictIn(answer), usage: usageIn(answer) }
}

/** `"usage": {"tokens": 1200, "usd": 0.004}`, where the program tells it. */
function usageIn(answer: unknown): Usage | null {
  const usage = objectAt(answer, 'usage')
  const [tokens, usd] = [numberAt(usage, 'tokens'), numberAt(usage, 'usd')]
  return tokens === null && usd === null ? null : { tokens, usd }
}
