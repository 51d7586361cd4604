import { type Environment, newNonce, type Shell } from '../../system/shell.ts'
import { cleaner } from '../clean-output.ts'
import type { Channel } from './channels.ts'
import { desktopNotice } from './desktop.ts'
import { sendOverHttp } from './http.ts'
import type { Notice } from './notice.ts'

interface NotifierPorts {
  readonly shell: Shell
  readonly env: Environment
  readonly cwd: string
  /** Writes to the person's terminal; undefined when there is none. */
  readonly terminal?: ((text: string) => void) | undefined
}

/** Sends a notice through one channel, without secrets. Never rejects; resolves to why it failed, or null. */
export async function sendNotice(channel: Channel, notice: Notice, ports: NotifierPorts): Promise<string | null> {
  const { env, shell, cwd, terminal } = ports
  const clean = cleaner(env)(notice)
  const run = async (command: string | readonly [string, ...string[]], stdin?: string): Promise<string | null> => {
    const request = { command, cwd, env, nonce: newNonce(), timeoutMs: COMMAND_MS }
    const result = await shell.run(stdin === undefined ? request : { ...request, stdin })
    if (result.kind === 'exited') return result.exitCode === 0 ? null : `exit code ${result.exitCode}`
    return result.kind === 'not-started' ? result.because : result.kind
  }
  try {
    if (channel.kind === 'command') return await run(channel.command, `${JSON.stringify(clean)}\n`)
    if (channel.kind !== 'desktop') return await sendOverHttp(channel, clean, env)
    const shown = desktopNotice(channel.how, clean, {
      env,
      platform: process.platform,
      terminal: terminal !== undefined,
    })
    if (shown.kind === 'none') return shown.because
    if (shown.kind === 'program') return await run(shown.argv)
    terminal?.(shown.text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const COMMAND_MS = 30_000

export interface Notifier {
  /** Sends to every channel that wants it, without making the loop wait. */
  tell(notice: Notice | null): void
  /** Resolves when everything is sent or given up. */
  settled(): Promise<void>
}

/** A channel that fails is reported once, and the loop continues. */
export function notifierFor(
  channels: readonly Channel[],
  ports: NotifierPorts & { readonly warn: (message: string) => void },
): Notifier {
  const pending = new Set<Promise<void>>()
  const reported = new Set<Channel>()
  const send = async (channel: Channel, notice: Notice): Promise<void> => {
    const trouble = await sendNotice(channel, notice, ports)
    if (trouble === null || reported.has(channel)) return
    reported.add(channel)
    ports.warn(`the ${channel.kind} notification was not delivered: ${trouble}`)
  }
  return {
    tell(notice) {
      if (notice === null) return
      for (const channel of channels.filter(({ on }) => on.some(event => event === notice.event))) {
        const sending = send(channel, notice).finally(() => pending.delete(sending))
        pending.add(sending)
      }
    },
    settled: async () => void (await Promise.all(pending)),
  }
}
