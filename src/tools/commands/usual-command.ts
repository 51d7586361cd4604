import { TOOLS } from '../catalog.ts'
import type { Purpose } from './purpose.ts'
import { purposesOfTool } from './purposes.ts'

/** What a tool proves, and how it is called when the project does not say. */
interface UsualCommand {
  readonly purpose: Purpose
  readonly usual: string
}

const usual = new Map<string, UsualCommand>(
  TOOLS.flatMap(({ name, commands }) => {
    const purpose = purposesOfTool(commands?.usual?.replace(/^npx /, '') ?? '')?.[0]
    return commands?.usual === undefined || purpose === undefined ? [] : [[name, { purpose, usual: commands.usual }]]
  }),
)

/** By the name that people give the tool: "eslint passes". */
export const usualCommand = (tool: string): UsualCommand | null => usual.get(tool.toLowerCase()) ?? null
