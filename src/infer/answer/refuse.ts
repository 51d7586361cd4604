import { pick } from '../choice/pick.ts'
import type { GatheredEvidence } from '../gather.ts'
import type { Inference } from '../proposal.ts'
import type { Material } from '../synthesis/material.ts'

/** No measurable goal in the words: say why, and what would be one here. */
export function refusedAsVague(task: string, why: string, { checks }: GatheredEvidence): Inference {
  const none = { tool: null, words: [] }
  const test = pick(checks, 'test', none)?.options[0]?.command
  const lint = pick(checks, 'lint', none)?.options[0]?.command
  const both = [test, lint].filter((command): command is string => command !== undefined && !command.includes('&&'))
  const own =
    both.length === 0
      ? []
      : [`--completion "${both.map(command => `${command.replaceAll('"', '\\"')} exits 0`).join(' AND ')}"`]
  return {
    kind: 'refused',
    refused: {
      because: `Cannot infer measurable criteria for this task: ${why}. "${task.trim().slice(0, 120)}" names nothing that a command could find true or false.`,
      try: [
        ...own,
        'agent-loop "fix the failing tests"',
        'agent-loop "fix all lint errors"',
        'agent-loop "reduce cyclomatic complexity in src/"',
      ],
    },
  }
}

const NAMES = {
  test: 'test suite',
  lint: 'linter',
  format: 'format check',
  types: 'type checker',
  build: 'build',
  coverage: 'coverage measurement',
  docs: 'documentation check',
} as const

/** The goal is clear, and the project has nothing that measures it. */
export function noCheck({ reading, gathered }: Material): Inference {
  const [purpose = 'test'] = reading.wants
  const none = { tool: null, words: [] }
  const suite = pick(gathered.checks, 'test', none)?.options[0]?.command
  const degenerate = gathered.degenerate.map(({ says, source, line }) => `${says} (${source}:${line})`)
  return {
    kind: 'refused',
    refused: {
      because: [
        `Could not find a measurable verification command: the project has no ${NAMES[purpose]} that we could find (task phrase "${reading.phrase}" → ${reading.class}).`,
        ...degenerate,
      ].join(' '),
      try: [
        ...(suite === undefined || suite.includes('"') ? [] : [`--completion "${suite} exits 0"`]),
        `agent-loop "implement a ${NAMES[purpose]} for this project"`,
        '--completion "<a command that fails today and must pass> exits 0"',
      ],
    },
  }
}

export const couldNotMeasure = (): Inference => ({
  kind: 'refused',
  refused: {
    because: 'could not find a measurable verification command — please supply one explicitly',
    try: ['--completion "npm test passes AND npm run lint exits 0"'],
  },
})
