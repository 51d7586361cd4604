import type { VagueTask } from '../../criteria/task/vague.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import type { InferenceRefusal } from '../decision.ts'
import type { Refusal } from '../proposal.ts'
import { describeWarning } from './describe-warning.ts'

/** A refusal in words: why, and what to try instead. */
export const describeRefusal = (refusal: InferenceRefusal): Refusal =>
  refusal.code === 'vague-task' ? vagueTask(refusal) : noCheck(refusal)

function vagueTask({ task, why, commands, has }: Extract<InferenceRefusal, { code: 'vague-task' }>): Refusal {
  const own =
    commands.length === 0
      ? []
      : [`--completion "${commands.map(command => `${command.replaceAll('"', '\\"')} exits 0`).join(' AND ')}"`]
  return {
    because: `Cannot infer measurable criteria for this task: ${whyVague(why)}. "${task.trim().slice(0, 120)}" names nothing that a command can check.`,
    try: [
      ...own,
      // Only what would not be refused here as well.
      ...(has.includes('test') ? ['agent-loop "fix the failing tests"'] : []),
      ...(has.includes('lint') ? ['agent-loop "fix all lint errors"'] : []),
      ...(has.length === 0 ? ['agent-loop "implement a test suite for this project"'] : []),
    ],
  }
}

function whyVague({ code, phrase }: VagueTask): string {
  switch (code) {
    case 'no-work':
      return phrase === '' ? 'it names no work' : `"${phrase}" names no work`
    case 'question':
      return 'it is a question, and a loop does work'
    case 'no-object':
      return `"${phrase}" names no object`
    case 'no-comparison':
      return `"${phrase}" names neither a figure nor the part that it is about`
    case 'not-measurable':
      return `"${phrase}" cannot be measured`
    case 'matter-of-taste':
      return `"${phrase}" is a matter of taste`
    case 'undefined-goal':
      return `"${phrase}" does not say what "working" means`
  }
}

function noCheck(refusal: Extract<InferenceRefusal, { code: 'no-check' }>): Refusal {
  const { purpose, phrase, suite, degenerate } = refusal
  const name = NAMES[purpose]
  return {
    because: [
      `Could not find a measurable verification command: agent-loop found no ${name} in the project (task phrase "${phrase}" → ${refusal.class}).`,
      ...degenerate.map(evidence => describeWarning({ code: 'degenerate-script', evidence })),
    ].join(' '),
    try: [
      ...(suite === null ? [] : [`--completion "${suite} exits 0"`]),
      `agent-loop "implement a ${name} for this project"`,
      '--completion "<a command that fails today and must pass> exits 0"',
    ],
  }
}

const NAMES: Readonly<Record<Purpose, string>> = {
  test: 'test suite',
  lint: 'linter',
  format: 'format check',
  types: 'type checker',
  build: 'build',
  coverage: 'coverage measurement',
  docs: 'documentation check',
}
