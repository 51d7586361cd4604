import { OWN_MARK } from './skills.ts'

export const VERIFIER_NAME = 'agent-loop-verifier'

const DESCRIPTION =
  'Runs a completion criterion once with agent-loop and reports what it found. Use it to check work without filling this conversation; it changes nothing.'

const BODY = `You check whether work is done. You change no file and fix nothing.

1. Run \`agent-loop verify "<criterion>" --json\` with exactly the criterion that you were given.
2. Report, in at most fifteen lines: verified or not, the command and its exit code, the first failures with file and line, and the
   learnings that it printed.
3. Exit 3: it cannot be measured; say why, and what the output suggests. Exit 4: it could not be run; say what is missing.

Only the result of the command counts. Never call something verified because it looks right, and never run another command instead.
`

interface Header {
  readonly [key: string]: string
}

const markdown = (header: Header): string =>
  `---\n${Object.entries({ name: VERIFIER_NAME, description: JSON.stringify(DESCRIPTION), ...header })
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\n---\n\n<!-- ${OWN_MARK} -->\n\n${BODY}`

/** A small model is enough: it runs one command and reads the answer. */
export const VERIFIERS = {
  'claude-code': markdown({ tools: 'Bash, Read, Glob', model: 'haiku' }),
  gemini: markdown({ kind: 'local', tools: '["run_shell_command", "read_file", "glob"]', model: 'gemini-2.5-flash' }),
  cursor: markdown({ model: 'fast', readonly: 'false' }),
  copilot: markdown({ tools: '["execute", "read", "search"]' }),
  opencode: markdown({ mode: 'subagent', tools: '{ write: false, edit: false }' }),
  codex: `# ${OWN_MARK}\nname = "${VERIFIER_NAME}"\ndescription = ${JSON.stringify(DESCRIPTION)}\nmodel_reasoning_effort = "low"\ndeveloper_instructions = '''\n${BODY}'''\n`,
} as const
