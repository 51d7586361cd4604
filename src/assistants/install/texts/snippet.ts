/** For assistants that read only AGENTS.md. */
export const AGENTS_SNIPPET = `## Loops

When the person asks to repeat work until a condition is met ("ralph this: …", "keep fixing until the tests pass", "loop until coverage > 80%",
"fix until green", "al: …"), do not decide yourself when it is done:

1. \`agent-loop route "<what the person said>" --json\` says what the person asks for; \`route: none\` means: answer as usual.
2. No criterion given: \`agent-loop infer "<task>"\`; show it, and ask when it needs confirmation.
3. Work in small steps here. After each, run \`agent-loop verify "<criterion>"\`: exit 0 means done, otherwise fix what it reports.
4. Only if the person says external, background, daemon, detached, unattended, crash recovery, attach, or resume later:
   \`agent-loop start "<task>" -c "<criterion>"\`.

Never weaken, skip, or delete a check to make it pass.
`
