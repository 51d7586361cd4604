import { extname } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { readJsonLines, readJsonList, readYamlList } from './document-list.ts'
import { readMarkdownList } from './markdown-list.ts'
import type { TaskList } from './task-list.ts'

const MOST_TASKS = 1000
const MOST_CHARACTERS = 4_000_000

/** Reads a list of tasks. `name`: its file name; null for standard input. The error completes "the file …". */
export function readList(text: string, name: string | null): Result<TaskList, string> {
  if (text.length > MOST_CHARACTERS) return fail('is too large for a list of tasks')
  const list = readerFor(text, name)(text.replace(/^\uFEFF/, ''))
  if (!list.ok) return list
  if (list.value.tasks.length === 0) return fail('has no tasks')
  return list.value.tasks.length > MOST_TASKS ? fail(`has more than ${MOST_TASKS} tasks`) : list
}

type Reader = (text: string) => Result<TaskList, string>

const READERS: Readonly<Record<string, Reader>> = {
  '.json': text => readJsonList(text),
  '.jsonc': text => readJsonList(text),
  '.jsonl': text => readJsonLines(text),
  '.ndjson': text => readJsonLines(text),
  '.yaml': text => readYamlList(text),
  '.yml': text => readYamlList(text),
  '.md': text => ok(readMarkdownList(text)),
  '.markdown': text => ok(readMarkdownList(text)),
}

/** By the ending of the name; without a known one, by the content. */
function readerFor(text: string, name: string | null): Reader {
  const known = READERS[extname(name ?? '').toLowerCase()]
  if (known) return known
  const start = text.trimStart()
  if (start.startsWith('[')) return isBox(start) ? markdown : readJsonList
  if (start.startsWith('{')) return isOneDocument(start) ? readJsonList : readJsonLines
  return /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]/m.test(text) ? markdown : readYamlList
}

const markdown: Reader = text => ok(readMarkdownList(text))

const isBox = (start: string): boolean => /^\[[ xX]\]\s/.test(start)

function isOneDocument(text: string): boolean {
  try {
    JSON.parse(text)
    return recordsLikely(text)
  } catch {
    return text.split('\n').filter(line => line.trim() !== '').length > 1 && !isObjectPerLine(text)
  }
}

/** A single issue on one line is a list of one, and no document with a list. */
const recordsLikely = (text: string): boolean => /"(?:userStories|features|tasks|stories|issues)"\s*:/.test(text)

const isObjectPerLine = (text: string): boolean =>
  text
    .split('\n')
    .filter(line => line.trim() !== '')
    .every(line => /^\{.*\}$/.test(line.trim()))
