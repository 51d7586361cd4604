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
    exits: { 0: 'answered, also when no loop is meant', ...WRONG_ARGUMENTS },
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
  doctor: {
    examples: [
      ['agent-loop doctor', 'look at the setup; changes nothing'],
      ['agent-loop doctor --gate', "also find out whether this project's checks can fail"],
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
  service: {
    examples: [
      ['agent-loop service install --dry-run', 'show the file that would be written'],
      ['agent-loop service uninstall', 'remove it'],
    ],
    exits: { 0: 'done', 2: 'wrong arguments, or no service manager here', ...PERSON_ONLY },
  },
  daemon: {
    examples: [
      ['agent-loop daemon run', 'run it in this terminal'],
      ['agent-loop daemon stop', 'stop it when no loop runs'],
    ],
    exits: { 0: 'stopped', ...WRONG_ARGUMENTS, 8: 'loops are running, another daemon runs, or called inside a turn' },
  },
}
