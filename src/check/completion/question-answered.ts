import type { CheckSnapshot, CompletionCheck } from './completion-check.ts'
import { inWords } from './in-words.ts'
import { askJudge, type Judge, type JudgeRequest, type JudgeVerdict } from './judge.ts'

export interface QuestionOptions {
  /** What was asked; the task when not given. */
  readonly question?: string | undefined
  /** One criterion, or several that must all be met. */
  readonly rubric?: string | readonly string[] | undefined
  /** How often the judge is asked, and how many must say yes; once by default. */
  readonly quorum?: Quorum | undefined
}

export interface Quorum {
  readonly votes: number
  readonly yes: number
}

const RUBRIC = [
  'The answer answers the whole question that was asked, and not another one.',
  'It says what it is based on, and does not contradict itself.',
  'It gives the answer itself, not a promise or a plan to find it.',
]

const criteriaOf = ({ rubric = RUBRIC }: QuestionOptions): readonly string[] =>
  typeof rubric === 'string' ? [rubric] : rubric

export const describeQuestion = ({ question, ...options }: QuestionOptions): string =>
  `an independent judge reads your last message and agrees that it answers ${question === undefined ? 'the task' : `"${inWords(question)}"`}: ${criteriaOf(options).join(' ')}`

const QUESTION = 'Does the answer below answer this question and meet every criterion? The question: '

/**
 * Complete when a judge says that the agent's last message answers the question. When the judge fails, the check is broken, not the work.
 *
 * @example
 * ```ts
 * import { type Judge, questionAnsweredCheck, run } from 'agent-loop'
 *
 * const judge: Judge = {
 *   async judge({ material }) {
 *     const isAnswer = material.some(({ text }) => text.includes('42'))
 *     return { verdict: isAnswer ? 'yes' : 'no', reason: 'The answer must be a number.', usage: null }
 *   },
 * }
 * const task = 'how many tests are there?'
 * const result = await run({ task, until: questionAnsweredCheck({ question: task }, judge), agent: () => 'There are 42.' })
 * console.log(result.outcome.kind) // verified
 * ```
 */
export function questionAnsweredCheck(options: QuestionOptions, judge: Judge): CompletionCheck {
  const { quorum = { votes: 1, yes: 1 } } = options
  const criteria = criteriaOf(options)
  return {
    description: () => describeQuestion(options),
    async check(snapshot, signal) {
      if (snapshot.iteration === 0) return 'The question is not answered yet.'
      if (snapshot.answer.trim() === '') return 'The last turn ended without a message. End it with the answer.'
      const question = `${QUESTION}${options.question ?? snapshot.task}`
      const material = [{ title: 'answer', text: snapshot.answer }]
      return await counted({ question, criteria, material }, { judge, quorum, snapshot, signal })
    },
  }
}

interface Jury {
  readonly judge: Judge
  readonly quorum: Quorum
  readonly snapshot: CheckSnapshot
  readonly signal: AbortSignal
}

/** Asks until enough judges say yes or too many say no. A judge that fails counts for neither. */
async function counted(request: JudgeRequest, { judge, quorum, snapshot, signal }: Jury): Promise<string | null> {
  const answers: JudgeVerdict[] = []
  const troubles: unknown[] = []
  const said = (verdict: JudgeVerdict['verdict']) => answers.filter(answer => answer.verdict === verdict)
  for (let asked = 0; asked < quorum.votes; asked++) {
    await askJudge(judge, request, snapshot, signal).then(
      answer => answers.push(answer),
      error => troubles.push(error),
    )
    if (said('yes').length >= quorum.yes) return null
    if (said('no').length > quorum.votes - quorum.yes) return objections(said('no'))
    if (signal.aborted) break
  }
  throw troubles[0] ?? new Error('the judges reached no verdict')
}

const objections = (against: readonly JudgeVerdict[]): string =>
  [...new Set(against.map(({ reason }) => `The judge objects: ${reason || 'it gave no reason'}`))].join('\n')
