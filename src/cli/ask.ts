import type { Choice } from '../agents/agent.ts'
import { provable } from '../check/completion/provable.ts'
import type { CommandChoice } from '../infer/route/question.ts'
import type { LoopState } from '../loop/state.ts'
import type { CriterionAnswer, ProblemWith } from '../run/request/context.ts'
import { onlyThese, redBaselineChoices } from '../run/request/red-baseline.ts'
import type { RunRequest } from '../run/run-request.ts'
import { plain } from '../tools/reading/plain.ts'

/** Asked before a loop starts. Canceling means no; so does Enter for a criterion that any change satisfies. */
export async function askAboutProposal(
  criterion: string,
  { onlyChange }: { readonly onlyChange: boolean },
  problemWith: ProblemWith,
): Promise<CriterionAnswer> {
  const { isCancel, text } = await import('@clack/prompts')
  // Without a known width, the prompt would wrap after every letter.
  if (!process.stdout.columns) process.stdout.columns = 80
  const answer = await text({
    message: onlyChange
      ? 'This criterion only checks that something changed. Proceed anyway? [y/N/edit]'
      : 'Proceed with this criterion? [Y/n/edit]',
    defaultValue: onlyChange ? 'n' : 'y',
    placeholder: onlyChange ? 'N' : 'Y',
    validate: word => (/^(|y|yes|n|no|e|edit)$/i.test((word ?? '').trim()) ? undefined : 'y, n or edit'),
  })
  if (isCancel(answer) || /^n/i.test(answer.trim())) return { kind: 'no' }
  if (!/^e/i.test(answer.trim())) return { kind: 'yes' }
  const edited = await typedCriterion('Criterion', criterion, problemWith)
  return edited === null ? { kind: 'no' } : { kind: 'edit', text: edited }
}

/** Asks until the text can be measured. Null when canceled. */
async function typedCriterion(message: string, initial: string, problemWith: ProblemWith): Promise<string | null> {
  const { isCancel, log, text } = await import('@clack/prompts')
  for (let value = initial; ; ) {
    const typed = await text({ message, initialValue: value })
    if (isCancel(typed)) return null
    const problem = await problemWith(typed)
    if (problem === null) return typed
    log.warn(problem)
    value = typed
  }
}

const CUSTOM = ''

/** Asked when nothing in the task or the project says when the work is done. Null when canceled. */
export async function askForCommand(
  choices: readonly CommandChoice[],
  problemWith: ProblemWith,
): Promise<string | null> {
  const { isCancel, select } = await import('@clack/prompts')
  if (!process.stdout.columns) process.stdout.columns = 80
  const chosen =
    choices.length === 0
      ? CUSTOM
      : await select({
          message: 'What command verifies completion?',
          options: [
            ...choices.map(({ command, use }) => ({ value: command, label: plain(command), hint: use })),
            { value: CUSTOM, label: 'Custom command...' },
          ],
        })
  if (isCancel(chosen)) return null
  return chosen === CUSTOM ? await typedCriterion('What command verifies completion?', '', problemWith) : chosen
}

/** Canceling means no. Enter means no, too, where something cannot be undone. */
export async function confirmed(message: string, usually = false): Promise<boolean> {
  const { confirm } = await import('@clack/prompts')
  if (!process.stdout.columns) process.stdout.columns = 80
  return (await confirm({ message, initialValue: usually })) === true
}

/** Asked when the check fails before the first turn. Null when canceled: nothing more is started. */
export async function askAboutRedBaseline(
  state: LoopState,
): Promise<Pick<RunRequest, 'criterion' | 'expectNow'> | null> {
  const { isCancel, multiselect, select } = await import('@clack/prompts')
  if (!process.stdout.columns) process.stdout.columns = 80
  const choices = redBaselineChoices(state)
  const kind = await select({
    message: 'The check already fails. What should count as done?',
    options: [
      ...choices.map(({ kind, says }) => ({ value: kind as string, label: says })),
      { value: 'stop', label: 'stop here' },
    ],
  })
  const choice = isCancel(kind) ? undefined : choices.find(each => each.kind === kind)
  const criterion = provable(state.spec.check)
  if (!choice || criterion === null) return null
  if (choice.kind !== 'only_these') return { criterion: choice.criterion, expectNow: choice.expectNow }
  const failing = state.baseline?.failing ?? []
  const ids = await multiselect({
    message: 'Which of them must pass?',
    options: failing.map(id => ({ value: id, label: plain(id) })),
  })
  return isCancel(ids) ? null : { criterion: onlyThese(criterion, ids), expectNow: choice.expectNow }
}

/** A question of the agent during its turn. Null when canceled, or when the turn has ended meanwhile. */
export async function askForAgent(
  question: string,
  choices: readonly Choice[],
  signal: AbortSignal,
): Promise<string | null> {
  const { isCancel, select } = await import('@clack/prompts')
  if (!process.stdout.columns) process.stdout.columns = 80
  const options = choices.map(({ id, says }) => ({ value: id, label: plain(says) }))
  const chosen = await select({ message: plain(question), options, signal })
  return isCancel(chosen) ? null : chosen
}

/** Asked when no agent is named and several are installed. Null when canceled. */
export async function askWhichAgent(names: readonly string[]): Promise<string | null> {
  const { isCancel, select } = await import('@clack/prompts')
  if (!process.stdout.columns) process.stdout.columns = 80
  const chosen = await select({
    message: 'Which agent should do the work?',
    options: names.map(name => ({ value: name, label: name })),
  })
  return isCancel(chosen) ? null : chosen
}

/** Tests and configs that agents may change. None when canceled. */
export async function askWhatMayChange(): Promise<readonly string[]> {
  const { isCancel, text } = await import('@clack/prompts')
  if (!process.stdout.columns) process.stdout.columns = 80
  const typed = await text({
    message: 'Which tests or configs may agents change? (globs with spaces between them; Enter: none)',
    placeholder: 'test/fixtures/**',
    defaultValue: '',
  })
  return isCancel(typed) ? [] : typed.split(/\s+/).filter(glob => glob !== '')
}

/** Asked about the assistants that are installed. None when canceled. */
export async function askWhichAssistants(names: readonly string[]): Promise<readonly string[]> {
  const { isCancel, multiselect } = await import('@clack/prompts')
  const chosen = await multiselect({
    message: 'Add agent-loop to these assistants, in this project? (Space picks, Enter continues)',
    options: names.map(name => ({ value: name, label: name })),
    required: false,
  })
  return isCancel(chosen) ? [] : chosen
}
