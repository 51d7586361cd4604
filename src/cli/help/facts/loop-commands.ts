import {
  EXAMPLE_ID,
  type FactsTable,
  LOOP_EXITS,
  PERSON_ONLY,
  RECORDS_BROKEN,
  START_EXITS,
  WRONG_ARGUMENTS,
  WRONG_LOOP,
} from './facts.ts'

/** Commands that start, show, and steer loops. */
export const LOOP_COMMANDS: FactsTable = {
  run: {
    examples: [
      [
        'agent-loop run "fix the failing tests" --agent claude',
        'infer the check, and confirm it before the first turn',
      ],
      [
        'agent-loop run "fix the login bug" -c "npm test" --agent claude --max-cost 5',
        'use this check, and spend at most $5',
      ],
    ],
    exits: LOOP_EXITS,
  },
  plan: {
    examples: [
      ['agent-loop plan PLAN.md --dry-run', 'show tasks, criteria, and order; starts nothing'],
      ['agent-loop plan run PLAN.md --jobs 3 --agent claude', 'run three loops at once, and merge verified results'],
      ['gh issue list --json title,body | agent-loop plan -', 'issues as tasks'],
    ],
    exits: {
      ...START_EXITS,
      0: 'every task is merged, or the plan is shown',
      1: 'a limit of the plan was reached',
      3: 'a task cannot be measured, or nobody agreed to the plan',
      5: 'tampered: git would run a program that was not configured when the plan began',
      6: 'some tasks need a person',
      8: 'the target has uncommitted changes, or the plan is already running',
      9: 'paused',
      130: 'interrupted',
    },
  },
  start: {
    examples: [
      ['agent-loop start "fix the failing tests" -c "npm test" --agent claude', 'run in the background'],
      [
        'agent-loop start "fix lint" -c "npm run lint" --agent claude --worktree',
        'work in a separate worktree; you can keep working in this one',
      ],
    ],
    exits: { ...START_EXITS, 0: 'started' },
  },
  status: {
    examples: [
      ['agent-loop status', 'the active loops, or the latest one that ended'],
      [`agent-loop status ${EXAMPLE_ID}`, 'one loop'],
    ],
    exits: { 0: 'shown', ...WRONG_LOOP },
  },
  resume: {
    examples: [
      ['agent-loop resume', 'resume the latest loop'],
      ['agent-loop resume --max-iterations 20', 'raise the limit that ended it'],
    ],
    exits: { ...LOOP_EXITS, 2: 'wrong arguments, no such loop, or it cannot be resumed' },
  },
  demo: {
    examples: [
      ['agent-loop demo', 'run the demo'],
      ['agent-loop demo --json', 'one JSON event per line, as run --json prints them'],
    ],
    exits: LOOP_EXITS,
  },
  list: {
    examples: [
      ['agent-loop list', 'active loops, then those that ended recently'],
      ['agent-loop list --archived', 'every loop that has ended'],
    ],
    exits: { 0: 'listed', ...WRONG_ARGUMENTS },
  },
  ui: {
    examples: [
      ['agent-loop ui --open', 'open the page in the browser'],
      ['agent-loop ui --port 4400', 'print its link, always with the same port'],
    ],
    exits: { 0: 'ended with Ctrl-C', 2: 'wrong arguments, or the port is taken', ...PERSON_ONLY },
  },
  attach: {
    examples: [
      ['agent-loop attach', 'watch the latest loop'],
      [`agent-loop attach ${EXAMPLE_ID}`, 'watch this loop'],
    ],
    exits: { ...LOOP_EXITS, 0: 'verified, no longer running, or you left with Ctrl-C', ...WRONG_LOOP },
  },
  logs: {
    examples: [
      ['agent-loop logs -f', 'follow what the agent of the latest loop prints'],
      [`agent-loop logs ${EXAMPLE_ID} --iteration 2 --verify`, 'what the check printed after turn 2'],
    ],
    exits: { 0: 'printed', ...WRONG_LOOP, ...RECORDS_BROKEN },
  },
  tell: {
    examples: [
      ['agent-loop tell "look at the parser first"', 'the only active loop'],
      [`agent-loop tell ${EXAMPLE_ID} "look at the parser first"`, 'this loop'],
    ],
    exits: {
      0: 'the hint is queued',
      2: 'wrong arguments, no such loop, or it has ended',
      ...RECORDS_BROKEN,
      ...PERSON_ONLY,
    },
  },
  pause: {
    examples: [
      ['agent-loop pause', 'the only active loop'],
      [`agent-loop pause ${EXAMPLE_ID}`, 'this loop'],
    ],
    exits: {
      0: 'paused, or pauses after this turn',
      2: 'wrong arguments, no such loop, or it has ended',
      ...RECORDS_BROKEN,
      ...PERSON_ONLY,
    },
  },
  abort: {
    examples: [
      ['agent-loop abort', 'the only active loop; its changes stay'],
      [`agent-loop abort ${EXAMPLE_ID} --revert`, 'also restore the files from before the loop'],
    ],
    exits: {
      0: 'aborted',
      2: 'wrong arguments, no such loop, or it has already ended',
      4: 'not everything could be restored',
      8: 'the loop has not confirmed yet, the tree changed since the last turn, or called inside a turn',
    },
  },
  diff: {
    examples: [
      ['agent-loop diff --stat', 'how much the latest loop changed in each file'],
      [`agent-loop diff ${EXAMPLE_ID} 1..3`, 'the changes from the end of turn 1 to the end of turn 3'],
    ],
    exits: { 0: 'shown', ...WRONG_LOOP, ...RECORDS_BROKEN },
  },
  report: {
    examples: [
      ['agent-loop report', 'the latest loop, as Markdown'],
      [`agent-loop report ${EXAMPLE_ID} --format html --output report.html`, 'one HTML file without scripts'],
      ['agent-loop report --format github', 'add it to the summary of a GitHub Actions job'],
    ],
    exits: { 0: 'written', ...WRONG_LOOP, ...RECORDS_BROKEN },
  },
  merge: {
    examples: [
      ['agent-loop merge', 'the only loop that can be merged'],
      [`agent-loop merge ${EXAMPLE_ID}`, 'this loop'],
    ],
    exits: {
      0: 'merged',
      1: 'the check fails on the current branch',
      2: 'wrong arguments, no such loop, or nothing to merge',
      4: 'git failed, or the check could not run',
      5: 'git would run a program that the loop added, or the check was tampered with',
      6: 'the work conflicts with the branch',
      8: 'another loop works in one of the trees, files are in the way, or called inside a turn',
      130: 'aborted',
    },
  },
  fork: {
    examples: [
      [`agent-loop fork ${EXAMPLE_ID} --from 3`, 'continue from the files of turn 3, in a new worktree'],
      [`agent-loop fork ${EXAMPLE_ID} --agent codex`, 'let another agent continue from the best turn'],
    ],
    exits: { ...LOOP_EXITS, 2: 'wrong arguments, no such loop, or that turn is not stored' },
  },
  restore: {
    examples: [
      [`agent-loop restore ${EXAMPLE_ID} start`, 'the files as they were before the loop'],
      [`agent-loop restore ${EXAMPLE_ID} 2 --path src/parser.ts`, 'one file as it was after turn 2'],
    ],
    exits: {
      0: 'restored',
      ...WRONG_LOOP,
      4: 'some files could not be restored',
      8: 'the tree changed since the last turn, another loop works in it, or called inside a turn',
    },
  },
  history: {
    examples: [
      ['agent-loop history', 'the last 30 days, over all projects'],
      ['agent-loop history --since 7d --json', 'for programs'],
    ],
    exits: { 0: 'shown', ...WRONG_ARGUMENTS },
  },
  reflections: {
    examples: [
      ['agent-loop reflections', 'lessons from earlier loops'],
      ['agent-loop reflections patterns', 'recurring lessons'],
    ],
    exits: { 0: 'shown, or cleared', ...WRONG_ARGUMENTS, 3: 'clear was not confirmed' },
  },
  clean: {
    examples: [
      ['agent-loop clean', 'show what would be removed; removes nothing'],
      ['agent-loop clean --yes --older-than 7d', 'remove it, with snapshots of loops that ended over 7 days ago'],
    ],
    exits: {
      0: 'shown, or removed',
      ...WRONG_LOOP,
      4: 'something could not be removed',
      8: 'a loop still runs, or called inside a turn',
    },
  },
}
