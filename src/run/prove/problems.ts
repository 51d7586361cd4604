import { plainProblem, problemsOf, problemText } from '../../std/usage-error.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'

const EXAMPLE = 'agent-loop prove main..HEAD'

/** Why there is nothing to prove, or no way to do it. */
export const proveProblem = problemsOf({
  'no-git': problemText<{ tree: string; criterion: string | undefined }>(
    'bad-arguments',
    ({ tree }) => `${tree} is not in a git repository, so there is no state to compare with.`,
    ({ criterion = 'npm test' }) =>
      `Run it in a clone. To check files without history: agent-loop verify ${shellQuote(criterion)}`,
  ),
  'no-commit': plainProblem(
    'bad-arguments',
    'The repository has no commit yet, so there is no state to compare with.',
    'Commit the files from before the change first.',
  ),
  'bad-range': problemText<{ text: string }>(
    'bad-arguments',
    ({ text }) => `"${text}" is not a range of commits.`,
    () => `Name two revisions: ${EXAMPLE}`,
  ),
  'unknown-revision': problemText<{ revision: string; near: string | null; shallow: boolean }>(
    'bad-arguments',
    ({ revision }) => `There is no revision "${revision}" in this repository.`,
    ({ revision, near, shallow }) =>
      shallow
        ? `${SHALLOW} ${fetchHint(revision)}`
        : near === null
          ? `See git log --oneline --all, or fetch it: git fetch origin ${plainName(revision)}`
          : `Did you mean "${near}"?`,
  ),
  'no-common-base': problemText<{ base: string; head: string; shallow: boolean }>(
    'bad-arguments',
    ({ base, head }) => `${base} and ${head} have no common commit here.`,
    ({ base, shallow }) =>
      shallow ? `${SHALLOW} ${fetchHint(base)}` : `Name a commit that the change is based on: ${EXAMPLE}`,
  ),
  'no-main-branch': problemText<{ shallow: boolean }>(
    'bad-arguments',
    () => 'No main branch was found to compare with.',
    ({ shallow }) => (shallow ? `${SHALLOW} ${fetchHint('main')}` : `Name the base: ${EXAMPLE}`),
  ),
  'nothing-to-prove': problemText<{ base: string; head: string; shallow: boolean }>(
    'bad-arguments',
    ({ base, head }) => `There is nothing to prove: ${head} has no change since ${base}.`,
    ({ shallow }) =>
      `Name an earlier base: agent-loop prove HEAD~1..HEAD${shallow ? `\n${SHALLOW} ${fetchHint('main')}` : ''}`,
  ),
  'config-in-change': problemText<{ file: string }>(
    'needs-person',
    ({ file }) => `The change under proof modifies ${file}, which sets how it is proven.`,
    () => 'Give the criterion yourself: -c "npm test", or prove the change of the configuration separately.',
  ),
  'no-checkout': problemText<{ because: string }>(
    'no-worktree',
    ({ because }) => `The base cannot be checked out: ${because}.`,
    () => 'Try it in a fresh clone without submodules, or check the files as they are: agent-loop verify "npm test"',
  ),
})

const SHALLOW = 'This clone is shallow.'

function fetchHint(revision: string): string {
  return `Fetch its history: git fetch --unshallow origin, and the base: git fetch origin ${plainName(revision)}:refs/remotes/origin/${plainName(revision)} (GitHub Actions: fetch-depth: 0; GitLab: GIT_DEPTH: 0)`
}

function plainName(revision: string): string {
  return revision.replace(/^(?:refs\/remotes\/)?origin\//, '').replace(/[~^@].*$/, '')
}
