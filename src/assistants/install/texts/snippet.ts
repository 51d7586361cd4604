/** For assistants that read AGENTS.md and nothing else of ours. */
export const AGENTS_SNIPPET = `## Loops

When the person asks to repeat work until something holds ("ralph this: …", "keep fixing until the tests pass", "loop until coverage > 80%",
"fix until green", "al: …"), do not decide yourself when it is done:

1. \`agent-loop route "<what the person said>" --json\` says what is asked for; \`route: none\` means: answer as usual.
2. No criterion given: \`agent-loop infer "<task>"\`; show it, and ask when it wants a person's yes.
3. Work in small pieces here. After each, \`agent-loop verify "<criterion>"\`: exit 0 is done, anything else is what to do next.
4. Only for the words external, background, daemon, detached, unattended, crash recovery, attach or resume later:
   \`agent-loop start "<task>" -c "<criterion>"\`.

Never weaken, skip or delete a check to make it pass.
`
