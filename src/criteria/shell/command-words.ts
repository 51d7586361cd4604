import { toolCommand } from '../clauses/roles.ts'
import type { CommandBook } from '../reading.ts'
import { unquoted } from '../sentence/prose.ts'
import { type Context, looksLikeCommand } from './command-likeness.ts'

/** The command that a phrase contains: quoted, or recognized as one; null when there is none. */
export function commandNamed(phrase: string, context: Context = 'bare'): string | null {
  const text = phrase
    .trim()
    .replace(
      /^(?:(?:the|running|run|a|executing|calling)\s+)*(?:(?:command|script|output of|result of|shell command)\s+)?(?=[`"'])/i,
      '',
    )
    .replace(/^(?:running|executing|calling|invoking)\s+/i, '')
    .replace(/(?<=[`"'])\s+(?:command|script|target|task|invocation)$/i, '')
    .replace(/^\$\s+/, '')
  const quoted = unquoted(text)
  if (quoted && (quoted.quote !== '"' || /\s|^[\w./-]+$/.test(quoted.inner)))
    return quoted.inner.trim() !== '' && looksLikeCommand(quoted.inner.trim(), 'quoted')
      ? quoted.inner.trim().replace(/^\$\s+/, '')
      : null
  return looksLikeCommand(text, context) ? text : null
}

/** The command whose output is spoken of. */
export function subjectCommand(phrase: string, commands: CommandBook): string | null {
  const text = phrase
    .trim()
    .replace(/^the\s+(?:output|stdout|stderr|result)\s+(?:of|from)\s+/i, '')
    .replace(/(?:'s)?\s+(?:standard )?(?:output|stdout|stderr|result)$/i, '')
  return (/^\S+$/.test(text) ? toolCommand(text, commands) : null) ?? commandNamed(text)
}
