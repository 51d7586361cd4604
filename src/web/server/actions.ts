import * as z from 'zod/mini'
import { inferCompletion } from '../../infer/infer.ts'
import { readProject } from '../../infer/read-project.ts'
import { beginInBackground } from '../../run/request/begin-in-background.ts'
import type { RequestContext } from '../../run/request/context.ts'
import { trustedSettings } from '../../run/request/trusted-settings.ts'
import { isUsageError } from '../../std/usage-error.ts'
import type { LoopAction, LoopRow, PageAnswer, StartedAnswer } from '../page-data.ts'
import { problemWith } from './proposal.ts'

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

export const startBody = z.object({
  directory: z.string(),
  task: z.string().check(z.minLength(1)),
  /** Empty: the check that the configuration names. */
  criterion: z.string(),
  agent: z.string(),
  maxTurns: z.int().check(z.positive()),
})

/** Starts a loop in the background with the criterion that the person saw and perhaps edited. */
export async function startLoop(
  asked: z.infer<typeof startBody>,
  surroundings: Pick<RequestContext, 'env' | 'signal'>,
  find: (id: string) => Promise<LoopRow | null>,
): Promise<StartedAnswer> {
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
      ...(same || criterion.trim() === '' ? {} : { completion: criterion }),
      ...(agent === '' ? {} : { agent }),
    },
    person: { show: say, ...(same ? { proposal: inference } : {}) },
  }
  try {
    const { loop_id } = await beginInBackground(context, task, await trustedSettings(context))
    const row = await find(loop_id)
    return { ok: true, lines: [...lines, `Started ${loop_id}.`], loop: row && { project: row.project, id: row.id } }
  } catch (error) {
    if (!isUsageError(error)) throw error
    return { ok: false, lines: [...lines, error.message, error.hint].filter(Boolean) }
  }
}
