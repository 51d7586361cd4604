import { purposesOfTool } from '../../tools/commands/purposes.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { purposeOfName } from '../../tools/commands/script-names.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'

/** What one command measures; empty when that is unknown. */
export function purposesOfCommand(command: string): readonly Purpose[] {
  const tool = purposesOfTool(unwrap(command))
  if (tool !== undefined) return tool
  const script = purposeOfName(referenceIn(command)?.name ?? '')
  return script === null ? [] : [script]
}
