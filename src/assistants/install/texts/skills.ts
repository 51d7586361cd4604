interface Skill {
  readonly name: string
  /** When an assistant should open it. */
  readonly description: string
  readonly body: string
}

/** Marks files that belong to agent-loop entirely. They may be rewritten and removed. */
export const OWN_MARK = 'Written by agent-loop install; removed by agent-loop uninstall.'

export const skillFile = ({ name, description, body }: Skill): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n<!-- ${OWN_MARK} -->\n\n${body.trim()}\n`

const ASKING = `Use this assistant's question tool if it has one (\`AskUserQuestion\` in Claude Code), with the given options. Otherwise ask in plain text, with numbered options. Ask once.`

const agentLoop: Skill = {
  name: 'agent-loop',
  description:
    'Runs work in a loop until a measurable criterion is verified. Use when the person says "ralph this", "ralph it", "al:", "agent-loop", "keep trying/fixing until X", "loop/iterate until X", "run until passes", "fix until green", "address all issues", or gives an iteration bound such as --iterations 200.',
  body: `# A loop that ends when the work is proven done

The person wants work to be repeated until a measurable criterion passes. You do the work; \`agent-loop\` decides whether it is done.

## 1. Understand the request

Run \`route\` with the person's own words. If the words refer to something said earlier ("ralph it", "keep trying"), write that into a file:

\`\`\`sh
agent-loop route "<what the person said>" --json [--context-file <file>]
\`\`\`

| \`route\` | do |
| --- | --- |
| \`none\` | no loop; answer as usual. With \`control\`: \`agent-loop <action> <loop_id>\` (omit the id for "latest") |
| \`ask\` | ask \`ask.question\` with \`ask.options\`, then repeat step 1 with the answer. ${ASKING} |
| \`native-goal\` | adopt the loop (2), then set the goal: call the goal tool if you have one. Otherwise print \`goal_command\` exactly as it is, for the person to enter. Do not run a second loop |
| \`in-session\` | adopt the loop (2) and work visibly here (3) |
| \`external\` | run the loop outside this session: see the skill agent-loop-ext. Only this route does that |

If \`control\` comes together with a task, run the control command first. Follow the route to its end: do not do the work just once and stop.

## 2. Adopt the loop

\`\`\`sh
agent-loop adopt "<task>" -c "<completion>" [--max-iterations N] [--timeout 90m] [--loop-id ID]
\`\`\`

If the person gave no criterion, omit \`-c\`: agent-loop infers one (skill infer-completion-criteria). If the criterion cannot be measured ("no
errors"), omit it too, and give the person's whole sentence as the task. If a person must confirm the criterion, show it and start only
after they confirm. From then on, the Stop hook of this session checks every turn.

## 3. Work

Take the next small piece, change it, run the relevant check, and continue with what is still missing. When you stop, agent-loop runs the
criterion itself, and its answer is your next task. Never weaken, skip, or delete a check to make it pass: agent-loop detects it and ends
the loop as tampered. If you cannot continue honestly, run \`agent-loop blocked --reason "…"\`.

Never start a background process, a detached session, or a daemon unless the request asks for one explicitly.

## When \`agent-loop\` is not installed

Tell the person how to install it: run \`npm install -g .\` in a clone of its repository. Do not install a package of that name from a registry. Until then, choose the criterion from this table, ask the person to confirm it, and
run it yourself after every change. The table covers only npm projects and is a last resort.

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

It reads the task, the project's documents, manifests, CI, and \`.aiwg/\`, runs nothing, and prints \`proposed_completion\` or \`refused\`.

- The person gave a criterion: use it and do not infer another. \`agent-loop criteria "<text>"\` shows how it is understood.
- \`needs_human_confirmation: false\`: show the criterion and its evidence briefly, and continue.
- \`needs_human_confirmation: true\`: show \`criterion\`, \`verification_command\`, \`rationale\`, and \`warnings\`, and ask: proceed, no, or edit. ${ASKING}
- \`refused\`: explain \`because\`, offer \`try\`, and ask for a command. Never make up a criterion, and never accept "it looks good".
`,
}

const ralph: Skill = {
  name: 'ralph',
  description:
    'The older name of agent-loop. Use when the person says "ralph this: …", "ralph: …" or "ralph it" without words such as external, background or daemon.',
  body: `# ralph

The same as the skill agent-loop: run \`agent-loop route "<what the person said>" --json\` and do what its \`route\` says. On its own,
\`ralph\` never means a background process.
`,
}

const external: Skill = {
  name: 'agent-loop-ext',
  description:
    'Runs a loop outside this session, in the background, surviving crashes and the end of the session. Use only when the person explicitly asks for external, background, daemon, detached, crash-resilient or unattended execution, to attach or resume later, or names agent-loop-ext, ralph-external or the ralph daemon.',
  body: `# A loop in the background

\`\`\`sh
agent-loop start "<task>" -c "<completion>" [--max-iterations N] [--timeout 2h] [--max-cost USD] [--loop-id ID] --json
\`\`\`

Give the person the loop's id and the status, log, attach, and abort commands that it prints. Exit 8: no slot is free; show the printed
list and ask which loop to abort. Exit 3: the criterion is missing or needs confirmation; see the skill
infer-completion-criteria. Do not wait for the loop, and do not work in the same tree meanwhile.
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
    'Shows loops and their state. Use when the person asks how a loop is doing, whether it still runs, or for all loops.',
    'Run `agent-loop status [loop-id] [--all]` and summarize its output: which turn, what is missing, how the loop ended. It starts nothing.',
  ),
  steering(
    'resume',
    'Resumes a loop that was interrupted, paused, or ended at a limit. Use when the person wants a loop to continue.',
    'Run `agent-loop resume <loop-id>`, or `agent-loop adopt --resume <loop-id>` for a loop of this session. If the loop ended at a limit, the command names the flag that\nraises it. Ask the person before you raise one.',
  ),
  steering(
    'abort',
    'Ends a loop. Use when the person wants a loop stopped, canceled, or aborted.',
    'Run `agent-loop abort [loop-id]`. Add `--revert` only if the person wants the original files back. If several loops run and it is not clear\nwhich one the person means, show them and ask.',
  ),
]
