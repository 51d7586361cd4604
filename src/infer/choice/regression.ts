import type { TaskReading } from '../../criteria/task/task-class.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { purposeOfName } from '../../tools/commands/script-names.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { type Candidate, isNamedScript } from '../evidence.ts'
import { impliedOnly, isConfigured } from './check-facts.ts'
import { type Check, isRunByCi, keyOf } from './checks.ts'
import { type Pick, pick } from './pick.ts'
import type { TaskPreference } from './rank.ts'

const PARTS: readonly Purpose[] = ['test', 'types', 'lint', 'format', 'build']

/** Everything that must still hold: tests and build, and what CI, documents, or a script of the project verify beside them. */
export function regressionParts(
  checks: readonly Check[],
  { breadth }: TaskReading,
  preference: TaskPreference,
  isCiElsewhere = false,
): readonly Pick[] {
  const inside = insideVerified(checks)
  const hasCi = isCiElsewhere || checks.some(({ sightings }) => sightings.some(({ layer }) => layer === 4))
  const isPart = (check: Check, purpose: Purpose): boolean => {
    if (purpose === 'test') return true
    if (isOfAnotherKind(check)) return false
    if (purpose === 'build')
      return check.main !== 'test' && (isNamed(check) || (!hasCi && check.sightings.some(({ weight }) => weight >= 20)))
    if (purpose !== 'lint' && check.main !== purpose) return false
    if (isVerified(check) || inside.has(unwrap(keyOf(check.command))) || (isCiElsewhere && isConfigured(check)))
      return true
    if (purpose === 'types') return isScript(check)
    // Without CI that says which, a linter that is merely implied belongs to "everything", too.
    return breadth === 'everything' && (isScript(check) || (purpose === 'lint' && !hasCi))
  }
  const found = PARTS.flatMap(purpose => {
    const chosen = pick(checks, purpose, preference)
    // A command that CI or documents run goes before one that only exists.
    const best =
      chosen?.options.find(check => purpose === 'test' && WHOLE_LIFE.test(check.command) && isVerified(check)) ??
      chosen?.options.find((check, at) => isPart(check, purpose) && (at === 0 || LOOKS.test(check.main)))
    return chosen === null || best === undefined
      ? []
      : [{ ...chosen, options: [best, ...chosen.options.filter(check => check !== best)] }]
  })
  const parts = [...found, ...moreInCi(checks, found)]
  const alone = aggregate(checks, parts)
  return alone === null ? withoutCovered(parts) : [alone]
}

/** What CI runs as a whole has the checks of plugins, too. */
const WHOLE_LIFE = /^(\.\/)?mvnw?( -\S+)* verify( -\S+)*$/

/** CI may run several linters, formatters, and type checkers. Each program is a part of its own. */
function moreInCi(checks: readonly Check[], found: readonly Pick[]): Pick[] {
  const chosen = found.flatMap(({ options: [best] }) => best ?? [])
  const more: Check[] = []
  for (const check of checks) {
    const isCandidate =
      !check.partial && check.folder === '' && LOOKS.test(check.main) && isRunByCi(check) && !isOfAnotherKind(check)
    if (
      isCandidate &&
      !chosen.some(one => isUnreadScript(one) && one.main === check.main) &&
      ![...chosen, ...more].some(one => isSameRun(one, check))
    )
      more.push(check)
  }
  return more.map(check => ({ purpose: check.main, options: [check], score: check.score }))
}

/** Nobody knows what it calls; what CI runs of that kind is likely the same. */
const isUnreadScript = (check: Check): boolean => isScript(check) && check.includes.length === 0

const isSameRun = (a: Check, b: Check): boolean =>
  (a.main === b.main && (runs(a, programOf(b)) || HOOKS.test(b.command))) || calls(a, b) || calls(b, a)

/** `make lint` that calls the linter with a config of its own is that linter. */
const runs = (check: Check, program: string): boolean =>
  programOf(check) === program || check.includes.some(command => programOf({ command }) === program)

/** Hooks run what other commands of CI run, too. */
const HOOKS = /\b(pre-commit|prek) run\b/

const calls = ({ includes }: Check, { command }: Check): boolean =>
  includes.some(line => unwrap(keyOf(line)) === unwrap(keyOf(command)))

const programOf = ({ command }: { readonly command: string }): string =>
  unwrap(command).split(' ').slice(0, 2).join(' ')

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
  includes.length > 1 && (LISTS_SEVERAL.test(unwrap(command)) || isNamedForAll(command))

/** `tox -e lint,docs,py3`: somebody wrote down which environments are everything. */
const LISTS_SEVERAL = /^(tox|nox)\b.*\s(-e|-s|--env|--sessions?)[= ]?[\w.-]+,/

const isNamedForAll = (command: string): boolean =>
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

const LOOKS = /^(lint|types|format)$/

/** Archives for a registry (in Python nothing is built to be tested), and `xtask ci e2e --build`, which is about another suite. */
const isOfAnotherKind = ({ command }: Check): boolean =>
  isNamelessFile(command) ||
  /[\s:_-]e2e(?=$|[\s:_-])|^(nix|cargo hack check)\s|xargs clang-format/.test(command) ||
  /^python\S* -m build\b|^(twine|check-manifest|check-wheel-contents|pyproject-build)\b|^(uv|poetry|hatch|flit|pdm) build\b|^pip wheel\b/.test(
    unwrap(command),
  )

/** `scripts/metadata.sh` may call a compiler on its way; its name promises no check. */
const isNamelessFile = (command: string): boolean => {
  const reference = referenceIn(command)
  const name =
    reference?.name
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? ''
  return reference?.runner === 'file' && purposeOfName(name) === null
}

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

/** Somebody wrote it down, and not for a release or a website only; a file in a folder of scripts, which others may call, is not enough. */
const isNamed = ({ sightings }: Check): boolean =>
  sightings.some(
    ({ fact, weight }) =>
      fact.code !== 'implied-command' &&
      weight >= 15 &&
      !(fact.code === 'script' && fact.script.runner === 'file' && fact.script.name.includes('/')),
  )

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
  // `make` by itself is its first target, which may be a part already.
  const isFirst = referenceIn(check.command)?.name === 'default' && check.includes.length > 0
  if (isFirst && check.includes.every(inner => by.includes.includes(inner))) return true
  // Alone, it runs every environment.
  const runner = /^(tox|nox)$/.exec(keyOf(unwrap(by.command)))?.[1]
  if (runner !== undefined && unwrap(check.command).startsWith(`${runner} `)) return true
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
