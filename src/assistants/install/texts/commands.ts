import { OWN_MARK } from './skills.ts'

/** Slash commands, under each name that people know. */
export const COMMAND_NAMES = ['agent-loop', 'al', 'ralph'] as const

export const COMMAND_SUMMARY = 'Work in a loop until a measurable criterion is verified'
const ARGUMENT_HINT = '"<task>" [--completion "<criterion>"] [--loop-id ID] [--iterations N]'

const told = (name: string, words: string): string => `The person asks for a loop: \`/${name} ${words}\`

Open the skill agent-loop and follow it. Route exactly these words: run \`agent-loop route "/${name} ${words}" --json\` (quote them for the
shell). \`--completion\` is the person's criterion and is not inferred again; \`--loop-id\` names the loop; \`--iterations\` bounds it.
`

/** Markdown with a header, as Claude Code, OpenCode and Copilot read it. */
export const markdownCommand = (name: string): string =>
  `---\ndescription: ${COMMAND_SUMMARY}\nargument-hint: ${JSON.stringify(ARGUMENT_HINT)}\n---\n\n<!-- ${OWN_MARK} -->\n\n${told(name, '$ARGUMENTS')}`

/** Cursor passes what is typed behind a command along with its text. */
export const plainCommand = (name: string): string =>
  `<!-- ${OWN_MARK} -->\n\n${told(name, '<what the person typed behind the command>')}`

export const tomlCommand = (name: string): string =>
  `# ${OWN_MARK}\ndescription = ${JSON.stringify(COMMAND_SUMMARY)}\nprompt = '''\n${told(name, '{{args}}')}'''\n`
