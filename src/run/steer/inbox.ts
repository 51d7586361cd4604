import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Blocked, blockedSchema } from '../../loop/blocked.ts'
import { readPlainFile } from '../../system/read-plain-file.ts'
import type { Environment } from '../../system/shell.ts'
import { cleaner } from '../clean-output.ts'

/** The folder in which an agent leaves messages for its loop. */
export const INBOX_VARIABLE = 'AGENT_LOOP_INBOX'

const LONGEST = 4_000
const MOST = 20

/** Leaves a message for the loop, from inside a turn. One file per message, so that two at once are both kept. */
export async function leaveWord(inbox: string, word: Blocked, env: Environment): Promise<void> {
  const name = `${Date.now()}-${randomBytes(4).toString('hex')}.json`
  await mkdir(inbox, { recursive: true, mode: 0o700 })
  await writeFile(join(inbox, name), JSON.stringify(cleaner(env)(word)), { mode: 0o600, flag: 'wx' })
}

/** The messages of the agent. They are data: files of another shape are ignored. */
export async function readWords(inbox: string): Promise<readonly Blocked[]> {
  const names = namesIn(inbox)
  const words: Blocked[] = []
  for (const name of names
    .filter(name => name.endsWith('.json'))
    .sort()
    .slice(0, MOST)) {
    // The agent can put a pipe or a link there.
    const text = await readPlainFile(inbox, name)
    const read = blockedSchema.safeParse(text.ok ? parsed(text.value) : null)
    if (read.success)
      words.push({ reason: read.data.reason.slice(0, LONGEST), test: read.data.test?.slice(0, LONGEST) ?? null })
  }
  return words
}

/** Usually the folder does not exist. Synchronous, because a turn waits for it. */
function namesIn(inbox: string): readonly string[] {
  try {
    return readdirSync(inbox)
  } catch {
    return []
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
