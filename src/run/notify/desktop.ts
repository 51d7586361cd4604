import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Argv, Environment } from '../../system/shell.ts'
import type { Channel } from './channels.ts'
import { linesOfNotice, type Notice, titleOfNotice } from './notice.ts'

type How = Extract<Channel, { kind: 'desktop' }>['how']

/** A program to start, text for the terminal, or why there is no way to show a notice here. */
type DesktopNotice =
  | { readonly kind: 'program'; readonly argv: Argv }
  | { readonly kind: 'terminal'; readonly text: string }
  | { readonly kind: 'none'; readonly because: string }

interface Desktop {
  readonly env: Environment
  readonly platform: NodeJS.Platform
  /** Whether this process has a terminal to write to. */
  readonly terminal: boolean
}

/** How a notice is shown on this machine. */
export function desktopNotice(how: How, notice: Notice, desktop: Desktop): DesktopNotice {
  const way = how === 'auto' ? wayHere(desktop) : how
  if (way === null) return { kind: 'none', because: 'there is no desktop and no terminal' }
  const [title, body] = [clean(titleOfNotice(notice)), clean(linesOfNotice(notice).slice(0, -1).join('. '))]
  switch (way) {
    case 'notify-send':
      return { kind: 'program', argv: ['notify-send', '--app-name=agent-loop', '--', title, markupFree(body)] }
    case 'osascript':
      return { kind: 'program', argv: ['osascript', ...APPLE_SCRIPT, title, body] }
    default:
      if (!desktop.terminal) return { kind: 'none', because: `${way} needs a terminal` }
      return { kind: 'terminal', text: sequence(way, title, body, desktop.env) }
  }
}

function wayHere({ env, platform, terminal }: Desktop): Exclude<How, 'auto'> | null {
  if (platform === 'darwin') return 'osascript'
  const hasDisplay = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  if (hasDisplay && isOnPath('notify-send', env)) return 'notify-send'
  if (!terminal) return null
  const [name, program] = [env['TERM'] ?? '', env['TERM_PROGRAM'] ?? '']
  if (/^(?:iTerm|WezTerm)/.test(program) || name === 'xterm-kitty') return 'osc9'
  return /^(?:rxvt|foot|xterm-ghostty)/.test(name) || program === 'ghostty' || env['VTE_VERSION'] ? 'osc777' : 'bell'
}

const APPLE_SCRIPT = [
  ...['-e', 'on run argv'],
  ...['-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
  ...['-e', 'end run', '--'],
]

function isOnPath(program: string, { PATH = '' }: Environment): boolean {
  return PATH.split(delimiter).some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
}

/** No control character may end the sequence early. */
const clean = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')

const markupFree = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const BELL = '\u0007'

function sequence(way: 'bell' | 'osc9' | 'osc777', title: string, body: string, { TMUX }: Environment): string {
  if (way === 'bell') return BELL
  const fields = way === 'osc9' ? ['9', `${title}. ${body}`] : ['777', 'notify', title.replaceAll(';', ','), body]
  const command = `\u001b]${fields.join(';')}${BELL}`
  // tmux passes the sequence on only if it allows that, and the bell in any case.
  return TMUX ? `\u001bPtmux;${command.replaceAll('\u001b', '\u001b\u001b')}\u001b\\${BELL}` : command
}
