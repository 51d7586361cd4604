import { isTestKind } from '../../criteria/task/scope-terms.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { impliedOnly, runsTool } from '../choice/check-facts.ts'
import type { Check } from '../choice/checks.ts'
import { speaks } from '../choice/language.ts'
import { type Pick, pick } from '../choice/pick.ts'
import { NO_PREFERENCE } from '../choice/rank.ts'
import { featureOptions, withFeatures } from '../scope/cargo-features.ts'
import { membersOf, partsOf } from '../scope/members.ts'
import { onNamedTest } from '../scope/named-tests.ts'
import { dotnetKind, scopedChecks } from '../scope/scoped-commands.ts'
import type { Material } from './material.ts'

/** A folder limits a run only where its tests are what the task is about; a change in a folder may break any test. */
const isForScope = ({ scope, reading, task }: Material): boolean =>
  (scope.member !== null || reading.class === 'test-pass') && !EVERYWHERE.test(task) && !TESTS_ELSEWHERE.test(task)

/** "fix crates/lib, and add a test to the cli tests": the test that proves it is in another part. */
const TESTS_ELSEWHERE =
  /\b(?:add|extend|write|put|include|with)\b[^.;]{0,30}\b(?:tests?|cases?|specs?)\b (?:to|in|into|under) (?:the |our )?(?:\w+[ -])?(?:tests?|specs?|suite)\b/i

const EVERYWHERE =
  /\b(?:all|every|each|other) (?:\w+ )?(?:packages?|crates?|modules?|projects?|workspaces?)\b|\bthe (?:whole |entire |full )?workspace\b/i

/** Commands for the scope where the task has one and the part has its own, else those of the whole. */
export function pickInScope(material: Material, purpose: Purpose): Pick | null {
  const found = pickForScope(material, purpose)
  if (found === null) return null
  const features = featureOptions(material.task, material.project)
  const options = purpose === 'test' ? onNamedTest(found.options, material.task, material.project) : found.options
  return { ...found, options: features === null ? options : withFeatures(options, features) }
}

function pickForScope(material: Material, purpose: Purpose): Pick | null {
  const { project, gathered, scope, preference } = material
  const kinds = preference.words.filter(word => /^(unit|integration|functional|e2e|acceptance)$/.test(word))
  const own = [
    ...(isForScope(material) ? scopedChecks(project, scope, gathered.checks, gathered.candidates) : []),
    ...(purpose === 'test' ? dotnetKind(project, preference.words) : []),
  ]
  const named = (checks: readonly Check[]): boolean =>
    preference.tool !== null && checks.some(check => runsTool(check, preference.tool ?? ''))
  // "ESLint complains about crates/x": the tool is the root's, whatever the part has.
  const elsewhere =
    (!named(own) && named(gathered.checks)) ||
    ((scope.member === null || TEST_FOLDER.test(scope.member.folder)) && hasOwnKind(material, purpose))
  const documented =
    purpose === 'docs'
      ? pick(
          gathered.checks.filter(check => !impliedOnly(check)),
          purpose,
          preference,
        )
      : null
  const inScope = elsewhere ? null : pick(own, purpose, { ...preference, words: kinds })
  // The part has a linter, and only the root has the formatter that is asked for.
  const isOther = inScope?.options[0]?.purposes.includes(purpose) === false
  const ofRoot = inScope !== null && !isOther ? null : pick(gathered.checks, purpose, preference)
  const isBetter = ofRoot?.options[0]?.purposes.includes(purpose) === true
  const elsewherePart = inScope === null ? inOnlyPart(material, purpose) : null
  return (
    documented ??
    (isOther && isBetter ? ofRoot : inScope) ??
    elsewherePart ??
    ofRoot ??
    inEveryMember(material, purpose)
  )
}

/** "eslint fails in the frontend", "the tests of the Python wrapper": only one part has that tool or language, and the root has not. */
function inOnlyPart({ project, gathered, preference }: Material, purpose: Purpose): Pick | null {
  const { tool, languages } = preference
  const fits = (check: Check): boolean =>
    tool !== null
      ? runsTool(check, tool)
      : languages.some(word => [check.command, ...check.includes].some(line => speaks(bare(line), word)))
  if ((tool === null && languages.length === 0) || gathered.checks.some(check => check.folder === '' && fits(check)))
    return null
  const found = membersOf(project).flatMap(member => {
    const checks = scopedChecks(project, { member, folder: member.folder, strength: 3 }, [], gathered.candidates)
    const own = pick(checks.filter(fits), purpose, NO_PREFERENCE)
    return own === null ? [] : [own]
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

const bare = (line: string): string => line.replace(/^cd \S+ && /, '')

const TEST_FOLDER = /^(?:tests?|specs?|e2e|__tests__)$/

/** "the e2e cases in integrationtest/x fail", where there is `make e2e`: the folder is run by that. */
const hasOwnKind = ({ gathered, preference }: Material, purpose: Purpose): boolean =>
  purpose === 'test' &&
  preference.words.some(isTestKind) &&
  pick(gathered.checks, purpose, preference)?.options[0]?.partial === true

/** The root has no such check: each part that has one runs it in its own folder. */
export function inEveryMember({ project, gathered }: Material, purpose: Purpose): Pick | null {
  const found = partsOf(project).flatMap(member => {
    const checks = scopedChecks(project, { member, folder: member.folder, strength: 3 }, [], gathered.candidates)
    const best = pick(checks, purpose, NO_PREFERENCE)?.options[0]
    return best === undefined ? [] : [best]
  })
  const [first] = found
  if (first === undefined) return null
  const command = found.length === 1 ? first.command : found.map(check => `(${check.command})`).join(' && ')
  const all: Check = { ...first, command, sightings: found.flatMap(({ sightings }) => sightings), includes: [] }
  return { purpose, options: [all], score: Math.min(...found.map(({ score }) => score)) }
}
