import type { Receipt } from '../proof/receipt/envelope.ts'
import type { ReceiptFacts } from '../proof/receipt/statement.ts'
import { stepName } from '../proof/step-name.ts'
import { nameOf } from '../proof/waiver.ts'
import { plural } from '../tools/reading/totals.ts'
import { safeLine } from './safe-text.ts'

/** The steps of a proof are what a receipt is read for. */
const LONGEST = 2_000

/** A receipt for people, in at most fifteen lines. */
export function receiptLines({ statement, keyId }: Receipt): readonly string[] {
  const [{ digest }] = statement.subject
  const facts = statement.predicate.agentLoop
  const { loop, seal, proof } = facts
  const rows: readonly (readonly [string, string])[] = [
    ['loop', `${loop.id}, ${loop.status} (${loop.reason}) after ${turns(loop.iterations)}, ${loop.finished_at}`],
    ['proves', provenWords(facts)],
    ['task', loop.task],
    ['criterion', facts.criterion.words],
    ['commands', facts.criterion.commands.join(' ; ')],
    [
      'ran',
      facts.checked ? ranWords(facts) : 'nothing was checked: the agent\u2019s claim was accepted, as configured',
    ],
    ['proof', proof === null ? 'none, only the check itself' : `${proof.level}: ${stepsWith(facts, 'ok').join('; ')}`],
    ['not checked', stepsWith(facts, 'not_checked').join('; ')],
    ['findings', facts.findings.map(({ rule, says }) => `${rule}: ${says}`).join('; ')],
    ['waived', facts.waivers.map(waiver => `${nameOf(waiver)} by ${waiver.by}: ${waiver.reason}`).join('; ')],
    ['approved', approvalWords(facts)],
    ['may fail', facts.quarantine.join(', ')],
    ['protected', seal === null ? 'none' : `${plural(seal.files, 'file')}, ${seal.digest.slice(0, 12)}`],
    ['tree', digest.gitTree],
    [
      'commit',
      digest.gitCommit ?? `none when this was signed${facts.tree.head === null ? '' : `; HEAD was ${facts.tree.head}`}`,
    ],
    ['checks', `${facts.gate_runs.total}: ${verdictsOf(facts)}`],
    ['key', `${keyId.slice(0, 16)}, which the agent could also read`],
  ]
  return rows.filter(([, text]) => text !== '').map(([label, text]) => `${label.padEnd(11)} ${safeLine(text, LONGEST)}`)
}

/** In plain words what the signature does not show. */
function approvalWords({ approval }: ReceiptFacts): string {
  if (approval === undefined) return ''
  const what = [
    ...approval.waivers.map(name => `waived ${name}`),
    ...approval.raised_limits.map(name => `raised the limit ${name}`),
  ].join(', ')
  // Older receipts of sandboxed loops say `outside-sandbox`, which shows no more: the check runs the agent's code outside the sandbox.
  return `${what}. The person was not authenticated: the agent could have done this`
}

const TASK_FROM = { person: 'a person', commits: 'the commit messages', nobody: 'nobody' } as const

const provenWords = ({ proves }: ReceiptFacts): string =>
  proves === undefined
    ? ''
    : `${proves.base.slice(0, 12)}..${proves.head?.slice(0, 12) ?? 'working tree'}, task from ${TASK_FROM[proves.taskFrom]}`

const turns = (count: number): string => `${count} ${count === 1 ? 'turn' : 'turns'}`

function ranWords({ runs }: ReceiptFacts): string {
  return runs
    .map(({ command, tests, executed, exit_code }) => {
      const counted = tests ? `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped` : 'no counts'
      const ids = executed ? `ids ${executed.digest.slice(0, 12)}` : 'ids unknown'
      return `${command}: exit ${exit_code ?? '–'}, ${counted}, ${ids}`
    })
    .join(' ; ')
}

const stepsWith = ({ proof }: ReceiptFacts, wanted: 'ok' | 'not_checked'): readonly string[] =>
  (proof?.steps ?? []).filter(({ result }) => result === wanted).map(({ step, says }) => `${stepName(step)} (${says})`)

const VERDICTS_SHOWN = 12

const verdictsOf = ({ gate_runs }: ReceiptFacts): string =>
  gate_runs.runs
    .slice(-VERDICTS_SHOWN)
    .map(
      ({ iteration, verdict }) =>
        `${iteration === 0 ? 'before the first turn:' : `turn ${iteration}:`} ${verdict.replaceAll('_', ' ')}`,
    )
    .join(', ')
