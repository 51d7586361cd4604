interface Skill {
  readonly name: string
  /** When an assistant should open it. */
  readonly description: string
  readonly body: string
}

/** Stands in every file that is all ours: what bears it may be rewritten and removed. */
export const OWN_MARK = 'Written by agent-loop install; removed by agent-loop uninstall.'

export const skillFile = ({ name, description, body }: Skill): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n<!-- ${OWN_MARK} -->\n\n${body.trim()}\n`

const ASKING = `Ask with the question tool of this assistant where it has one, with its options as given; otherwise in plain text, numbered. Ask once.`

const agentLoop: Skill = {
  name: 'agent-loop',
  description:
    'Runs work in a loop until a measurable criterion is verified. Use when the person says "ralph this", "ralph it", "al:", "agent-loop", "keep trying/fixing until X", "loop/iterate until X", "run until passes", "fix until green", "address all issues", or gives an iteration bound such as --iterations 200.',
  body: `# A loop that ends when the work is proven done

The person asks for work that is repeated until something measurable holds. You do the work; \`agent-loop\` decides whether it is done.

## 1. Understand the request

Run it with the person's own words, and write what was said before into a file where the words refer to it ("ralph it", "keep trying"):

\`\`\`sh
agent-loop route "<what the person said>" --json [--context-file <file>]
\`\`\`

| \`route\` | do |
| --- | --- |
| \`none\` | nothing of this; answer as usual. With \`control\`: \`agent-loop <action> <loop_id>\` (leave the id out for "latest") |
| \`ask\` | ask \`ask.question\` with \`ask.options\`, then begin at 1 with the answer. ${ASKING} |
| \`native-goal\` | adopt the loop (2), then set the goal: call the goal tool if you have one, else print \`goal_command\` exactly, for the person to enter. Do not loop beside it |
| \`in-session\` | adopt the loop (2) and work visibly here (3) |
| \`external\` | only here something runs outside of this session: see the skill agent-loop-ext |

If \`control\` is given beside a task, do the control first. A request that was routed is handled to its end; do not fall back to doing it once.

## 2. Adopt the loop

\`\`\`sh
agent-loop adopt "<task>" -c "<completion>" [--max-iterations N] [--timeout 90m] [--loop-id ID]
\`\`\`

Without a completion leave \`-c\` out: the criterion is inferred (skill infer-completion-criteria). What needs a person's yes is shown to the
person, and started only after it. From then on the Stop hook of this session checks every turn.

## 3. Work

Take the next bounded piece, change it, run the relevant check, go on with what is still missing. When you stop, the gate runs the
criterion itself; what it answers is your next task. Never weaken, skip or delete a check to get there: that is found, and ends the loop as
tampered. When you cannot go on honestly: \`agent-loop blocked --reason "…"\`.

Never start a background process, a detached session or a daemon for a request that did not ask for one in so many words.

## When \`agent-loop\` is not installed

Say so, and how to get it: \`npm install -g agent-loop\`. Until then choose the criterion from this table, ask for a yes, and run it yourself
after every change. It knows only npm projects and is a last resort.

| the task says | done when |
| --- | --- |
| fix tests | \`npm test\` passes |
| fix lint | \`npm run lint\` passes |
| fix types, fix TypeScript | \`npx tsc --noEmit\` passes |
| fix build | \`npm run build\` succeeds |
| add tests | the coverage is higher than before |
| migrate to ESM | \`node\` runs it without errors |
| refactor | \`npm test\` still passes |
`,
}

const infer: Skill = {
  name: 'infer-completion-criteria',
  description:
    'Finds out which command would prove a task done in this project, with evidence, or refuses. Use before a loop when the person did not say what "done" means, or to preview the criterion.',
  body: `# What "done" means here

\`\`\`sh
agent-loop infer "<task>"
\`\`\`

It reads the task, the project's documents, manifests, CI and \`.aiwg/\`, runs nothing, and prints \`proposed_completion\` or \`refused\`.

- The person gave a criterion: do not infer; their word is authoritative. \`agent-loop criteria "<text>"\` shows how it is understood.
- \`needs_human_confirmation: false\`: show criterion and evidence in short, go on.
- \`needs_human_confirmation: true\`: show \`criterion\`, \`verification_command\`, \`rationale\` and \`warnings\`, and ask: proceed, no, or edit. ${ASKING}
- \`refused\`: tell \`because\`, offer \`try\`, ask for a command. Never make up a criterion, and never accept "it looks good".
`,
}

const ralph: Skill = {
  name: 'ralph',
  description:
    'The older name of agent-loop. Use when the person says "ralph this: …", "ralph: …" or "ralph it" without words such as external, background or daemon.',
  body: `# ralph

The same as the skill agent-loop: run \`agent-loop route "<what the person said>" --json\` and do what its \`route\` says. \`ralph\` alone never
means a background process.
`,
}

const external: Skill = {
  name: 'agent-loop-ext',
  description:
    'Runs a loop outside of this session, in the background, surviving crashes and the end of the session. Use only when the person asks in so many words for external, background, daemon, detached, crash-resilient or unattended execution, to attach or resume later, or names agent-loop-ext, ralph-external or the ralph daemon.',
  body: `# A loop in the background

\`\`\`sh
agent-loop start "<task>" -c "<completion>" [--max-iterations N] [--timeout 2h] [--max-cost USD] [--loop-id ID] --json
\`\`\`

Give the person the loop's id and the status, log, attach and abort commands that it prints. Exit 8: as many loops run as may; show the
list that was printed and ask which one to abort. Exit 3: the criterion is missing or needs a yes; see the skill
infer-completion-criteria. Do not wait for the loop, and do not work on the same tree meanwhile.
`,
}

const steering = (name: 'status' | 'resume' | 'abort', use: string, body: string): Skill => ({
  name: `ralph-${name}`,
  description: use,
  body: `# ralph-${name}\n\n${body}\n`,
})

export const SKILLS: readonly Skill[] = [
  agentLoop,
  infer,
  ralph,
  external,
  steering(
    'status',
    'Shows loops and where they stand. Use when the person asks how a loop is doing, whether it still runs, or for all loops.',
    '`agent-loop status [loop-id] [--all]` and tell it in short: which turn, what is missing, how it ended. It starts nothing.',
  ),
  steering(
    'resume',
    'Takes up a loop that was interrupted, paused or ended on a limit. Use when the person wants a loop to go on.',
    '`agent-loop resume <loop-id>`; for a loop of this session `agent-loop adopt --resume <loop-id>`. When a limit was reached it says which flag\ngives more; ask before raising one.',
  ),
  steering(
    'abort',
    'Ends a loop. Use when the person wants a loop stopped, cancelled or aborted.',
    '`agent-loop abort [loop-id]`, with `--revert` only when the person wants the files back as they were. If several run and it is not clear\nwhich one is meant, show them and ask.',
  ),
]
