import { EXAMPLE_ID, type FactsTable, LOOP_EXITS, PERSON_ONLY, WRONG_ARGUMENTS } from './facts.ts'

/** Commands about checks and proofs, assistants, and the setup. */
export const OTHER_COMMANDS: FactsTable = {
  verify: {
    examples: [
      ['agent-loop verify "npm test"', 'a command'],
      ['agent-loop verify "npm test passes and coverage is above 80%"', 'a sentence with two parts'],
    ],
    exits: {
      0: 'the check passes',
      1: 'the check fails',
      ...WRONG_ARGUMENTS,
      3: 'the criterion cannot be measured',
      4: 'the check could not run, or timed out',
      130: 'interrupted',
    },
  },
  prove: {
    examples: [
      ['agent-loop prove', 'the uncommitted changes, or else what this branch adds to the main branch'],
      ['agent-loop prove main..feature -c "npm test"', 'a branch, with this check'],
      ['agent-loop prove HEAD~1..HEAD --task "fix the login" --json', 'one commit, for programs'],
    ],
    exits: {
      0: 'verified',
      1: 'not verified: the check fails, or its proof does not hold',
      2: 'wrong arguments, no such revision, nothing to prove, or no git repository',
      3: 'there is no measurable criterion, or nobody confirmed it',
      4: 'the check cannot run or cannot fail, or agent-loop itself failed',
      5: 'tampered: the check passes only because it was changed',
      8: 'no checkout can be made, or called inside a turn',
      130: 'interrupted',
    },
  },
  infer: {
    examples: [
      ['agent-loop infer "fix the failing tests"', 'for people'],
      ['agent-loop infer "fix the failing tests" --json', 'for programs'],
    ],
    exits: { 0: 'a check is proposed', ...WRONG_ARGUMENTS, 3: 'no check can be proposed; the answer says why' },
  },
  criteria: {
    examples: [
      ['agent-loop criteria "npm test passes"', 'one command'],
      ['agent-loop criteria "tests pass and lint is clean"', 'a sentence with two parts'],
    ],
    exits: { 0: 'understood', ...WRONG_ARGUMENTS, 3: 'the criterion cannot be measured' },
  },
  gate: {
    examples: [
      ['agent-loop gate doctor', "this project's own checks, as in CI"],
      ['agent-loop gate doctor "npm test"', 'one check'],
    ],
    exits: {
      0: 'every check can fail',
      ...WRONG_ARGUMENTS,
      3: 'there is no measurable check',
      4: 'a check cannot fail, or could not run',
    },
  },
  explain: {
    examples: [
      ['agent-loop explain', 'all findings, one per line'],
      ['agent-loop explain tests-gone', 'one finding'],
    ],
    exits: { 0: 'explained', 2: 'wrong arguments, or no such finding' },
  },
  waive: {
    examples: [
      [`agent-loop waive ${EXAMPLE_ID} tests-gone --reason "the feature was removed"`, 'a finding'],
      [
        `agent-loop waive ${EXAMPLE_ID} "test:adds numbers" --reason "the old result was wrong"`,
        'a test that contradicts the task',
      ],
    ],
    exits: {
      0: 'waived',
      1: 'you declined',
      2: 'wrong arguments, no such loop or finding, or no terminal',
      8: 'the loop is running',
    },
  },
  receipt: {
    examples: [
      ['agent-loop receipt', 'the receipt of the latest loop that has one'],
      ['agent-loop receipt verify receipt.json --run', 'check a receipt, and run its commands again'],
    ],
    exits: {
      0: 'shown, or accepted',
      1: 'not accepted',
      2: 'wrong arguments, no such loop, or not a receipt',
      4: 'the receipt is damaged, or its commands could not run',
    },
  },
  install: {
    examples: [
      ['agent-loop install claude-code --project --dry-run', 'show what would change'],
      ['agent-loop install claude-code --project', 'install for this project'],
    ],
    exits: { 0: 'installed', ...WRONG_ARGUMENTS, ...PERSON_ONLY },
  },
  uninstall: {
    examples: [
      ['agent-loop uninstall claude-code --project --dry-run', 'show what would change'],
      ['agent-loop uninstall claude-code --project', 'remove what install added'],
    ],
    exits: { 0: 'removed', ...WRONG_ARGUMENTS, ...PERSON_ONLY },
  },
  adopt: {
    examples: [
      ['agent-loop adopt "fix the failing tests" -c "npm test"', 'start a loop in this session'],
      [`agent-loop adopt --resume ${EXAMPLE_ID}`, 'resume a loop in this session'],
    ],
    exits: { ...LOOP_EXITS, 0: 'started, or already verified' },
  },
  route: {
    examples: [
      ['agent-loop route "keep fixing until the tests pass"', 'for people'],
      ['agent-loop route "stop the loop" --json', 'for programs'],
    ],
    exits: { 0: 'answered, even if the sentence asks for no loop', ...WRONG_ARGUMENTS },
  },
  hook: {
    examples: [
      ['agent-loop hook stop', "reads the hook's JSON on standard input, and answers in JSON"],
      ['agent-loop hook stop --host codex', 'for another assistant'],
    ],
    exits: { 0: 'answered; the answer says whether the session may stop', ...WRONG_ARGUMENTS },
  },
  mcp: {
    examples: [
      ['agent-loop mcp', 'on standard input and output'],
      ['agent-loop mcp --http 8080', 'on http://127.0.0.1:8080'],
    ],
    exits: { 0: 'the client disconnected', ...WRONG_ARGUMENTS },
  },
  blocked: {
    examples: [
      ['agent-loop blocked --reason "the API key of the test server is missing"', 'nothing more can be done'],
      [
        'agent-loop blocked --test "adds numbers" --reason "the task asks for another result"',
        'one test contradicts the task; the agent continues with the rest',
      ],
    ],
    exits: { 0: 'recorded', 2: 'wrong arguments, or not inside a turn' },
  },
  init: {
    examples: [
      ['agent-loop init', 'inspect the project, and ask before anything is written'],
      ['agent-loop init -y --agent claude', 'ask nothing'],
    ],
    exits: {
      0: 'written, or shown with --dry-run',
      2: 'wrong arguments, or there is a configuration already',
      3: 'not confirmed, or the given check cannot be measured',
      7: 'no such agent',
      ...PERSON_ONLY,
    },
  },
  doctor: {
    examples: [
      ['agent-loop doctor', 'diagnose the setup; changes nothing'],
      ['agent-loop doctor --gate', "also test whether this project's checks can fail"],
    ],
    exits: { 0: 'no problem found', ...WRONG_ARGUMENTS, 4: 'something is broken' },
  },
  agents: {
    examples: [
      ['agent-loop agents', 'for people'],
      ['agent-loop agents --json', 'for programs'],
    ],
    exits: { 0: 'listed', ...WRONG_ARGUMENTS },
  },
  notify: {
    examples: [
      ['agent-loop notify test', 'send a test message through everything that is configured'],
      ['agent-loop notify test --trust-config', "the same, and trust this project's notifications"],
    ],
    exits: {
      0: 'every message was delivered',
      1: 'a message was not delivered',
      2: 'wrong arguments, or no notifications are configured',
      3: "this project's notifications are not trusted",
      ...PERSON_ONLY,
    },
  },
  completion: {
    examples: [
      ['agent-loop completion bash', 'add to ~/.bashrc: eval "$(agent-loop completion bash)"'],
      ['agent-loop completion zsh', 'add to ~/.zshrc, after compinit: eval "$(agent-loop completion zsh)"'],
      ['agent-loop completion fish', 'save it as ~/.config/fish/conf.d/agent-loop.fish'],
    ],
    exits: { 0: 'printed', ...WRONG_ARGUMENTS },
  },
  service: {
    examples: [
      ['agent-loop service install --dry-run', 'show the file that would be written'],
      ['agent-loop service uninstall', 'remove it'],
    ],
    exits: { 0: 'done', 2: 'wrong arguments, or no service manager here', ...PERSON_ONLY },
  },
  worker: {
    examples: [
      ['agent-loop worker --slots 4', 'run up to four loops of the fleet that AGENT_LOOP_FLEET names'],
      ['agent-loop worker drain build-3', 'let that worker finish its turns and exit, for an upgrade'],
    ],
    exits: {
      0: 'stopped, or drained',
      2: 'wrong arguments, no such worker, or a package is missing',
      4: 'the database does not answer',
    },
  },
  fleet: {
    examples: [
      [`agent-loop fleet pull ${EXAMPLE_ID}`, 'put the result of a loop into this working tree'],
      ['agent-loop fleet workers', 'the workers that are alive'],
      ['agent-loop fleet limits max-cost-per-day 50', 'stop when all loops together have cost $50 today'],
    ],
    exits: {
      0: 'done; pull: the loop is verified',
      1: 'pull: the loop reached a limit',
      2: 'wrong arguments, no such loop or worker, or a package is missing',
      3: 'pull: the loop was submitted from another machine, and nobody accepted it',
      4: 'the database or git does not answer',
      5: 'pull: it is not the loop that you submitted, the receipt does not match, or its key is not trusted',
      6: 'pull: the loop is stuck or blocked',
      8: 'pull: the loop still runs, or the files here differ from those that it started with',
      9: 'pull: the loop is paused',
    },
  },
  'fleet-loop': {
    examples: [
      ['agent-loop fleet-loop', 'run by a worker, once for each loop'],
      ['agent-loop fleet-loop --help', 'this page'],
    ],
    exits: { 0: 'the loop ended', 1: 'its worker has exited' },
  },
  'fleet-watchdog': {
    examples: [
      ['agent-loop fleet-watchdog', 'run by each worker, once'],
      ['agent-loop fleet-watchdog --help', 'this page'],
    ],
    exits: { 0: 'its worker has exited' },
  },
  daemon: {
    examples: [
      ['agent-loop daemon run', 'run it in this terminal'],
      ['agent-loop daemon stop', 'stop it when no loop runs'],
    ],
    exits: { 0: 'stopped', ...WRONG_ARGUMENTS, 8: 'loops are running, another daemon runs, or called inside a turn' },
  },
}
