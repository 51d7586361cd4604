import { createPublicKey } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { keyIdOf, LARGEST_RECEIPT, openReceipt, type Receipt } from '../../proof/receipt/envelope.ts'
import { ownKey, publicKeyFile } from '../../proof/receipt/signing-key.ts'
import { runProblem } from '../../run/problems.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { type Layout, loopPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext, Flags } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { receiptLines } from '../receipt-lines.ts'
import { rerun } from '../receipt-rerun.ts'
import { safeJson, safeLine } from '../safe-text.ts'
import { treeIds } from '../tree-ids.ts'

const USAGE = 'agent-loop receipt <loop-id> | agent-loop receipt verify <file> [--run] [--key FILE]'

export const receipt: Command = {
  summary:
    'Shows the receipt of a loop, or checks one that you were given: signature, key, and whether it matches the files here.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    run: {
      takes: 'nothing',
      says: 'verify: also run its commands, in a copy of the files here, and compare; they come from the receipt',
    },
    key: { takes: 'text', says: 'verify: the public key (PEM) that it must be signed with' },
  },

  async run(context) {
    const [first, second, extra] = context.positionals
    if (first === 'verify' && second !== undefined && extra === undefined) return await check(second, context)
    if (first === undefined || first === 'verify' || second !== undefined)
      throw argumentProblem('loop-or-receipt-expected', { usage: USAGE })
    refuseForShow(context.flags)
    return await show(first, context)
  },
}

function refuseForShow(flags: Flags): void {
  const flag = flags.has('run') ? '--run' : flags.text('key') === undefined ? null : '--key'
  if (flag !== null)
    throw argumentProblem('flag-of-other-form', {
      flag,
      form: 'receipt <loop-id>',
      other: 'receipt verify',
      usage: USAGE,
    })
}

async function show(id: string, context: CommandContext): Promise<number> {
  const layout = await layoutHere(context)
  const bytes = await readFile(await pathOf(id, layout))
  const opened = openReceipt(bytes)
  if (!opened.ok) throw cliProblem('receipt-damaged', { id, because: opened.error })
  if (context.json) context.out(bytes.toString('utf8').trimEnd())
  else {
    for (const line of receiptLines(opened.value)) context.out(line)
    context.err(`The key for others: ${publicKeyFile(layout.keys)}`)
  }
  return EXIT.verified
}

/** Only a receipt that the loop's end names is one: what a power cut left behind belongs to no end. */
async function pathOf(id: string, layout: Layout): Promise<string> {
  const journal = /^[\w.-]+$/.test(id) ? await readJournal(nodeDisk('private'), loopPaths(layout, id).journal) : null
  if (journal === null) throw runProblem('no-such-loop', { id })
  const end = journal.events.findLast(event => event.kind === 'loop-end')
  if (end?.kind === 'loop-end' && end.receipt !== null) return end.receipt
  throw cliProblem('no-receipt', { id, status: end?.kind === 'loop-end' ? end.status : null })
}

interface Answer {
  readonly valid: boolean
  /** Whether the receipt may be relied on here, and for these files. */
  readonly accepted: boolean
  readonly code: number
  /** What is wrong, or what was found. */
  readonly says: readonly string[]
  readonly key_known: boolean
  readonly tree: 'same' | 'different' | 'unknown'
  readonly head: 'same' | 'different' | 'none'
  readonly ran: boolean
}

async function check(file: string, context: CommandContext): Promise<number> {
  const bytes = await bytesOf(resolve(context.cwd, file))
  const opened = openReceipt(bytes)
  if (!opened.ok) {
    const says = [`This is no valid receipt: ${safeLine(opened.error)}.`]
    return tell(null, { ...REFUSED, code: EXIT.usage, says }, context)
  }
  return tell(opened.value, await judge(opened.value, context), context)
}

const REFUSED: Answer = {
  valid: false,
  accepted: false,
  code: EXIT.limit,
  says: [],
  key_known: false,
  tree: 'unknown',
  head: 'none',
  ran: false,
}

