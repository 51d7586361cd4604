import { existsSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import * as z from 'zod/mini'
import { installedAgents } from '../../agents/installed.ts'
import { KNOWN_AGENTS } from '../../agents/known.ts'
import { inferCompletion } from '../../infer/infer.ts'
import { readProject } from '../../infer/read-project.ts'
import { beginInBackground } from '../../run/request/begin-in-background.ts'
import type { RequestContext } from '../../run/request/context.ts'
import { trustedSettings } from '../../run/request/trusted-settings.ts'
import { isUsageError } from '../../std/usage-error.ts'
import type { LoopAction, LoopRow, PageAnswer, PageProposal } from '../page-data.ts'

/** A command that the page may run, as it would be typed in the project of a loop. */
export interface PageCommand {
  readonly name: 'tell' | 'pause' | 'resume' | 'merge' | 'abort' | 'diff' | 'receipt'
  readonly positionals: readonly string[]
  readonly flags: readonly string[]
  readonly row: Pick<LoopRow, 'directory' | 'view'>
}

/** Runs a command of the CLI and collects what it prints. */
export type RunPageCommand = (command: PageCommand) => Promise<PageAnswer>

export const actionBody = z.object({ text: z.optional(z.string()) })

/** Each action is a command. A page has no terminal, so loops resume in the background. */
export function commandFor(action: LoopAction, row: LoopRow, text: string): PageCommand {
  const of = (name: PageCommand['name'], flags: readonly string[] = []): PageCommand => ({
    name,
    positionals: [row.id],
    flags,
    row,
  })
  switch (action) {
    case 'hint':
      return { ...of('tell'), positionals: [row.id, text] }
    case 'pause':
      return of('pause')
    case 'resume':
      return of('resume', ['external'])
    case 'merge':
      return of('merge')
    case 'abort':
      return of('abort')
    case 'revert':
      return of('abort', ['revert'])
  }
}

export const proposalBody = z.object({ directory: z.string(), task: z.string().check(z.minLength(1)) })

export const startBody = z.object({
  directory: z.string(),
  task: z.string().check(z.minLength(1)),
  criterion: z.string().check(z.minLength(1)),
  agent: z.string(),
  maxTurns: z.int().check(z.positive()),
})

const ONLY_CHANGE = 'This only checks that something changed, not that the work is right.'

/** What "done" would mean there. Runs nothing. */
export async function propose(
  { directory, task }: z.infer<typeof proposalBody>,
  env: RequestContext['env'],
): Promise<PageProposal> {
  const agents = await installedAgents(KNOWN_AGENTS, env)
  const problem = problemWith(directory)
  if (problem !== null) return { proposed: null, refused: { because: problem, hints: [] }, agents }
  const inference = inferCompletion(task.trim(), await readProject(directory, task.trim()))
  if (inference.kind === 'refused') {
    const { because, try: hints } = inference.refused
    return { proposed: null, refused: { because, hints }, agents }
  }
  const { proposal } = inference
  return {
    proposed: {
      criterion: proposal.criterion,
      command: proposal.verification_command,
      confidence: proposal.confidence,
      rationale: proposal.rationale,
      warnings: [...proposal.warnings, ...(proposal.class === 'structural' ? [ONLY_CHANGE] : [])],
      alternatives: proposal.alternatives_considered.map(
        ({ criterion, rejected_because }) => `${criterion}: ${rejected_because}`,
      ),
      maxTurns: proposal.max_iterations_suggestion,
    },
    refused: null,
    agents,
  }
}

/** Starts a loop in the background with the criterion that the person saw and perhaps edited. */
export async function startLoop(
  asked: z.infer<typeof startBody>,
  surroundings: Pick<RequestContext, 'env' | 'signal'>,
): Promise<PageAnswer & { readonly id?: string }> {
  const { directory, task, criterion, agent, maxTurns } = asked
  const problem = problemWith(directory)
  if (problem !== null) return { ok: false, lines: [problem] }
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line)
  const inference = inferCompletion(task.trim(), await readProject(directory, task.trim()))
  const same = inference.kind === 'proposed' && inference.proposal.criterion === criterion.trim()
  const context: RequestContext = {
    ...surroundings,
    cwd: directory,
    err: say,
    given: {
      'max-iterations': String(maxTurns),
      ...(same ? {} : { completion: criterion }),
      ...(agent === '' ? {} : { agent }),
    },
    person: { show: say, ...(same ? { proposal: inference } : {}) },
  }
  try {
    const { loop_id } = await beginInBackground(context, task, await trustedSettings(context))
    return { ok: true, id: loop_id, lines: [...lines, `Started ${loop_id}.`] }
  } catch (error) {
    if (!isUsageError(error)) throw error
    return { ok: false, lines: [...lines, error.message, error.hint].filter(Boolean) }
  }
}

const problemWith = (directory: string): string | null =>
  isAbsolute(directory) && existsSync(directory) && statSync(directory).isDirectory()
    ? null
    : `There is no directory ${directory}. Give its full path.`
