import { expect, test } from 'vitest'
import type { Usage } from '../../std/usage.ts'
import type { CheckSnapshot } from './completion-check.ts'
import { type Judge, JudgeFailure, type JudgeRequest } from './judge.ts'
import { type QuestionOptions, questionAnsweredCheck } from './question-answered.ts'

const USED = { tokens: 10, usd: 0.5 }

/** Answers in this order: yes, no, or no answer at all. */
function bench(votes: readonly ('yes' | 'no' | 'fails')[]) {
  const asked: JudgeRequest[] = []
  const spent: Usage[] = []
  const judge: Judge = {
    async judge(request) {
      const vote = votes[asked.push(request) - 1]
      if (vote === undefined || vote === 'fails') throw new JudgeFailure('no answer', null)
      return { verdict: vote, reason: `because ${vote}`, usage: USED }
    },
  }
  const check = (options: QuestionOptions, more: Partial<CheckSnapshot> = {}) =>
    questionAnsweredCheck(options, judge).check({ ...SNAPSHOT, ...more, spend: usage => spent.push(usage) }, SIGNAL)
  return { asked, spent, check }
}

const SIGNAL = new AbortController().signal
const SNAPSHOT: CheckSnapshot = {
  workspace: '/',
  task: 'why is the sky blue?',
  iteration: 1,
  answer: 'Rayleigh scattering.',
  claimsDone: true,
  toolResults: [],
  baseline: null,
  record: () => {},
}

test('the verdict yes is complete, no is what is missing, and both are paid for', async () => {
  const yes = bench(['yes'])
  expect(await yes.check({})).toBeNull()
  expect(yes.asked).toMatchObject([
    {
      question: expect.stringContaining('why is the sky blue?'),
      material: [{ title: 'answer', text: 'Rayleigh scattering.' }],
    },
  ])
  expect(yes.spent).toEqual([USED])
  const no = bench(['no'])
  expect(await no.check({ question: 'and the sea?', rubric: ['it is short'] })).toBe('The judge objects: because no')
  expect(no.asked).toMatchObject([{ question: expect.stringContaining('and the sea?'), criteria: ['it is short'] }])
})

test.each([
  ['before the first turn', { iteration: 0 }],
  ['nothing was said', { answer: ' \n' }],
])('nobody is asked: %s', async (_, more) => {
  const { asked, check } = bench(['yes'])
  expect(await check({}, more)).toMatch(/\S/)
  expect(asked).toEqual([])
})

test('a judge that cannot answer is an error, counted as unknown', async () => {
  const { spent, check } = bench(['fails'])
  await expect(check({})).rejects.toThrow('no answer')
  expect(spent).toEqual([{ tokens: null, usd: null }])
})

test.each([
  [['yes', 'yes', 'no'], 2, null],
  [['no', 'yes', 'yes'], 3, null],
  [['no', 'no', 'yes'], 2, 'The judge objects: because no'],
  [['yes', 'fails', 'yes'], 3, null],
  [['no', 'fails', 'no'], 3, 'The judge objects: because no'],
] as const)('two of three: %s after %i', async (votes, times, answer) => {
  const { asked, check } = bench(votes)
  expect(await check({ quorum: { votes: 3, yes: 2 } })).toBe(answer)
  expect(asked).toHaveLength(times)
})

test('two of three with one yes, one no and one silent: nobody knows', async () => {
  await expect(bench(['yes', 'no', 'fails']).check({ quorum: { votes: 3, yes: 2 } })).rejects.toThrow('no answer')
})