async function judge(receipt: Receipt, context: CommandContext): Promise<Answer> {
  const layout = await layoutHere(context)
  const tree = treeOf(context.cwd)
  const { known, says: keyWords } = await knownKey(receipt, layout, context)
  const here = await treeIds(tree, layout.view, context.env)
  const [{ digest }] = receipt.statement.subject
  if (!here.ok)
    return {
      ...REFUSED,
      valid: true,
      key_known: known,
      code: EXIT.gateBroken,
      says: [keyWords, `The files here could not be read: ${here.error}.`],
    }
  const { working, head } = here.value
  const found = {
    ...REFUSED,
    valid: true,
    key_known: known,
    tree: working === digest.gitTree ? ('same' as const) : ('different' as const),
    head: head === null ? ('none' as const) : head === digest.gitTree ? ('same' as const) : ('different' as const),
  }
  if (found.tree === 'different') return { ...found, says: [keyWords, otherTree(working, found.head === 'same')] }
  const files = `The files here are those that it speaks of${found.head === 'same' ? ', and so is HEAD' : found.head === 'different' ? '; HEAD has others: commit them' : ''}.`
  if (!context.flags.has('run')) {
    const accepted = known
    return { ...found, accepted, code: accepted ? EXIT.verified : EXIT.limit, says: [keyWords, files] }
  }
  if (!known && context.flags.text('key') !== undefined) return { ...found, says: [keyWords, files] }
  for (const command of receipt.statement.predicate.agentLoop.criterion.commands)
    context.err(`runs        ${safeLine(command)}`)
  const ran = await rerun(receipt.statement.predicate.agentLoop, tree, { ours: layout.view, context })
  if (!ran.ok) return { ...found, code: EXIT.gateBroken, says: [keyWords, files, `It could not be run: ${ran.error}.`] }
  const { differences, compared } = ran.value
  const same = differences.length === 0
  const words = same ? `Run here: as it says, in ${compared.join(', ')}.` : `Run here: ${differences.join('; ')}.`
  return {
    ...found,
    accepted: same,
    ran: true,
    code: same ? EXIT.verified : EXIT.limit,
    says: [keyWords, files, words],
  }
}

const otherTree = (working: string, isHead: boolean): string =>
  isHead
    ? `HEAD is the tree that it speaks of, but files here were changed since: they are ${working}.`
    : `It speaks of other files than those here, which are ${working}.`

/** A signature is right or wrong; whether its key is anybody's that you trust, the receipt cannot say of itself. */
async function knownKey(
  { keyId }: Receipt,
  layout: Layout,
  { flags, cwd }: CommandContext,
): Promise<{ readonly known: boolean; readonly says: string }> {
  const given = flags.text('key')
  const short = keyId.slice(0, 16)
  if (given !== undefined) {
    const known = (await keyIdIn(resolve(cwd, given))) === keyId
    return {
      known,
      says: known
        ? `The signature is right, by the key ${short} that was given.`
        : `It is signed by ${short}, not by the key that was given.`,
    }
  }
  const own = await ownKey(nodeDisk('private'), layout.keys)
  const known = own !== null && keyIdOf(createPublicKey(own)) === keyId
  return {
    known,
    says: known
      ? `The signature is right, by this user's own key ${short}.`
      : `The signature is right, but nobody here knows its key ${short}: anybody could have made it. Name the key with --key FILE, or see for yourself with --run.`,
  }
}

async function keyIdIn(file: string): Promise<string> {
  try {
    return keyIdOf(createPublicKey(await readFile(file)))
  } catch {
    throw argumentProblem('not-a-public-key', { file })
  }
}

/** Only plain files, and not large ones: whoever gave us the name may have put anything there. */
async function bytesOf(path: string): Promise<Uint8Array> {
  const file = await stat(path).catch(() => null)
  if (!file?.isFile()) throw argumentProblem('no-file', { path, usage: USAGE })
  if (file.size > LARGEST_RECEIPT) throw argumentProblem('file-too-large', { path })
  return await readFile(path)
}

function tell(receipt: Receipt | null, { code, ...answer }: Answer, { json, out }: CommandContext): number {
  const commands = receipt?.statement.predicate.agentLoop.criterion.commands ?? []
  if (json) {
    out(safeJson({ ...answer, commands, receipt: receipt?.statement ?? null }))
    return code
  }
  out(answer.accepted ? '✓ accepted' : '✗ not accepted')
  for (const line of answer.says) out(`  ${safeLine(line)}`)
  if (receipt) for (const line of receiptLines(receipt)) out(`  ${line}`)
  return code
}
