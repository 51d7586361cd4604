import * as all from './all.ts'
import type { Tool } from './tool.ts'

/** Every tool that we know something about, by name. */
export const TOOLS: readonly Tool[] = Object.values<Tool | readonly Tool[]>(all)
  .flat()
  .sort((a, b) => (a.name < b.name ? -1 : 1))
