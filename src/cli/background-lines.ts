import type { HandedOver } from '../run/request/background.ts'
import type { CommandContext } from './command.ts'

export function showBackgroundLoop({ json, out }: CommandContext, handed: HandedOver): void {
  if (json) {
    out(JSON.stringify(handed))
    return
  }
  out(`${handed.loop_id} runs in the background (process ${handed.pid}).`)
  for (const [name, command] of Object.entries(handed.commands)) out(`  ${name.padEnd(7)} ${command}`)
}
