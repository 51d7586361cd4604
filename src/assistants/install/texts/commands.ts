import { OWN_MARK } from './skills.ts'

/** Slash commands, under every name that people know. */
export const COMMAND_NAMES = ['agent-loop', 'al', 'ralph'] as const

export const COMMAND_SUMMARY = 'Work in a loop until a measurable criterion is verified'
const ARGUMENT_HINT = '"<task>" [--completion "<criterion>"] [--loop-id ID] [--iterations N]'

const told = (name: string, words: string): string => `The person asks for a loop: \`/${name} ${words}\`

Open the skill agent-loop and follow it. Route exactly these words: run \`agent-loop route "/${name} ${words}" --json\` (quote them for the
shell). \`--completion\` is the person's criterion, so do not infer another; \`--loop-id\` names the loop; \`--iterations\` limits it.
`

/** Markdown with a header, as Claude Code, OpenCode and Copilot read it. */
export const markdownCommand = (name: string): string =>
  `---\ndescription: ${COMMAND_SUMMARY}\nargument-hint: ${JSON.stringify(ARGUMENT_HINT)}\n---\n\n<!-- ${OWN_MARK} -->\n\n${told(name, '$ARGUMENTS')}`

/** Cursor appends the typed arguments to the text of the command. */
export const plainCommand = (name: string): string =>
  `<!-- ${OWN_MARK} -->\n\n${told(name, '<what the person typed after the command>')}`

export const tomlCommand = (name: string): string =>
  `# ${OWN_MARK}\ndescription = ${JSON.stringify(COMMAND_SUMMARY)}\nprompt = '''\n${told(name, '{{args}}')}'''\n`
