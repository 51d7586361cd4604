import type { Tool } from '../tool.ts'
import { rustc as rustcOutput } from './read.ts'

export const rustc: Tool = {
  name: 'rustc',
  kind: 'compiler',
  readers: [rustcOutput],
}
