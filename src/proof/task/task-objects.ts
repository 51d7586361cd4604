import { keepsOldName } from '../../criteria/task/keeps-old-name.ts'
import type { NamedObject } from '../../criteria/task/named-object.ts'
import { namedObjects } from '../../criteria/task/named-objects.ts'
import { finding } from '../finding-words.ts'
import type { GateOptions } from '../options.ts'
import type { ProofCase } from '../proof-case.ts'
import { unfilledFiles } from './filled-files.ts'
import { type Holds, holdsNow, stillIn } from './holds-now.ts'
import { unmetSetup } from './named-setup.ts'
import { missingVersion } from './named-version.ts'
import { isOnlyCode, readTreeCode, type TreeCode } from './tree-code.ts'
import { onlyTestsRemoved } from './unremoved.ts'
import { unchangedWrongTest } from './wrong-test.ts'

/**
 * Compares the tree with the names in the task: a file to rename is still there, a function to add is nowhere. A criterion that failed
 * before the first turn decides alone, so this only warns. One that passed then shows nothing about the task, so this refuses, unless
 * the sentence or the tree can be read in another way.
 */
export async function taskObjectsStep({ options, record, log }: ProofCase): Promise<void> {
  const named = namedObjects(options.task)
  const code = await readTreeCode(options)
  // The test that passes now is the wrong one, so it shows nothing.
  const wrong = unchangedWrongTest(options.task, code)
  if (wrong !== null) return log.refused('task', [finding('task-contradicted', 'unproven', { details: [wrong] })])
  const unremoved = onlyTestsRemoved(options.task, code)
  const setup = unmetSetup(options.task, code)
  const version = setup.length > 0 ? null : missingVersion(options.task, code)
  const found = [
    ...contradictions(options, named, code),
    ...(await unfilledFiles(options)).map(says => ({ says, refuses: true })),
    ...(unremoved === null ? [] : [{ says: unremoved, refuses: true }]),
    ...setup,
    ...(version === null ? [] : [version]),
  ]
  if (named.length === 0 && found.length === 0) return
  if (found.length === 0) return log.ok('task', 'the files and names in the task are as it asks')
  const refusing = record.green ? found.filter(({ refuses }) => refuses) : []
  const details = (refusing.length > 0 ? refusing : found).map(({ says }) => says)
  const reported = finding('task-contradicted', refusing.length > 0 ? 'unproven' : null, { details })
  if (refusing.length > 0) log.refused('task', [reported])
  else log.noted('task', [reported], 'the tree contradicts the task')
}

interface Contradiction {
  readonly says: string
  readonly refuses: boolean
}

function contradictions(options: GateOptions, named: readonly NamedObject[], code: TreeCode): Contradiction[] {
  return named.flatMap(object => {
    const holds = holdsNow(object, code)
    const isSaid = named.some(
      other => other.expect === 'added' && object.expect === 'present' && other.name === object.name,
    )
    if (holds === 'yes' || (isSaid && options.taskClass === null)) return []
    const places = object.expect === 'absent' ? stillIn(object, code) : []
    return [{ says: WORDS[object.expect](object, places), refuses: mayRefuse(object, holds, options) }]
  })
}

/** An inferred criterion has the names that must be there or gone as parts of its own, but no word that several files declare. */
function mayRefuse(
  { kind, name, expect, doubtful }: NamedObject,
  holds: Holds,
  { task, taskClass }: GateOptions,
): boolean {
  if (doubtful || holds === 'in-part') return false
  if (expect === 'deprecated') return true
  const isOwnPart = expect === 'present' || (expect === 'absent' && (kind !== 'symbol' || isOnlyCode(name)))
  return !keepsOldName(task) && (taskClass === null || kind === 'option' || !isOwnPart)
}

const WORDS: Readonly<Record<NamedObject['expect'], (object: NamedObject, places: readonly string[]) => string>> = {
  present: ({ kind, name, near }) => `there is no ${kind === 'symbol' ? '' : `${kind} `}\`${name}\`${inPlace(near)}`,
  absent: ({ name, near }, places) =>
    `\`${name}\` is still there${places.length === 0 ? inPlace(near) : inPlaces(places)}`,
  changed: ({ name }) => `\`${name}\` is unchanged`,
  made: ({ name }) => `no new code declares \`${name}\``,
  added: ({ name, near }) => `no changed code has the name \`${name}\`${inPlace(near)}`,
  moved: ({ name }) => `no other file declares \`${name}\``,
  deprecated: ({ name }) => `nothing marks \`${name}\` as deprecated`,
}

const MOST_PLACES = 3

function inPlaces(places: readonly string[]): string {
  const more = places.length - MOST_PLACES
  const named = places.slice(0, MOST_PLACES).map(path => `\`${path}\``)
  return ` in ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

const inPlace = (near: string | undefined): string => (near === undefined ? '' : ` in \`${near}\``)
