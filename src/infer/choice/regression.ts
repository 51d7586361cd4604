import type { TaskReading } from '../../criteria/task/task-class.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { type Candidate, isNamedScript } from '../evidence.ts'
import { type Check, keyOf } from './checks.ts'
import { type Pick, pick } from './pick.ts'
import { impliedOnly, isConfigured, type TaskPreference } from './rank.ts'

const PARTS: readonly Purpose[] = ['test', 'types', 'lint', 'format', 'build']

/** Everything that must still hold: what CI and documents verify, and at least tests and build. */
export function regressionParts(
  checks: readonly Check[],
  { breadth }: TaskReading,
  preference: TaskPreference,
  isCiElsewhere = false,
): Pick[] {
  const inside = insideVerified(checks)
  const ciTells = tellsAll(checks)
  const hasCi = isCiElsewhere || checks.some(({ sightings }) => sightings.some(({ layer }) => layer === 4))
  const isLookedAt = checks.some(check => LOOKS.test(check.main) && !check.partial && isVerified(check))
  const found = PARTS.flatMap(purpose => {
    const chosen = pick(checks, purpose, preference)
    // A command that CI or documents run goes before one that only exists.
    const best = chosen?.options.find(
      (check, at) =>
        wanted(purpose, check, { breadth, inside, isCiElsewhere, isLookedAt, ciTells, hasCi }) &&
        (at === 0 || !/^(test|build)$/.test(check.main)),
    )
    return chosen === null || best === undefined
      ? []
      : [{ ...chosen, options: [best, ...chosen.options.filter(check => check !== best)] }]
  })
  const alone = aggregate(checks, found)
  return alone === null ? withoutCovered(found) : [alone]
}

/** One command that the maintainers run for everything, where it does all that the parts would. */
function aggregate(checks: readonly Check[], parts: readonly Pick[]): Pick | null {
  const needed = parts.map(({ purpose }) => purpose).filter(purpose => purpose !== 'build')
  const whole = checks
    .filter(
      check =>
        !check.partial &&
        check.folder === '' &&
        check.purposes.includes('test') &&
        needed.every(purpose => check.purposes.includes(purpose)),
    )
    .filter(
      check =>
        (check.purposes.length > 2 &&
          (check.sightings.some(({ layer, weight }) => layer === 2 && weight >= 90) ||
            /(^|\/)cibuild$/.test(check.command))) ||
        callsEach(check, parts) ||
        isRunAsWhole(check, checks),
    )
    .filter(check => check.includes.length !== 1 && needed.length + (check.includes.length === 0 ? 2 : 0) > 1)
    .sort((a, b) => b.score - a.score || a.command.length - b.command.length)[0]
  return whole === undefined ? null : { purpose: 'test', options: [whole], score: whole.score }
}

/** Everything at once, by a name that says so, or by none: CI or documents run it, and what else CI runs is in it. */
function isRunAsWhole(check: Check, all: readonly Check[]): boolean {
  const called = new Set(check.includes.map(line => unwrap(keyOf(line))))
  return (
    isForEverything(check) &&
    check.sightings.some(isRun) &&
    all
      .filter(one => one !== check && !one.partial && one.folder === '' && /^(test|lint|types|format)$/.test(one.main))
      .filter(({ sightings }) => sightings.some(({ layer, weight }) => layer === 4 && weight >= 40))
      .every(
        one => called.has(unwrap(keyOf(one.command))) || unwrap(keyOf(one.command)) === unwrap(keyOf(check.command)),
      )
  )
}

const isForEverything = ({ command, includes }: Check): boolean =>
  includes.length > 1 &&
  /^(default|all|ci|everything|full|(all|pr|run|check)?[-_:]?(checks|all)|pre-?(commit|push|flight|pr)|validate|verify|qa|gate)$/i.test(
    referenceIn(command)?.name ?? '',
  )

/** A target that calls exactly the chosen parts by their names is their short form. */
function callsEach({ includes, sightings }: Check, parts: readonly Pick[]): boolean {
  const called = new Set(includes.map(keyOf))
  const own = parts.filter(({ purpose, options: [best] }) => purpose !== 'build' || (best && !impliedOnly(best)))
  return (
    own.length > 1 &&
    sightings.some(isNamedScript) &&
    own.every(({ options: [best] }) => best !== undefined && called.has(keyOf(best.command)))
  )
}

/** CI that runs the tests and more says what a change must pass; what it leaves out is for other occasions. */
function tellsAll(checks: readonly Check[]): boolean {
  const run = checks.filter(
    ({ partial, sightings }) => !partial && sightings.some(({ layer, weight }) => layer === 4 && weight >= 40),
  )
  return run.some(({ main }) => main === 'test') && run.some(({ main }) => main !== 'test')
}

