#!/usr/bin/env node
import { plainStop } from '../assistants/hooks/plain-stop.ts'

void main(process.argv.slice(2)).then(code => {
  process.exitCode = code
})

/** An assistant waits for its Stop hook after every turn, so that one goes past everything that it does not need. */
async function main(args: readonly string[]): Promise<number> {
  const call = plainStop(args, process.env)
  if (call) return (await import('../assistants/hooks/stop.ts')).stop(call)
  return (await import('./command-line.ts')).commandLine(args)
}
