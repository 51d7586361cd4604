import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { parseDuration } from '../std/duration.ts'
import { issueWords } from '../std/issue-words.ts'
import type { UsageError } from '../std/usage-error.ts'
import { agentProblem } from './problems.ts'

const step = z.union([
  z.strictObject({ say: z.string() }),
  z.strictObject({ write: z.strictObject({ file: z.string(), text: z.string() }) }),
  z.strictObject({ edit: z.strictObject({ file: z.string(), find: z.string(), replace: z.string() }) }),
  z.strictObject({ remove: z.string() }),
  z.strictObject({ run: z.string() }),
  z.strictObject({ sleep: z.string().check(z.refine(text => parseDuration(text).ok, 'write 500ms, 2s, 1m')) }),
  z.strictObject({ crash: z.int().check(z.minimum(1), z.maximum(255)) }),
  z.strictObject({ claim: z.boolean() }),
  z.strictObject({ ask: z.string() }),
  z.strictObject({ usage: z.strictObject({ tokens: z.optional(z.number()), usd: z.optional(z.number()) }) }),
  z.strictObject({ session: z.string() }),
  z.strictObject({
    rate_limit: z.string().check(z.refine(text => parseDuration(text).ok, 'write 500ms, 2s, 1m')),
  }),
  z.strictObject({
    tool: z.strictObject({ name: z.string(), is_error: z.optional(z.boolean()), content: z.unknown() }),
  }),
])

const script = z.strictObject({ turns: z.array(z.array(step)).check(z.minLength(1)) })

export type ScriptStep = z.infer<typeof step>
export type AgentScript = z.infer<typeof script>

/** Reads the turns of a scripted agent. An invalid file is a usage error. */
export async function readScript(path: string): Promise<AgentScript> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw agentProblem('no-agent-script', { path })
  return parseScript(text, path)
}

export function parseScript(text: string, path: string): AgentScript {
  const read = script.safeParse(parsedYaml(text, path))
  if (read.success) return read.data
  throw bad(path, issueWords(read.error.issues, 'it'))
}

function parsedYaml(text: string, path: string): unknown {
  try {
    // Its warnings would print parts of the file as they are.
    return parse(text, { logLevel: 'error' })
  } catch (error) {
    throw bad(path, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

const bad = (path: string, what: string): UsageError => agentProblem('agent-script-invalid', { path, what })
