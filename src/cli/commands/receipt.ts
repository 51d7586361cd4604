import { createPublicKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isTrustedKey } from '../../fleet/trusted-keys.ts'
import { keyIdOf, LARGEST_RECEIPT, openReceipt, type Receipt } from '../../proof/receipt/envelope.ts'
import { ownKey, publicKeyFile } from '../../proof/receipt/signing-key.ts'
import { runProblem } from '../../run/problems.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { safeJson } from '../../std/safe-json.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { type Layout, loopPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext, Flags } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { inProjectOfLatest } from '../project-of-loop.ts'
import { receiptLines } from '../receipt-lines.ts'
import { rerun } from '../receipt-rerun.ts'
import { safeLine } from '../safe-text.ts'
import { treeIds } from '../tree-ids.ts'
import { foldLines } from '../view/fold-lines.ts'

const USAGE = 'agent-loop receipt [loop-id] | agent-loop receipt verify <file> [--run] [--key FILE]'

export const receipt: Command = {
  summary:
    'Shows the receipt of a loop, or checks one that you were given: signature, key, and whether it matches the files here.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'journals',
  localForm: 'verify',
  flags: {
    run: {
      takes: 'nothing',
      says: 'verify: also run the commands of the receipt, in a copy of the files here, and compare the results',
    },
    key: { takes: 'text', says: 'verify: the public key (PEM) that it must be signed with' },
  },

  async run(asked) {
    const [first, second, extra] = asked.positionals
    if (first === 'verify' && second !== undefined && extra === undefined) return await check(second, asked)
    if (first === 'verify' || second !== undefined) throw argumentProblem('loop-or-receipt-expected', { usage: USAGE })
    refuseForShow(asked.flags)
    const context = await inProjectOfLatest(asked, status => status === 'verified' || status === 'claimed', true)
    const [id] = context.positionals
    if (id === undefined) throw argumentProblem('loop-or-receipt-expected', { usage: USAGE })
    return await show(id, context)
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
    for (const line of await foldLines(receiptLines(opened.value), context)) context.out(line)
    const own = await ownKey(nodeDisk('private'), layout.keys)
    if (own !== null && keyIdOf(createPublicKey(own)) === opened.value.keyId)
      context.err(`Public key for others to verify it: ${publicKeyFile(layout.keys)}`)
  }
  return EXIT.verified
}

/** Only the receipt named by the loop's end counts: a power cut can leave one without an end. */
async function pathOf(id: string, layout: Layout): Promise<string> {
  const journal = /^[\w.-]+$/.test(id) ? await readJournal(nodeDisk('private'), loopPaths(layout, id).journal) : null
  if (journal === null) throw runProblem('no-such-loop', { id })
  const end = journal.events.findLast(event => event.kind === 'loop-end')
  // A loop that ran elsewhere names the path on that machine.
  if (end?.kind === 'loop-end' && end.receipt !== null)
    return existsSync(end.receipt) ? end.receipt : loopPaths(layout, id).receipt
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
    const says = [`This is not a valid receipt: ${safeLine(opened.error)}.`]
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
      says: [keyWords, `Cannot read the files here: ${here.error}.`],
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
  const files = `The receipt matches the files in this directory${found.head === 'same' ? ' and HEAD' : found.head === 'different' ? ', but not HEAD: commit them' : ''}.`
  if (!context.flags.has('run')) {
    const accepted = known
    return { ...found, accepted, code: accepted ? EXIT.verified : EXIT.limit, says: [keyWords, files] }
  }
  if (!known && context.flags.text('key') !== undefined) return { ...found, says: [keyWords, files] }
  for (const command of receipt.statement.predicate.agentLoop.criterion.commands)
    context.err(`runs        ${inFull(command)}`)
  const ran = await rerun(receipt.statement.predicate.agentLoop, tree, { ours: layout.view, context })
  if (!ran.ok)
    return { ...found, code: EXIT.gateBroken, says: [keyWords, files, `The commands could not be run: ${ran.error}.`] }
  const { differences, compared } = ran.value
  const same = differences.length === 0
  const result = same
    ? `Ran the commands here: same result as in the receipt (${compared.join(', ')}).`
    : `Ran the commands here: ${differences.join('; ')}.`
  return {
    ...found,
    accepted: same,
    ran: true,
    code: same ? EXIT.verified : EXIT.limit,
    says: [keyWords, files, result],
  }
}

/** A stranger's command before it runs: a shortened one, or one without its line breaks, could hide a part. */
const inFull = (command: string): string => (safeLine(command) === command ? command : safeJson(command))

const otherTree = (working: string, isHead: boolean): string =>
  isHead
    ? `The receipt matches HEAD, but files in this directory were changed since (tree ${working}).`
    : `The receipt does not match the files in this directory (tree ${working}).`

/** A valid signature is not enough: the receipt itself cannot say whether its key can be trusted. */
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
        ? `The signature is valid, by the given key ${short}.`
        : `It is signed by ${short}, not by the given key.`,
    }
  }
  const own = await ownKey(nodeDisk('private'), layout.keys)
  const isOwn = own !== null && keyIdOf(createPublicKey(own)) === keyId
  const known = isOwn || (await isTrustedKey(layout.keys, keyId))
  return {
    known,
    says: known
      ? `The signature is valid, by ${isOwn ? 'your own key' : 'the key of a worker that you trusted,'} ${short}.`
      : `The signature is valid, but its key ${short} is unknown here, so anyone could have signed it. Give the expected key with --key FILE, or run the commands with --run.`,
  }
}

async function keyIdIn(file: string): Promise<string> {
  try {
    return keyIdOf(createPublicKey(await readFile(file)))
  } catch {
    throw argumentProblem('not-a-public-key', { file })
  }
}

/** Only regular files of a sensible size: the path may come from a stranger. */
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
