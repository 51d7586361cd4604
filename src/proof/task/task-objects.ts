import type { NamedObject } from '../../criteria/task/named-object.ts'
import { namedObjects } from '../../criteria/task/named-objects.ts'
import { lastPart, renamesIn } from '../../criteria/task/renames.ts'
import { finding } from '../finding-words.ts'
import type { GateOptions } from '../options.ts'
import type { ProofCase } from '../proof-case.ts'
import { unfilledFiles } from './filled-files.ts'
import { type Holds, holdsNow } from './holds-now.ts'
import { missingVersion } from './named-version.ts'
import { isOnlyCode, isRemoved, readTreeCode, type TreeCode } from './tree-code.ts'

/**
 * Compares the tree with the names in the task: a file to rename is still there, a function to add is nowhere. A criterion that failed
 * before the first turn decides alone, so this only warns. One that passed then shows nothing about the task, so this refuses, unless
 * the sentence or the tree can be read in another way.
 */
export async function taskObjectsStep({ options, record, log }: ProofCase): Promise<void> {
  const named = namedObjects(options.task)
  if (named.length === 0 && !/\d\.\d/.test(options.task)) return
  const code = await readTreeCode(options)
  const version = missingVersion(options.task, code)
  const found = [
    ...contradictions(options, named, code),
    ...[...(await unfilledFiles(options)), ...(version === null ? [] : [version])].map(certain),
  ]
  if (named.length === 0 && version === null) return
  if (found.length === 0) return log.ok('task', 'the files and names in the task are as it asks')
  const refusing = record.green ? found.filter(({ refuses }) => refuses) : []
  const details = (refusing.length > 0 ? refusing : found).map(({ says }) => says)
  const reported = finding('task-contradicted', refusing.length > 0 ? 'unproven' : null, { details })
  if (refusing.length > 0) log.refused('task', [reported])
  else log.noted('task', [reported], 'the tree contradicts the task')
}

/** The identifiers that the task removes, if the tree no longer has them. */
export async function removedNames(options: GateOptions): Promise<string[]> {
  const renamed = renamesIn(options.task).map(({ from }) => from)
  const symbols = namedObjects(options.task).filter(
    ({ kind, expect, name, doubtful }) =>
      kind === 'symbol' && expect === 'absent' && !doubtful && !renamed.includes(lastPart(name)),
  )
  const code = symbols.length === 0 ? null : await readTreeCode(options)
  return code === null ? [] : symbols.filter(symbol => isRemoved(symbol, code)).map(({ name }) => lastPart(name))
}

interface Contradiction {
  readonly says: string
  readonly refuses: boolean
}

const certain = (says: string): Contradiction => ({ says, refuses: true })

function contradictions(options: GateOptions, named: readonly NamedObject[], code: TreeCode): Contradiction[] {
  return named.flatMap(object => {
    const holds = holdsNow(object, code)
    if (holds === 'yes') return []
    return [{ says: WORDS[object.expect](object), refuses: mayRefuse(object, holds, options) }]
  })
}

/** "keep the old name as a deprecated alias". */
const KEEPS_OLD = /\b(?:keep|alias\w*|deprecat(?:e|ing|ion)|(?:as|a) deprecated|backwards?|compat\w*)\b/i

/** An inferred criterion has the names that must be there or gone as parts of its own, but no word that several files declare. */
function mayRefuse(
  { kind, name, expect, doubtful }: NamedObject,
  holds: Holds,
  { task, taskClass }: GateOptions,
): boolean {
  if (doubtful || holds === 'in-part') return false
  if (expect === 'deprecated') return true
  const isOwnPart = expect === 'present' || (expect === 'absent' && (kind !== 'symbol' || isOnlyCode(name)))
  return !KEEPS_OLD.test(task) && (taskClass === null || kind === 'option' || !isOwnPart)
}

const WORDS: Readonly<Record<NamedObject['expect'], (object: NamedObject) => string>> = {
  present: ({ kind, name, near }) => `there is no ${kind === 'symbol' ? '' : `${kind} `}\`${name}\`${inPlace(near)}`,
  absent: ({ name, near }) => `\`${name}\` is still there${inPlace(near)}`,
  changed: ({ name }) => `\`${name}\` is as it was`,
  made: ({ name }) => `no new code declares \`${name}\``,
  added: ({ name, near }) => `no changed code has the name \`${name}\`${inPlace(near)}`,
  deprecated: ({ name }) => `nothing says that \`${name}\` is deprecated`,
}

const inPlace = (near: string | undefined): string => (near === undefined ? '' : ` in \`${near}\``)
