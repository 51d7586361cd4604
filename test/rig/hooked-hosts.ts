import { ASKED } from './model-server.ts'

/** An assistant in whose own session a loop takes place, and how a person asks it without a terminal. */
export interface HookedHost {
  /** As `agent-loop install` calls it, and its program. */
  readonly name: string
  readonly program: string
  readonly asked: readonly string[]
  /** It is asked as a server. */
  readonly serves?: true
  /** What a person allows once, in files of their home: hooks of a project that nobody trusts are not run, and nothing says so. */
  readonly trusts?: (project: string) => Readonly<Record<string, string>>
}

export const SERVES = ['serve', '--hostname', '127.0.0.1', '--port', '0']

export const HOOKED_HOSTS: readonly HookedHost[] = [
  {
    name: 'claude-code',
    program: 'claude',
    asked: ['-p', ASKED, '--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash,Agent'],
  },
  {
    name: 'codex',
    program: 'codex',
    asked: [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      // Its trust in a hook is given in its terminal alone, by /hooks.
      '--dangerously-bypass-hook-trust',
      ASKED,
    ],
  },
  {
    name: 'gemini',
    program: 'gemini',
    asked: ['-p', ASKED, '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash'],
    trusts: project => ({ '.gemini/trustedFolders.json': JSON.stringify({ [project]: 'TRUST_FOLDER' }) }),
  },
  {
    name: 'copilot',
    program: 'copilot',
    asked: ['-p', ASKED, '--allow-all', '--model', 'gpt-5'],
    trusts: project => ({ '.copilot/config.json': JSON.stringify({ trustedFolders: [project] }) }),
  },
  { name: 'opencode', program: 'opencode', asked: ['run', '--auto', ASKED], serves: true },
]

export function hookedHost(name: string): HookedHost {
  const found = HOOKED_HOSTS.find(host => host.name === name)
  if (!found) throw new Error(`no host ${name}`)
  return found
}
