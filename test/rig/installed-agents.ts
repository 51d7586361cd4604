import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Project } from './project.ts'

const FAKE = resolve(import.meta.dirname, '../programs/fake-agent.mjs')

/** Puts programs of these names where they are found, and nothing else of their kind. */
export function installed(
  at: Pick<Project, 'home'>,
  programs: Readonly<Record<string, string>>,
): { readonly env: Record<string, string> } {
  const bin = join(at.home, 'bin')
  mkdirSync(bin)
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const node = resolve(process.execPath, '..')
  return { env: { PATH: `${bin}:${node}:/usr/bin:/bin` } }
}

/** A program that answers like an agent with this output format, after it ran a shell line. */
export const speaks = (format: string, line: string): string =>
  `[ "$1" = --version ] && { echo "${format} 1.2.3"; exit; }\necho "$@" >> "$HOME/called"\nexec node '${FAKE}' ${format} ${JSON.stringify(line)}`
