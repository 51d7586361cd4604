import { existsSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import * as z from 'zod/mini'
import { installedAgents } from '../../agents/installed.ts'
import { KNOWN_AGENTS } from '../../agents/known.ts'
import { refusedAsEmpty, STARTERS } from '../../infer/answer/empty-project.ts'
import { inferCompletion } from '../../infer/infer.ts'
import type { Proposal } from '../../infer/proposal.ts'
import { readProject } from '../../infer/read-project.ts'
import { commandChoices } from '../../infer/route/question.ts'
import type { RequestContext } from '../../run/request/context.ts'
import { configuredCriterion } from '../../run/settings/configured-criterion.ts'
import { loadSettings } from '../../run/settings/load.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { treeOf } from '../../system/tree.ts'
import type { PageAnswer, PageProposal } from '../page-data.ts'

export const proposalBody = z.object({ directory: z.string(), task: z.string().check(z.minLength(1)) })

type Env = RequestContext['env']

/** What "done" would mean there, and which agent would work. Runs nothing. */
export async function propose(
  { directory, task }: z.infer<typeof proposalBody>,
  env: Env,
): Promise<PageProposal | PageAnswer> {
  const problem = problemWith(directory)
  if (problem !== null) return { ok: false, lines: [problem] }
  try {
    const agents = await installedAgents(KNOWN_AGENTS, env)
    return { ...(await criterionFor(directory, task.trim(), env)), agents, agent: await agentFor(directory, env) }
  } catch (error) {
    if (!isUsageError(error)) throw error
    return { ok: false, lines: [error.message, error.hint] }
  }
}

export const problemWith = (directory: string): string | null =>
  isAbsolute(directory) && existsSync(directory) && statSync(directory).isDirectory()
    ? null
    : `There is no directory ${directory}. Give its full path.`

const NOTHING: Pick<PageProposal, 'configured' | 'proposed' | 'refused'> = {
  configured: null,
  proposed: null,
  refused: null,
}

/** A criterion that is configured is used as it is; nothing is inferred then. */
async function criterionFor(directory: string, task: string, env: Env): Promise<typeof NOTHING> {
  const configured = await configuredCriterion(env, treeOf(directory))
  if (configured !== null) return { ...NOTHING, configured }
  const project = await readProject(directory, task)
  const inference = inferCompletion(task, project)
  const empty = refusedAsEmpty(task, project, inference)
  if (empty !== null) return { ...NOTHING, refused: { because: empty.because, choices: STARTERS } }
  return inference.kind === 'refused'
    ? { ...NOTHING, refused: { because: inference.refused.because, choices: commandChoices(task, project) } }
    : { ...NOTHING, proposed: proposedFor(inference.proposal) }
}

const ONLY_CHANGE = 'This only checks that something changed, not that the work is right.'

const proposedFor = (proposal: Proposal): NonNullable<PageProposal['proposed']> => ({
  criterion: proposal.criterion,
  command: proposal.verification_command,
  confidence: proposal.confidence,
  rationale: proposal.rationale,
  warnings: [...proposal.warnings, ...(proposal.class === 'structural' ? [ONLY_CHANGE] : [])],
  alternatives: proposal.alternatives_considered.map(
    ({ criterion, rejected_because }) => `${criterion}: ${rejected_because}`,
  ),
  maxTurns: proposal.max_iterations_suggestion,
})

/** The agent of the configuration or the environment; null when none is named. */
async function agentFor(directory: string, env: Env): Promise<string | null> {
  const { values } = await loadSettings({}, env, treeOf(directory))
  return values['agent-cmd'] ?? values.agent?.join(', ') ?? null
}
