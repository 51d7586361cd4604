import { checkProblem } from '../problems.ts'
import { inWords } from './in-words.ts'

export interface TableExpectation {
  /** Names, in their order; any when not given. */
  readonly expectedColumns?: readonly string[] | undefined
  /** 1 when not given. */
  readonly minRows?: number | undefined
}

export interface Table {
  /** Null when the result does not say which it has. */
  readonly columns: readonly string[] | null
  readonly rows: number
}

/** Compared with NaN, or with less than one, every result would do. */
export function refuseEmptyExpectation({ expectedColumns, minRows = 1 }: TableExpectation): void {
  if (!Number.isSafeInteger(minRows) || minRows < 1) throw checkProblem('min-rows-invalid', { minRows })
  if (expectedColumns?.length === 0) throw checkProblem('no-columns', {})
}

/** What is wrong with a result; null when it is as expected. */
export function tableTrouble(what: string, table: Table, expected: TableExpectation): string | null {
  const { expectedColumns, minRows = 1 } = expected
  if (table.rows < minRows) return `${what} returned ${rowsInWords(table.rows)}; at least ${minRows} are required.`
  if (expectedColumns === undefined) return null
  const found = table.columns ?? []
  const same = found.length === expectedColumns.length && expectedColumns.every((name, at) => found[at] === name)
  return same ? null : `${what}: columns mismatch: expected ${listed(expectedColumns)}; found ${listed(found)}.`
}

export const describeTable = ({ expectedColumns, minRows = 1 }: TableExpectation): string => {
  const columns = expectedColumns ? ` with exactly the columns ${listed(expectedColumns)}, in this order` : ''
  return `at least ${rowsInWords(minRows)}${columns}`
}

const rowsInWords = (count: number): string => `${count} row${count === 1 ? '' : 's'}`

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.map(name => JSON.stringify(inWords(name))).join(', ')
