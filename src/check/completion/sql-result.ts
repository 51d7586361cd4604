import { withData } from './check-data.ts'
import type { CompletionCheck } from './completion-check.ts'
import { inWords } from './in-words.ts'
import { isJsonObject, type JsonObject, ownValue } from './own-value.ts'
import { describeTable, refuseEmptyExpectation, type Table, type TableExpectation, tableTrouble } from './sql-table.ts'

export interface SqlResultOptions extends TableExpectation {
  /** The agent's tool whose last result counts; `execute_sql` when not given. */
  readonly tool?: string | undefined
}

const DEFAULT_TOOL = 'execute_sql'

export const describeSqlResult = (options: SqlResultOptions): string =>
  `the last result of \`${options.tool ?? DEFAULT_TOOL}\` has ${describeTable(options)}`

/**
 * Complete when the last thing that the agent's SQL tool gave back is a table as expected.
 *
 * @example
 * ```ts
 * import { sqlResultCheck } from 'agent-loop'
 *
 * const check = sqlResultCheck({ expectedColumns: ['id', 'total'] })
 * console.log(check.description()) // the last result of `execute_sql` has at least 1 row with exactly the columns "id", "total", in this order
 * ```
 */
export function sqlResultCheck(options: SqlResultOptions = {}): CompletionCheck {
  refuseEmptyExpectation(options)
  const tool = options.tool ?? DEFAULT_TOOL
  const check: CompletionCheck = {
    description: () => describeSqlResult(options),
    async check({ toolResults }) {
      const last = toolResults.findLast(result => result.tool === tool)
      if (last === undefined) return `There is no \`${tool}\` result yet: run the query with that tool.`
      if (last.is_error !== false) return `The last \`${tool}\` failed${saying(last.content)}`
      const table = tableIn(last.content)
      if (table === null)
        return `The last \`${tool}\` result is not a table: expected {"columns": [...], "rows": [...]} or a list of rows.`
      return tableTrouble(`\`${tool}\``, table, options)
    },
  }
  const { expectedColumns: expected_columns, minRows: min_rows } = options
  return withData(check, { kind: 'sql_result', tool: options.tool, expected_columns, min_rows })
}

const saying = (content: unknown): string => {
  const text = textIn(content)
  return text === null || text.trim() === '' ? '.' : `: ${inWords(text)}`
}

/** Tools give a table as data, as JSON text, or as JSON text in the one block of a message. */
function tableIn(content: unknown): Table | null {
  const text = textIn(content)
  if (text === null) return asTable(content)
  try {
    return asTable(JSON.parse(text))
  } catch {
    return null
  }
}

function textIn(content: unknown): string | null {
  if (typeof content === 'string') return content
  if (!Array.isArray(content) || content.length !== 1) return null
  const [block] = content
  return isJsonObject(block) && ownValue(block, 'type') === 'text' && typeof ownValue(block, 'text') === 'string'
    ? String(ownValue(block, 'text'))
    : null
}

function asTable(value: unknown): Table | null {
  if (Array.isArray(value)) return fromRecords(value)
  if (!isJsonObject(value)) return null
  const [columns, rows] = [ownValue(value, 'columns'), ownValue(value, 'rows')]
  if (!Array.isArray(rows)) return null
  if (columns === undefined) return fromRecords(rows)
  if (!Array.isArray(columns) || !columns.every(name => typeof name === 'string')) return null
  const fits = (row: unknown): boolean =>
    Array.isArray(row)
      ? row.length === columns.length
      : isJsonObject(row) &&
        Object.keys(row).length === columns.length &&
        columns.every(name => Object.hasOwn(row, name))
  return rows.every(fits) ? { columns, rows: rows.length } : null
}

/** A list of rows that each name their columns: all must name the same. */
function fromRecords(rows: readonly unknown[]): Table | null {
  if (!rows.every(isJsonObject) || rows.some(isMessagePart)) return null
  const [first] = rows
  const columns = first === undefined ? null : Object.keys(first)
  if (!rows.every(row => Object.keys(row).join('\0') === columns?.join('\0'))) return null
  // JavaScript sorts keys that look like numbers, so their order is not the one of the result.
  return { columns: columns?.some(name => /^\d+$/.test(name)) ? null : columns, rows: rows.length }
}

const MESSAGE_PARTS: readonly unknown[] = ['text', 'image', 'audio', 'resource', 'resource_link']

/** What a tool says in several parts is a list of objects too, and no rows. */
const isMessagePart = (row: JsonObject): boolean => MESSAGE_PARTS.includes(ownValue(row, 'type'))
