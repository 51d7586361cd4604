import { PLAIN_PROGRAM, type Program } from './program.ts'

const known = (given: Partial<Program> & Pick<Program, 'program'>): Program => ({ ...PLAIN_PROGRAM, ...given })
const args = (...words: readonly string[]) => ({ args: words })

const TOKENS = { tokens: true, usd: false }
const ALL = { tokens: true, usd: true }

/**
 * The programs that we know how to call, in the order in which `auto` looks for them. Which of them were driven, and in which
 * version, is in the README; the others are called as their documentation says.
 */
export const KNOWN_AGENTS: Readonly<Record<string, Program>> = {
  claude: known({
    program: 'claude',
    speaks: 'claude',
    headless: ['-p', '--output-format', 'stream-json', '--verbose'],
    // The loop waits for rate limits itself, where it can be seen and another agent can take over.
    env: { CLAUDE_CODE_MAX_RETRIES: '2' },
    resume: ['--resume', '{session}'],
    model: ['--model', '{model}'],
    modes: {
      'auto-edit': args('--permission-mode', 'acceptEdits'),
      full: args('--dangerously-skip-permissions'),
      deny: args('--permission-mode', 'default'),
    },
    acp: ['claude-agent-acp'],
    tells: ALL,
    keeps: ['.claude', '.claude.json', '.cache/claude'],
  }),
  codex: known({
    program: 'codex',
    speaks: 'codex',
    headless: ['exec', '--json', '--skip-git-repo-check'],
    resume: ['resume', '{session}'],
    model: ['--model', '{model}'],
    modes: {
      'auto-edit': args('--sandbox', 'workspace-write'),
      full: args('--dangerously-bypass-approvals-and-sandbox'),
      deny: args('--sandbox', 'read-only'),
    },
    last: ['-'],
    acp: ['codex-acp'],
    acpModes: { full: 'agent-full-access', deny: 'read-only' },
    tells: TOKENS,
    counts: 'conversation',
    keeps: ['.codex'],
  }),
  gemini: known({
    program: 'gemini',
    speaks: 'gemini',
    headless: ['--output-format', 'stream-json', '--skip-trust'],
    resume: ['--resume', '{session}'],
    model: ['--model', '{model}'],
    modes: {
      'auto-edit': args('--approval-mode', 'auto_edit'),
      full: args('--approval-mode', 'yolo'),
      deny: args('--approval-mode', 'plan'),
    },
    acp: ['gemini', '--acp', '--skip-trust'],
    tells: TOKENS,
    keeps: ['.gemini'],
  }),
  opencode: known({
    program: 'opencode',
    speaks: 'opencode',
    headless: ['run', '--format', 'json'],
    resume: ['--session', '{session}'],
    model: ['--model', '{model}'],
    modes: {
      'auto-edit': { env: { OPENCODE_PERMISSION: '{"edit":"allow","bash":"deny"}' } },
      full: args('--auto'),
      deny: { env: { OPENCODE_PERMISSION: '{"edit":"deny","bash":"deny"}' } },
    },
    acp: ['opencode', 'acp'],
    tells: ALL,
    keeps: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
  }),
  copilot: known({
    program: 'copilot',
    speaks: 'copilot',
    headless: ['--output-format', 'json'],
    resume: ['--resume={session}'],
    model: ['--model', '{model}'],
    modes: { 'auto-edit': args('--allow-tool=write'), full: args('--allow-all'), deny: {} },
    acp: ['copilot', '--acp'],
    keeps: ['.copilot', '.cache/copilot'],
  }),
  goose: known({
    program: 'goose',
    speaks: 'goose',
    headless: ['run', '--output-format', 'stream-json', '--with-builtin', 'developer'],
    // Its reports do not name the conversation, so it gets its name from us.
    fresh: ['--name', '{new_session}'],
    resume: ['--resume', '--name', '{session}'],
    model: ['--model', '{model}'],
    modes: { 'auto-edit': null, full: { env: { GOOSE_MODE: 'auto' } }, deny: { env: { GOOSE_MODE: 'chat' } } },
    last: ['--instructions', '-'],
    acp: ['goose', 'acp', '--with-builtin', 'developer'],
    tells: ALL,
    counts: 'conversation',
    keeps: ['.config/goose', '.local/share/goose', '.local/state/goose'],
  }),
  qwen: known({
    program: 'qwen',
    speaks: 'claude',
    headless: ['--output-format', 'stream-json'],
    resume: ['--resume', '{session}'],
    model: ['--model', '{model}'],
    modes: {
      'auto-edit': args('--approval-mode', 'auto-edit'),
      full: args('--approval-mode', 'yolo'),
      deny: args('--approval-mode', 'plan'),
    },
    acp: ['qwen', '--acp'],
    tells: TOKENS,
    keeps: ['.qwen'],
  }),
  pi: known({
    program: 'pi',
    speaks: 'pi',
    headless: ['--mode', 'json', '--print'],
    resume: ['--session', '{session}'],
    model: ['--model', '{model}'],
    modes: {
      'auto-edit': args('--tools', 'read,grep,find,ls,edit,write'),
      full: {},
      deny: args('--tools', 'read,grep,find,ls'),
    },
    tells: ALL,
    keeps: ['.pi'],
  }),
  'cursor-agent': known({
    program: 'cursor-agent',
    speaks: 'claude',
    headless: ['--print', '--output-format', 'stream-json'],
    resume: ['--resume', '{session}'],
    model: ['--model', '{model}'],
    modes: { 'auto-edit': null, full: args('--force'), deny: {} },
    acp: ['cursor-agent', 'acp'],
    keeps: ['.cursor'],
  }),
  amp: known({
    program: 'amp',
    speaks: 'claude',
    headless: ['--execute', '--stream-json'],
    resume: ['threads', 'continue', '{session}'],
    modes: { 'auto-edit': null, full: args('--dangerously-allow-all'), deny: {} },
    keeps: ['.config/amp', '.local/share/amp', '.cache/amp'],
  }),
  droid: known({
    program: 'droid',
    speaks: 'droid',
    headless: ['exec', '--output-format', 'stream-json'],
    resume: ['--session-id', '{session}'],
    model: ['--model', '{model}'],
    modes: { 'auto-edit': args('--auto', 'low'), full: args('--skip-permissions-unsafe'), deny: {} },
    last: ['--file', '{prompt_file}'],
    stdin: false,
    keeps: ['.factory'],
  }),
  cline: known({
    program: 'cline',
    speaks: 'cline',
    headless: ['--json'],
    model: ['--model', '{model}'],
    modes: { 'auto-edit': null, full: args('--auto-approve', 'true'), deny: args('--plan') },
    // It takes a prompt only as an argument, so it gets a short one that leads to ours.
    last: ['Follow the instructions in the file {prompt_file}'],
    stdin: false,
    tells: TOKENS,
    acp: ['cline', '--acp'],
    keeps: ['.cline'],
  }),
  aider: known({
    program: 'aider',
    headless: ['--no-pretty', '--no-check-update', '--no-show-release-notes'],
    model: ['--model', '{model}'],
    modes: {
      'auto-edit': args('--yes-always', '--no-suggest-shell-commands'),
      full: args('--yes-always'),
      deny: args('--dry-run', '--yes-always', '--no-suggest-shell-commands'),
    },
    last: ['--message-file', '{prompt_file}'],
    stdin: false,
    keeps: ['.aider'],
  }),
  crush: known({
    program: 'crush',
    headless: ['run', '--quiet'],
    modes: { 'auto-edit': null, full: {}, deny: null },
    keeps: ['.config/crush', '.local/share/crush', '.cache/crush'],
  }),
}