/** Tests and build belong to every gate; the rest when CI, documents, or a script of the project ask for it. */
function wanted(
  purpose: Purpose,
  check: Check,
  { breadth, inside, isCiElsewhere, isLookedAt, ciTells, hasCi }: Demand,
): boolean {
  const verified =
    isVerified(check) || inside.has(unwrap(keyOf(check.command))) || (isCiElsewhere && isConfigured(check))
  if (purpose === 'test') return true
  if (purpose === 'build')
    return (
      check.main !== 'test' &&
      (verified || (!ciTells && check.sightings.some(one => one.weight >= 20 && !isPlainFile(one))))
    )
  if (purpose === 'format') return verified && check.main === 'format'
  if (purpose === 'types') return check.main === 'types' && (verified || isScript(check))
  // Without CI and documents that say which, the linters that the project has or implies belong to "everything".
  return verified || (breadth === 'everything' && !isLookedAt && (isScript(check) || !hasCi))
}

interface Demand {
  readonly breadth: TaskReading['breadth']
  readonly inside: ReadonlySet<string>
  readonly isCiElsewhere: boolean
  /** CI runs the tests and more, so it says what is run. */
  readonly ciTells: boolean
  /** CI runs at least one of the checks. */
  readonly hasCi: boolean
  /** Maintainers run a linter, a formatter, or a type checker; then what they do not run is no part of the gate. */
  readonly isLookedAt: boolean
}

const LOOKS = /^(lint|types|format)$/

const isVerified = ({ sightings }: Check): boolean =>
  sightings.some(
    ({ layer, weight, command }) =>
      // A pinned toolchain makes a line less typical, not less verified.
      (layer === 4 && weight >= (/^cargo \+/.test(command) ? 25 : 40)) || (layer === 2 && weight >= 30),
  )

/** A bare runner counts less than a named script, but is still run. */
const isRun = ({ layer, weight }: Candidate): boolean => (layer === 4 || layer === 2) && weight >= 15

/** What a bundle calls that CI or documents run is verified with it. */
const insideVerified = (checks: readonly Check[]): ReadonlySet<string> =>
  new Set(
    checks
      .filter(({ partial, includes, sightings }) => !partial && includes.length > 1 && sightings.some(isRun))
      .flatMap(({ includes }) => includes.map(inner => unwrap(keyOf(inner)))),
  )

/** A file in a folder of scripts, which others may call, and that neither CI nor documents run. */
const isPlainFile = ({ fact }: Candidate): boolean =>
  fact.code === 'script' && fact.script.runner === 'file' && fact.script.name.includes('/')

const isScript = ({ sightings }: Check): boolean => sightings.some(isNamedScript)

/** A command that another chosen one calls, or does as its second purpose, need not be run twice. */
function withoutCovered(picks: readonly Pick[]): Pick[] {
  const kept: Pick[] = []
  for (const one of picks) {
    const check = one.options[0]
    if (check === undefined || kept.some(other => other.options[0]?.command === check.command)) continue
    const covered = picks.some(other => {
      const by = other.options[0]
      return other !== one && by !== undefined && by.command !== check.command && covers(by, check, one.purpose)
    })
    if (!covered) kept.push(one)
  }
  return kept
}

function covers(by: Check, check: Check, purpose: Purpose): boolean {
  const key = keyOf(check.command)
  if (by.includes.some(inner => keyOf(inner) === key)) return true
  if (/\bgradlew?\b/.test(by.command) && /\bbuild\b/.test(by.command))
    return (
      /\bgradlew?\b.*\b(test|check|assemble)\b/.test(check.command) ||
      (/\bgradlew?\b.*\bspotlessCheck\b/.test(check.command) && !isVerified(check))
    )
  if (/\bmvnw?\b.*\bverify\b/.test(by.command)) return /\bmvnw?\b.*\b(test|package|compile)\b/.test(check.command)
  const switchless = by.command.replace(/ -D\w+=ON(?= &&)/, '')
  if (by.command.startsWith('cmake') && switchless.startsWith(`${check.command} &&`)) return true
  if (/^meson setup/.test(by.command) && /meson test/.test(by.command)) return /meson compile/.test(check.command)
  // What no file asks for is not added to a command of the project that does it already.
  if (impliedOnly(check) && !impliedOnly(by) && by.purposes.includes(purpose) && purpose !== 'test') return true
  // A bundle that does this too, where neither CI nor documents run it by itself.
  return (
    purpose !== 'test' &&
    by.purposes.includes(purpose) &&
    by.main === 'test' &&
    by.includes.length > 1 &&
    !check.sightings.some(({ layer }) => layer === 4 || layer === 2)
  )
}
