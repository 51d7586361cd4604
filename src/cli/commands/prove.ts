import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { LoopState } from '../../loop/state.ts'
import { openProof } from '../../run/prove/open-proof.ts'
import { LIST_SEPARATOR } from '../../run/settings/kinds.ts'
import type { Given } from '../../run/settings/values.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { retyped } from '../retype.ts'
import { codeOf, watchLoop } from '../watch-loop.ts'

const USAGE = 'agent-loop prove [<base>..<head>] [-c "<criterion>"] [--task "<task>"]'

export const prove: Command = {
  summary:
    'Proves a branch, a range of commits, or the working tree in the same way as a loop proves its work: the check must pass, and no test may be weakened. Works in a temporary checkout. No agent runs.',
  usage: USAGE,
  settings: [
    'completion',
    'auto-criteria',
    'no-infer-completion',
    'proof',
    'mutants',
    'may-change',
    'waive',
    'timeout',
    'verify-timeout',
    'judge-cmd',
    'judge-model',
    'judge-agent',
    'model-url',
    'model-key',
    'trust-config',
    'state-dir',
  ],
  flags: {
    task: {
      takes: 'text',
      says: 'what the change should do, and which tests may change (default: the commit messages, which never allow changed tests)',
    },
    copy: {
      takes: 'text',
      many: true,
      placeholder: 'GLOB',
      says: 'ignored files that the check needs, besides installed dependencies; can be repeated',
    },
    receipt: { takes: 'text', placeholder: 'FILE', says: 'also write the receipt to this file' },
  },

  async run(context) {
    const [range, extra] = context.positionals
    if (extra !== undefined) throw argumentProblem('unquoted-text', { argument: extra, what: 'range', usage: USAGE })
    const copy = context.flags.text('copy')?.split(LIST_SEPARATOR) ?? []
    const proof = await openProof(context, { range, task: context.flags.text('task'), copy })
    const tell = context.json ? () => {} : context.err
    for (const note of proof.notes) tell(`agent-loop: ${note}`)
    let id: string | null = null
    try {
      const state = await watchLoop(
        { ...context, cwd: proof.cwd, env: proof.env },
        { stateDirectory: proof.stateDirectory },
        {
          start: (loop, signal) => loop.run(proof.request, signal),
          retype: changes => again(context, changes),
          shown: event => {
            id = event.loop
            return proof.keep(event)
          },
          kept: loop => ({ progress: proof.folderOf(loop), handOff: proof.folderOf(loop) }),
        },
      )
      if (state.outcome?.kind === 'limit_reached') hintLeftOut(state, proof.leftOut, tell)
      await writeReceipt(state, proof.folderOf(state.spec.id), context)
      return codeOf(state)
    } finally {
      await proof.close(id)
    }
  },
}

const NAMED = 4

/** The check may fail only because files are missing that no commit contains. */
function hintLeftOut({ checks }: LoopState, ignored: readonly string[], tell: (line: string) => void): void {
  // Our own state is none of the project's files.
  const leftOut = ignored.filter(path => path !== '.aiwg' && !path.startsWith('.aiwg/'))
  if (leftOut.length === 0 || checks.at(-1)?.verdict !== 'not_yet') return
  const named = leftOut.slice(0, NAMED).join(', ')
  tell(`agent-loop: ignored files were not copied: ${named}${leftOut.length > NAMED ? ', …' : ''}`)
  tell(`If the check needs one of them: ${`--copy ${shellQuote(leftOut[0] ?? '')}`}`)
}

async function writeReceipt({ outcome }: LoopState, folder: string, { flags, cwd }: CommandContext): Promise<void> {
  const file = flags.text('receipt')
  if (file === undefined || (outcome?.kind !== 'verified' && outcome?.kind !== 'claimed')) return
  await copyFile(resolve(folder, 'receipt.json'), resolve(cwd, file))
}

/** What was typed, so that a person only adds to it. */
function again(context: CommandContext, changes: Given): string {
  const { flags, positionals } = context
  const own = [
    ...(flags.text('copy')?.split(LIST_SEPARATOR) ?? []).map(glob => `--copy ${shellQuote(glob)}`),
    ...['task', 'receipt'].flatMap(name => {
      const value = flags.text(name)
      return value === undefined ? [] : [`--${name} ${shellQuote(value)}`]
    }),
  ]
  return [retyped(positionals[0] ?? null, context, changes, 'prove'), ...own].join(' ')
}
