/**
 * A plugin for OpenCode, which has no hook that can hold a turn back: when a session falls idle it asks us, and what we answer is the
 * session's next prompt. `program` is how we are started there.
 */
export const openCodePlugin = (
  program: readonly string[],
): string => `// Written by agent-loop; removed by agent-loop uninstall opencode.
import { spawn } from "node:child_process"

const program = ${JSON.stringify(program)}

/** Asks agent-loop whether the session may stop. A failure of agent-loop never blocks the session. */
const ask = (payload, cwd) =>
  new Promise(resolve => {
    const child = spawn(program[0], [...program.slice(1), "hook", "stop", "--host", "opencode"], {
      cwd,
      stdio: ["pipe", "pipe", "ignore"],
    })
    let out = ""
    child.stdout.on("data", chunk => (out += chunk))
    child.stdin.on("error", () => {})
    child.on("error", () => resolve({}))
    child.on("close", () => {
      try {
        resolve(JSON.parse(out))
      } catch {
        resolve({})
      }
    })
    child.stdin.end(JSON.stringify(payload))
  })

export const AgentLoop = async ({ client, directory }) => {
  const brokenOff = new Set()
  const lastWords = async id => {
    const { data = [] } = await client.session.messages({ path: { id } })
    const last = data.filter(({ info }) => info.role === "assistant").at(-1)
    return (last?.parts ?? []).filter(part => part.type === "text").map(part => part.text).join("\\n")
  }
  return {
    "shell.env": async (input, output) => {
      if (input.sessionID) output.env.${'AGENT_LOOP_SESSION'} = input.sessionID
    },
    event: async ({ event }) => {
      const session = event.properties?.sessionID
      if (event.type === "session.error" && event.properties?.error?.name === "MessageAbortedError") brokenOff.add(session)
      if (event.type !== "session.idle" || !session) return
      if (brokenOff.delete(session)) return
      const answer = await lastWords(session).catch(() => "")
      const verdict = await ask({ sessionID: session, cwd: directory, last_assistant_message: answer }, directory)
      if (verdict.decision === "block")
        await client.session.prompt({ path: { id: session }, body: { parts: [{ type: "text", text: verdict.reason }] } })
      else if (verdict.systemMessage)
        await client.tui.showToast({ body: { message: verdict.systemMessage, variant: "info" } }).catch(() => {})
    },
  }
}
`
