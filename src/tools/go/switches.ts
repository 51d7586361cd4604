import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'

// Asking go itself for JSON, or to be verbose, would change what it and every other go command of the line print.
export function goSwitches({ env, plugins, preloads }: SwitchedRun): Environment {
  const runner = join(plugins, 'agent-loop-go-test')
  const elsewhere = env['GOOS'] || env['GOARCH']
  // Go splits the variable at spaces, and older versions know no quotes in it.
  if (elsewhere || /[\s"'`$\\]/.test(runner)) return {}
  const quoted = [process.execPath, join(preloads, 'go-test.cjs')].map(path => `'${path.replaceAll("'", `'"'"'`)}'`)
  writeFileSync(runner, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`, { mode: 0o700 })
  return { GOFLAGS: joined(' ', env['GOFLAGS'] ?? savedFlags(env), `-exec=${runner}`) }
}

/** What `go env -w` saved counts only while the variable is not set. */
function savedFlags(env: Environment): string | undefined {
  const settings = env['GOENV'] ?? join(env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? '', '.config'), 'go', 'env')
  try {
    return /^GOFLAGS=(.*)$/m.exec(readFileSync(settings, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
