import type { CommandCheckOptions } from './command-check.ts'
import type { CheckConfig } from './config.ts'
import type { SqlQueryOptions } from './sql-query.ts'
import type { SqlResultOptions } from './sql-result.ts'
import type { TableExpectation } from './sql-table.ts'
import type { TestSuiteOptions } from './test-suite.ts'

type ConfigOf<K extends CheckConfig['kind']> = Extract<CheckConfig, { kind: K }>

/** How the names in a configuration become those of the library. The sandbox, which may be missing, is left to who creates it. */
export const suiteOptions = (config: ConfigOf<'test_suite'>): TestSuiteOptions => ({
  command: config.command,
  workingDirectory: config.working_directory,
  timeoutMs: config.timeout_ms,
  writable: config.writable,
})

export const queryOptions = (config: ConfigOf<'sql_query'>): SqlQueryOptions => ({
  ...tableOptions(config),
  database: config.database,
  query: config.query,
  timeoutMs: config.timeout_ms,
})

export const resultOptions = (config: ConfigOf<'sql_result'>): SqlResultOptions => ({
  ...tableOptions(config),
  tool: config.tool,
})

export const commandOptions = (config: ConfigOf<'command'>): CommandCheckOptions => ({
  command: config.command,
  description: config.description,
  timeoutMs: config.timeout_ms,
})

const tableOptions = (config: ConfigOf<'sql_query' | 'sql_result'>): TableExpectation => ({
  expectedColumns: config.expected_columns,
  minRows: config.min_rows,
})
