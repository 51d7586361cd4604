import { referenceIn } from '../../tools/commands/script-book.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { isNamedScript } from '../evidence.ts'
import { BARE_RUNNER, impliedOnly, runsTool, scriptName } from './check-facts.ts'
import { type Check, isRunByCi, keyOf } from './checks.ts'

/** A command that competes, and how much the task's own words speak for it. */
interface Competitor {
  readonly check: Check
  readonly isNamed: boolean
  /** How many of the task's words it has in its own name. */
  readonly words: number
}

/** Another command of the same kind is what the task means, whatever the weights say. */
export const standsBehind = (
  { check, isNamed, words }: Competitor,
  purpose: Purpose,
  tool: string | null,
  all: readonly Competitor[],
): boolean =>
  buildsAsSideEffect(check, purpose, all) ||
  isPartOfAnother(check, purpose, all) ||
  isVariantOfAnother(check, words, all) ||
  lacksTool(check, purpose, tool, all) ||
  isOutrun(check, purpose, tool, all) ||
  hasLookingTwin(check, all) ||
  (!isNamed && isCalledByDefault(check, purpose, all))

/** `test:e2e:async` beside `test:e2e`, where the task says no more than "e2e": the name of the whole is the shorter one. */
const isVariantOfAnother = (check: Check, words: number, all: readonly Competitor[]): boolean => {
  const name = scriptName(check)
  return (
    check.partial &&
    name !== '' &&
    all.some(other => {
      const whole = scriptName(other.check)
      return (
        whole !== '' &&
        other.check.partial &&
        other.check.main === check.main &&
        other.words >= words &&
        other.words > 0 &&
        name.startsWith(whole) &&
        /^[:_-]/.test(name.slice(whole.length))
      )
    })
  )
}

/** "dialyzer complains", where one command runs it: a compiler that looks at types too is not what is meant. */
const lacksTool = (check: Check, purpose: Purpose, tool: string | null, all: readonly Competitor[]): boolean =>
  tool !== null &&
  /^(types|lint|format)$/.test(purpose) &&
  !runsTool(check, tool) &&
  !mayRunAnything(check) &&
  all.some(({ check: other }) => other.main === purpose && !other.partial && runsTool(other, tool))

/** `tox -e mypy`, where CI checks the types by `nox -s pep484`: what is run counts more than what has the name. */
const isOutrun = (check: Check, purpose: Purpose, tool: string | null, all: readonly Competitor[]): boolean =>
  purpose === 'types' &&
  tool !== null &&
  check.sightings.every(({ layer }) => layer === 3) &&
  all.some(
    ({ check: other }) =>
      other.main === purpose &&
      !other.partial &&
      isRunByCi(other) &&
      (runsTool(other, tool) || (mayRunAnything(other) && referenceIn(other.command) !== null)),
  )

/** Hooks and sessions whose lines were not read. */
const mayRunAnything = ({ command, includes }: Check): boolean =>
  /\b(pre-commit|prek|lefthook|trunk|tox|nox)\b/.test(command) ||
  (includes.length === 0 && !/^(mix|cargo)$/.test(referenceIn(command)?.runner ?? 'mix'))

/** `swift test` also builds; where the same tool has a command for just that, that one is used. */
const buildsAsSideEffect = (check: Check, purpose: Purpose, all: readonly { check: Check }[]): boolean =>
  purpose === 'build' &&
  check.main === 'test' &&
  check.includes.length === 0 &&
  BUILDS.test(check.command) &&
  all.some(({ check: other }) => other.main === 'build' && firstWord(other.command) === firstWord(check.command))

/** `make mypy` beside `make typecheck`, which calls it: the whole is what "the types" means, unless the part was named. */
const isPartOfAnother = (check: Check, purpose: Purpose, all: readonly { check: Check }[]): boolean =>
  /^(types|lint|format)$/.test(purpose) &&
  all.some(
    ({ check: other }) =>
      other !== check &&
      other.main === purpose &&
      !other.partial &&
      !impliedOnly(other) &&
      other.purposes.every(one => check.purposes.includes(one) || /^(types|lint|format)$/.test(one)) &&
      other.includes.length > Math.max(check.includes.length, 1) &&
      (other.includes.some(line => keyOf(line) === keyOf(check.command)) ||
        (check.includes.length > 0 && check.includes.every(line => other.includes.includes(line)))),
  )

/** `lint` beside `lint-check`: where a script says that it only looks, the other may rewrite. */
const hasLookingTwin = (check: Check, all: readonly { check: Check }[]): boolean => {
  const name = scriptName(check)
  const twins = [`${name}-check`, `${name}:check`, `check-${name}`, `check:${name}`, `${name}_check`]
  return (
    /^(lint|format)$/.test(check.main) &&
    name !== '' &&
    all.some(({ check: other }) => !other.partial && other.main === check.main && twins.includes(scriptName(other)))
  )
}

/** `rake spec` and `rake test`, where CI and documents run only `rake`, which calls both: one of them is not the suite. */
const isCalledByDefault = (check: Check, purpose: Purpose, all: readonly { check: Check }[]): boolean =>
  purpose === 'test' &&
  check.main === 'test' &&
  check.sightings.every(({ layer }) => layer === 3) &&
  all.some(
    ({ check: whole }) =>
      BARE_RUNNER.test(whole.command) &&
      // Bare `make` is how one builds.
      whole.command !== 'make' &&
      whole.main === 'test' &&
      whole.sightings.some(({ layer, weight }) => layer !== 3 && weight >= 15) &&
      (!check.sightings.some(isNamedScript) ||
        whole.includes.some(line => keyOf(line) === keyOf(check.command) || unwrap(line) === unwrap(check.command))),
  )

const BUILDS = /^(swift|dotnet|cabal|stack|zig|dune|bazel|bazelisk) /
const firstWord = (command: string): string => command.split(' ')[0] ?? ''
