import { applyEdits, modify } from 'jsonc-parser'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { isJsonObject, ownValue } from '../../check/completion/own-value.ts'
import { parseJsonc } from '../../std/jsonc.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { gateOfDocument, markKeyOf, type Records, readLimits, readRecords, recordsIn } from './record-list.ts'
import type { ListFormat, TaskList } from './task-list.ts'

/** Sets one mark in the text of a document. */
type SetMark = (text: string, records: Records, index: number, done: boolean) => string

export function readJsonList(text: string): Result<TaskList, string> {
  try {
    return listFrom(parseJsonc(text), text, 'json', markJson)
  } catch (error) {
    return fail(`is not valid JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

/** One record per line, as `gh issue list --json … --jq '.[]'` prints them. */
export function readJsonLines(text: string): Result<TaskList, string> {
  try {
    const items = text.split('\n').flatMap((line): unknown[] => (line.trim() === '' ? [] : [JSON.parse(line)]))
    return listFrom(items, text, 'jsonl', markJsonLine)
  } catch (error) {
    return fail(`is not valid JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

export function readYamlList(text: string): Result<TaskList, string> {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) return fail(`is not valid YAML (${error.message.split('\n')[0]})`)
  return listFrom(document.toJS({ maxAliasCount: 100 }), text, 'yaml', markYaml)
}

function listFrom(root: unknown, text: string, format: ListFormat, setMark: SetMark): Result<TaskList, string> {
  const records = recordsIn(root)
  if (records === null) return fail('has no list of tasks: expected an array, or "tasks", "userStories", or "features"')
  const ranked = readRecords(records)
  if (!ranked.ok) return ranked
  const limits = readLimits(isJsonObject(root) ? ownValue(root, 'limits') : undefined)
  if (!limits.ok) return limits
  const mark: TaskList['mark'] = isDone =>
    ranked.value.reduceRight(
      (marked, { task }, index) =>
        isDone(task.id) === task.done ? marked : setMark(marked, records, index, isDone(task.id)),
      text,
    )
  return ok({
    format,
    tasks: [...ranked.value].sort((a, b) => a.rank - b.rank).map(({ task }) => task),
    gate: gateOfDocument(root),
    limits: limits.value,
    mark,
    unmarked: () => mark(() => false),
  })
}

const markJson: SetMark = (text, { path, items, markKey }, index, done) => {
  const item = items[index]
  const place = [...path, index]
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  if (isJsonObject(item))
    return applyEdits(text, modify(text, [...place, markKeyOf(item, markKey)], done, { formattingOptions }))
  return applyEdits(text, modify(text, place, { task: item, done }, { formattingOptions }))
}

const markJsonLine: SetMark = (text, { items, markKey }, index, done) => {
  const lines = text.split('\n')
  const at = lines.flatMap((line, number) => (line.trim() === '' ? [] : [number]))[index] ?? -1
  const item = items[index]
  const record = isJsonObject(item) ? { ...item, [markKeyOf(item, markKey)]: done } : { task: item, done }
  return lines.with(at, JSON.stringify(record)).join('\n')
}

/** Edits the text itself, so that comments and layout stay. */
const markYaml: SetMark = (text, { path, items, markKey }, index, done) => {
  const counter = new LineCounter()
  const holder = parseDocument(text, { lineCounter: counter }).getIn(path, true)
  const node = isSeq(holder) ? (holder.items[index] as Node | undefined) : undefined
  const start = node?.range?.[0]
  if (node === undefined || start === undefined) return text
  const indent = ' '.repeat(counter.linePos(start).col - 1)
  if (!isMap(node)) {
    const end = node.range?.[1] ?? start
    return `${text.slice(0, start)}task: ${text.slice(start, end)}\n${indent}done: ${done}${text.slice(end)}`
  }
  const key = markKeyOf(isJsonObject(items[index]) ? items[index] : {}, markKey)
  const value = node.items.find(pair => isScalar(pair.key) && pair.key.value === key)?.value
  const range = isScalar(value) ? value.range : undefined
  if (range) return `${text.slice(0, range[0])}${done}${text.slice(range[1])}`
  if (node.flow) return `${text.slice(0, start + 1)} ${key}: ${done}, ${text.slice(start + 1).trimStart()}`
  return `${text.slice(0, start)}${key}: ${done}\n${indent}${text.slice(start)}`
}
