import { type Environment, newNonce, nodeShell, type Shell } from '../../system/shell.ts'
import type { EvidencePort } from '../../tools/ids/open-evidence.ts'
import type { Judge } from './judge.ts'

/** What checks need of the machine. A loop gives its own; a program that asks a check by itself need not. */
export interface CheckPorts {
  readonly shell: Shell
  readonly env: Environment
  readonly nonce: string
  /** For each command, where the check itself does not say. */
  readonly timeoutMs: number
  /** Everything that the commands print, for the log of that iteration. */
  readonly onBytes?: (iteration: number, bytes: Uint8Array) => void
  /** Asks which tests the commands execute. */
  readonly evidence?: EvidencePort
  /** Who answers what no command can; without it such a check cannot be made. */
  readonly judge?: Judge
  /** Where a check remembers across processes; without it, it remembers as long as it lives. */
  readonly memory?: CheckMemory
}

export interface CheckMemory {
  /** Null when nothing was kept under that name. */
  recall(name: string): Promise<string | null>
  keep(name: string, text: string): Promise<void>
}

const TEN_MINUTES = 600_000

export const thisMachine = (): CheckPorts => ({
  shell: nodeShell,
  env: process.env,
  nonce: newNonce(),
  timeoutMs: TEN_MINUTES,
})
