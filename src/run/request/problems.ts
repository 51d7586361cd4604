import { plainProblem, problemsOf, problemText } from '../../std/usage-error.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'

interface CriterionFacts {
  readonly criterion: string
}

/** What is missing in a request, or cannot be done for it. */
export const requestProblem = problemsOf({
  'no-task': plainProblem(
    'bad-arguments',
    'No task is given.',
    'Say what to do, in quotes: agent-loop "fix the failing tests"',
  ),
  'task-is-question': plainProblem(
    'no-criterion',
    'The task is a question. A loop needs work that can be verified.',
    'Ask an assistant, or name the work: agent-loop "fix the failing tests"',
  ),
  'inference-off': plainProblem(
    'no-criterion',
    'No criterion is given, and --no-infer-completion is set.',
    'Give a command that fails until the work is done: -c "npm test"',
  ),
  'not-inferred': problemText<{ because: string; suggestions: readonly string[] }>(
    'no-criterion',
    ({ because }) => because,
    ({ suggestions }) => ['Try:', ...suggestions.map(line => `  ${line}`)].join('\n'),
  ),
  'chooser-failed': problemText<{ because: string }>(
    'no-criterion',
    ({ because }) => `--infer-with gave no answer: ${because}`,
    () => 'Leave out --infer-with to be asked yourself, or give the criterion: -c "npm test"',
  ),
  'criterion-declined': plainProblem(
    'no-criterion',
    'Nothing was started.',
    'Say what done means: -c "<a command that fails until the work is done>"',
  ),
  'criterion-needs-person': problemText<CriterionFacts & { onlyChange: boolean }>(
    'no-criterion',
    ({ onlyChange }) =>
      `${onlyChange ? 'The inferred criterion only checks that something changed. ' : ''}A person must confirm this criterion, because it is not certain. -y does not accept it.`,
    giveIt,
  ),
  'proposal-unconfirmed': problemText<CriterionFacts>(
    'no-criterion',
    ({ criterion }) => `A person must confirm the inferred criterion: ${criterion}`,
    () => 'If it is right, pass its data: until: inferred.done',
  ),
  'agent-missing': plainProblem('no-agent', 'No agent is given.', "Pass a name or a command: agent: 'claude'"),
  'until-missing': plainProblem(
    'no-criterion',
    'No criterion is given.',
    "Pass a command, a criterion, or a check: until: 'npm test'",
  ),
  'criterion-no-terminal': problemText<CriterionFacts & { acceptable: boolean }>(
    'no-criterion',
    () => 'A person must confirm the criterion, and there is no terminal.',
    ({ criterion, acceptable }) =>
      acceptable
        ? `Add -y to accept it without being asked, or give it yourself: ${criterionFlag(criterion)}`
        : giveIt({ criterion }),
  ),
  'criterion-cannot-fail': problemText<{ because: string }>(
    'gate-cannot-fail',
    ({ because }) => `The criterion cannot fail: ${because}`,
    () => 'Give a command that fails until the work is done: -c "npm test"',
  ),
  'criterion-unmeasurable': problemText<{ message: string; hint: string }>(
    'no-criterion',
    ({ message }) => `The criterion cannot be measured: ${message}.`,
    ({ hint }) => hint,
  ),
  'no-worktree': problemText<{ because: string }>(
    'no-worktree',
    ({ because }) => `The loop cannot have its own worktree: ${because}.`,
    () => 'Leave out --worktree, or work in another clone.',
  ),
  'no-second-worktree': problemText<{ because: string; busyWith: string }>(
    'no-worktree',
    ({ because, busyWith }) =>
      `The loop ${busyWith} works in this tree, and another one cannot have its own worktree: ${because}.`,
    ({ busyWith }) => `Wait for it, stop it with agent-loop abort ${busyWith}, or work in another clone.`,
  ),
  'race-size': problemText<{ count: number; most: number }>(
    'bad-arguments',
    ({ count, most }) => `A race needs 2 to ${most} agents, and ${count} ${count === 1 ? 'is' : 'are'} given.`,
    () => 'Name them: --race claude,codex, --race claude*3, or --race-cmd "…" --race-cmd "…"',
  ),
  'flag-with-command': problemText<{ flag: string }>(
    'bad-arguments',
    ({ flag }) => `${flag} cannot be combined with --agent-cmd.`,
    ({ flag }) => `Write it into the command, or name an agent: --agent claude ${flag} …`,
  ),
  'several-agents': problemText<{ installed: readonly string[] }>(
    'no-agent',
    ({ installed }) => `No agent is given, and several are installed: ${installed.join(', ')}.`,
    ({ installed }) => `Name one: --agent ${installed[0]}`,
  ),
  'no-active-loop': plainProblem('bad-arguments', 'No loop is active here.', 'See agent-loop list'),
  'several-active-loops': problemText<{ commands: readonly string[] }>(
    'bad-arguments',
    ({ commands }) => `${commands.length} loops are active here. Name one of them.`,
    ({ commands }) => commands.join('\n'),
  ),
})

const criterionFlag = (criterion: string): string => `-c ${shellQuote(criterion)}`

function giveIt({ criterion }: CriterionFacts): string {
  return `Give it yourself: ${criterionFlag(criterion)}`
}
