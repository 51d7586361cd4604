import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Blocked, blockedSchema } from '../../loop/blocked.ts'

/** Where the agent of a turn leaves word for its loop. */
export const INBOX_VARIABLE = 'AGENT_LOOP_INBOX'

const LONGEST = 4_000
const MOST = 20

/** Leaves word for the loop, from inside a turn. Files of their own, so that two at once are two. */
export async function leaveWord(inbox: string, word: Blocked, name: string): Promise<void> {
  await mkdir(inbox, { recursive: true, mode: 0o700 })
  await writeFile(join(inbox, `${name}.json`), JSON.stringify(word), { mode: 0o600, flag: 'wx' })
}

/** What was left there. It comes from the agent, so it is data: what does not look like word is passed over. */
export async function readWords(inbox: string): Promise<readonly Blocked[]> {
  const names = namesIn(inbox)
  const words: Blocked[] = []
  for (const name of names
    .filter(name => name.endsWith('.json'))
    .sort()
    .slice(0, MOST)) {
    const text = await readFile(join(inbox, name), 'utf8').catch(() => '')
    const read = blockedSchema.safeParse(parsed(text))
    if (read.success)
      words.push({ reason: read.data.reason.slice(0, LONGEST), test: read.data.test?.slice(0, LONGEST) ?? null })
  }
  return words
}

/** There mostly is no such folder, and a turn waits for this. */
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
