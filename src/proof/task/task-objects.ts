import { keepsOldName } from '../../criteria/task/keeps-old-name.ts'
import type { NamedObject } from '../../criteria/task/named-object.ts'
import { namedObjects } from '../../criteria/task/named-objects.ts'
import { lastPart } from '../../criteria/task/renames.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { finding } from '../finding-words.ts'
import type { GateOptions } from '../options.ts'
import type { ProofCase } from '../proof-case.ts'
import { copiedCode } from './copied-code.ts'
import { unfilledFiles } from './filled-files.ts'
import { type Holds, holdsNow, stillIn } from './holds-now.ts'
import { unmetSetup } from './named-setup.ts'
import { missingVersion } from './named-version.ts'
import { isOnlyCode, readTreeCode, type TreeCode, usedIn } from './tree-code.ts'
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
    ...copiedCode(options.task, code).map(says => ({ says, refuses: true })),
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
    if (holds === 'yes' && isOnlyInTests(object, named, { task: options.task, code }))
      return [{ says: `\`${object.name}\` appears only in tests`, refuses: mayRefuse(object, 'no', options) }]
    const isSaid = named.some(
      other => other.expect === 'added' && object.expect === 'present' && other.name === object.name,
    )
    if (holds === 'yes' || (isSaid && options.taskClass === null)) return []
    const places = object.expect === 'absent' ? stillIn(object, code) : []
    return [{ says: WORDS[object.expect](object, places), refuses: mayRefuse(object, holds, options) }]
  })
}

const FOR_TESTS =
  /\b(?:in|to|for|of|into|by|from)\s(?:the |our |all |your )?(?:\w+ )?(?:tests?|specs?|test\s\w+)\b|\btest(?:ing|s)?\s(?:\w+ )?(?:helper|util\w*|double|case|class|function|suite|file|method|data)s?\b|\bfixtures?\b|\b(?:mock|stub|fake)s?\b|\b(?:add|write|create|extend|introduce|implement|split|move|rename) (?:(?:an?|the|some|more|new|unit|missing|integration|regression|further|another) ){0,3}(?:tests?|specs?)\b/i

/** A sentence about the tests themselves: "the tests repeat the login". */
const OF_TESTS = /^\s*(?:the |our |all |some |many |several )*(?:\w+ )?(?:tests?|specs?|test suite)\b(?! (?:for|of) )/i

/** What a task adds to a program, and what only its tests have. */
function isOnlyInTests(
  object: NamedObject,
  named: readonly NamedObject[],
  { task, code }: { readonly task: string; readonly code: TreeCode },
): boolean {
  const { kind, expect, name, near } = object
  const isNew = kind === 'symbol' && expect === 'present' && near === undefined && isOnlyCode(name)
  if (!isNew || named.some(other => other.expect === 'absent') || /^(?:test|spec|bench|example|fuzz)/i.test(name))
    return false
  const own = lastPart(name)
  const clauses = task.split(/[.,;:](?=\s|$)|\n|\s(?:and|with|plus|including)\s/)
  const isForTests = (clause: string): boolean => clause.includes(own) && FOR_TESTS.test(clause)
  if (clauses.some(clause => isForTests(clause) || OF_TESTS.test(clause))) return false
  const places = usedIn({ ...object, name: own }, code)
  return places.length > 0 && places.every(path => kindOf(path) === 'test')
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
