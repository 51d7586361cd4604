import * as all from './all.ts'
import type { Tool } from './tool.ts'

/** Rows of one name are one tool. */
function joined(rows: readonly Tool[]): readonly Tool[] {
  const tools = new Map<string, Tool>()
  for (const row of rows) tools.set(row.name, { ...tools.get(row.name), ...row })
  return [...tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Every tool that we know something about, by name. */
export const TOOLS: readonly Tool[] = joined(Object.values<Tool | readonly Tool[]>(all).flat())
