import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { LONGEST_QUESTION } from './envelope.ts'

/*
 * To call a daemon takes a hook longer than a daemon takes to begin: Node has to load its sockets. So the question is left in a file
 * first, and the daemon is at work when the call comes that fetches the answer. Whoever removes the file has the question, once.
 */

const fileOf = (folder: string, word: string): string => join(folder, `${word}.json`)

/** Leaves a question. Where that cannot be done nothing is lost but time, for the call asks the same. */
export function leaveKnock(folder: string, word: string, question: string): void {
  try {
    writeFileSync(fileOf(folder, word), question, { mode: 0o600 })
  } catch {
    // Nobody listens there.
  }
}

/** Whether the question was still there: nobody acts on it from now on. */
export function takeKnock(folder: string, word: string): boolean {
  try {
    unlinkSync(fileOf(folder, word))
    return true
  } catch {
    return false
  }
}

/** Hears questions that are left in that folder, until it is told not to. What was left for somebody before us is too old. */
export function hearKnocks(folder: string, hear: (question: string) => void): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // What a link leads to is somebody else's, and nothing there is ours to remove.
    if (!lstatSync(folder).isDirectory()) return () => {}
    for (const word of readdirSync(folder).map(wordIn)) if (word !== undefined) takeKnock(folder, word)
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      const word = wordIn(name ?? '')
      const question = word === undefined ? null : wholeQuestion(folder, word)
      if (word !== undefined && question !== null && takeKnock(folder, word)) hear(question)
    })
    watcher.on('error', () => {})
    return () => watcher.close()
  } catch {
    // Too many watchers, or a system without: then everything waits for the call.
    return () => {}
  }
}

const wordIn = (name: string): string | undefined => /^(.*)\.json$/.exec(name)?.[1]

/** A pipe, or a link to one, would have its reader wait for ever. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** Null while it is being written, the rest is told of too; and for what is no question at all. */
function wholeQuestion(folder: string, word: string): string | null {
  try {
    const file = openSync(fileOf(folder, word), AT_ONCE)
    try {
      const there = fstatSync(file)
      const text = there.isFile() && there.size <= LONGEST_QUESTION ? readFileSync(file, 'utf8') : ''
      return text.endsWith('\n') ? text : null
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
