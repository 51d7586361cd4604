import { isTestKind } from '../../criteria/task/scope-terms.ts'
import { BUILD_SYSTEMS, SPOKEN_LANGUAGES } from '../../tools/commands/languages.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { purposeOfName } from '../../tools/commands/script-names.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { standsBehind } from './behind.ts'
import { BARE_RUNNER, impliedOnly, isConfigured, runsTool, scriptName } from './check-facts.ts'
import { type Check, extras, keyOf } from './checks.ts'
import { FOREIGN, speaks } from './language.ts'

/** What the task's own words prefer among commands of the same purpose. */
export interface TaskPreference {
  /** A tool that the task names. */
  readonly tool: string | null
  /** Others that it names beside that one. */
  readonly moreTools: readonly string[]
  /** Words of the task that no command of every project has: chrome, unit, javascript. */
  readonly words: readonly string[]
  /** Languages that the task names, or whose files it names. */
  readonly languages: readonly string[]
}

export const NO_PREFERENCE: TaskPreference = { tool: null, moreTools: [], words: [], languages: [] }

// A command made for the purpose beats one that also serves it, unless no file names the former.
const MAIN_BONUS = 200
const CONFIGURED_MAIN_BONUS = 100
const IMPLIED_MAIN_BONUS = 60
const WORD_BONUS = 150
// Outweighs the penalty of a minor language, and by less than a word of the name counts.
const LANGUAGE_BONUS = FOREIGN + 70
const TOOL_BONUS = 90
const IMPLIED_TOOL_BONUS = 40
// A report describes the last run; a command that runs and measures is better.
const STALE_REPORT = 60

// A script that happens to build on its way is made for something else.
const NAMELESS = 150

/** Commands that prove the purpose, best first. A part stands in for the whole only when the task names that part. */
export function ranked(
  checks: readonly Check[],
  purpose: Purpose,
  preference: TaskPreference,
): { check: Check; score: number }[] {
  return checks
    .flatMap(check => {
      if (check.folder !== '') return []
      const named = overlap(check, preference.words) + (isNamedAfter(check, preference.tool) ? 1 : 0)
      const tooled =
        preference.tool === null || !runsTool(check, preference.tool)
          ? 0
          : toolBonus(check, preference.tool) + (check.score < -FOREIGN / 2 ? FOREIGN : 0)
      if (!check.purposes.includes(purpose) && tooled === 0) return []
      if (check.partial && named === 0) return []
      const main = !serves(check, purpose)
        ? 0
        : !impliedOnly(check)
          ? MAIN_BONUS
          : isConfigured(check)
            ? CONFIGURED_MAIN_BONUS
            : IMPLIED_MAIN_BONUS
      const stale = purpose === 'coverage' && !check.purposes.includes('test') ? STALE_REPORT : 0
      const spoken =
        !impliedOnly(check) &&
        // "the TypeScript errors": a build that calls the type checker is no better than the type checker.
        (purpose !== 'types' || check.main !== 'build') &&
        // Nor is a line that lists several environments, of which one tests.
        (purpose !== 'test' || check.main === 'test' || check.main === 'coverage') &&
        preference.languages.some(word => [check.command, ...check.includes].some(line => speaks(line, word)))
          ? LANGUAGE_BONUS
          : 0
      const exact =
        check.score >= 0 && EXACT[purpose]?.test(scriptName(check)) === true && !isPassedOver(check, purpose, checks)
          ? EXACT_BONUS
          : 0
      const unnamed = isNamelessScript(check) && /^(build|lint|types)$/.test(purpose) ? NAMELESS : 0
      return [
        {
          check,
          isNamed: named + tooled > 0,
          words: named,
          score: check.score + main + named * WORD_BONUS + tooled + spoken + exact - stale - unnamed,
        },
      ]
    })
    .map((one, _, all) => ({ ...one, behind: standsBehind(one, purpose, preference.tool, all) ? 1 : 0 }))
    .sort(
      (a, b) =>
        a.behind - b.behind ||
        b.score - a.score ||
        (LOOKS.test(purpose) ? otherMain(a.check, purpose) - otherMain(b.check, purpose) : 0) ||
        breadth(b.check.command) - breadth(a.check.command) ||
        extras(a.check.command) - extras(b.check.command) ||
        inOrder(a.check, b.check) ||
        keyOf(a.check.command).length - keyOf(b.check.command).length ||
        (a.check.command < b.check.command ? -1 : 1),
    )
}

/** `test` beside `test:unit`: where documents name only the other script, the plain name counts for no more than any. */
const isPassedOver = (check: Check, purpose: Purpose, all: readonly Check[]): boolean =>
  check.sightings.every(({ layer }) => layer === 3) &&
  all.some(
    other =>
      other !== check &&
      other.main === purpose &&
      !other.partial &&
      other.folder === '' &&
      purposeOfName(scriptName(other)) === purpose &&
      other.sightings.some(({ layer }) => layer === 2),
  )

/** "the cmake build is broken": of two build systems, the one that the task names, however seldom the project mentions it. */
const toolBonus = (check: Check, tool: string): number =>
  BUILD_SYSTEMS.some(system => system.test(tool) && system.test(check.command))
    ? NAMED_SYSTEM_BONUS
    : impliedOnly(check)
      ? IMPLIED_TOOL_BONUS
      : TOOL_BONUS
const NAMED_SYSTEM_BONUS = 300

/** A formatter looks at less than a linter, and the other way around. */
const LOOKS = /^(lint|format)$/
const otherMain = ({ main }: Check, purpose: Purpose): number => (main === purpose ? 0 : 1)

/** Of two that the same document names, the first. */
function inOrder({ sightings: [a] }: Check, { sightings: [b] }: Check): number {
  return a !== undefined && b !== undefined && a.layer === 2 && a.source === b.source ? a.line - b.line : 0
}

/** `test:karma`, where the task names karma: the part is what was asked for. `cargo clippy` and `mix credo` are no scripts, but the tools. */
function isNamedAfter({ command }: Check, tool: string | null): boolean {
  const script = tool === null ? null : referenceIn(command)
  return script !== null && !/^(cargo|mix)$/.test(script.runner) && script.name.split(/[:_-]/).includes(tool ?? '')
}

/** `run-all-checks` tests too; it is made for no purpose in particular. */
function isBundle({ command, purposes, includes }: Check, purpose: Purpose): boolean {
  const name = referenceIn(command)?.name ?? ''
  const kinds = purposes.filter(one => one === 'test' || one === 'lint' || one === 'types')
  return (
    name !== '' && name !== 'default' && includes.length > 2 && kinds.length === 3 && purposeOfName(name) !== purpose
  )
}

/** Names that say nothing but the purpose. */
const EXACT: Partial<Record<Purpose, RegExp>> = {
  test: /^(tests?|specs?)$/i,
  build: /^(build|compile)$/i,
  lint: /^lint$/i,
  types: /^(type-?check|types|check[:-]types)$/i,
  coverage: /^(test[:-])?(coverage|cov)$/i,
}
const EXACT_BONUS = 30

/** `just idump`, whose body calls a compiler: its name promises no check. Bundles such as `make ci` do. */
function isNamelessScript(check: Check): boolean {
  const name = scriptName(check)
  return name !== '' && purposeOfName(name) === null && !/^(default|all|ci|everything|full)$/i.test(name)
}

/** Linters that look at format too are as good as a formatter for that. */
const serves = (check: Check, purpose: Purpose): boolean => servesBy(check, purpose) && !isBundle(check, purpose)

const servesBy = ({ main, purposes, command, includes }: Check, purpose: Purpose): boolean =>
  (purpose === 'build' || !BARE_RUNNER.test(command)) &&
  (main === purpose ||
    (purpose === 'format' && main === 'lint' && purposes.includes('format')) ||
    (purpose === 'lint' && main === 'format' && purposes.includes('lint') && includes.length > 0))

/** How many of the task's words the command has in its own name or arguments. */
function overlap(check: Check, words: readonly string[]): number {
  // `bun run test` is no more about Bun than any other script of the project.
  // Of a build for another machine, only that machine can be meant: "the release build" is not the one for macOS.
  const own = (/--target[= ](\S+)/.exec(check.command)?.[1] ?? check.command)
    .toLowerCase()
    .replace(/!\S+/g, '')
    .replace(/^(npm|pnpm|yarn|bun|deno task|npx|bunx)\s+(run\s+)?/, '')
    .split(/[^a-z0-9]+/)
  return words.filter(word => word.split('-').every(piece => own.some(part => isSame(part, piece)))).length
}

/** `js:test` is about JavaScript, `testacc` about acceptance, `func-test` about functional tests. */
function isSame(part: string, word: string): boolean {
  if (part === word || (word.length > 3 && part.startsWith(word))) return true
  if (word === 'library' && part === 'lib') return true
  if (SPOKEN_LANGUAGES.get(word) === part && part.length > 1) return true
  if (word === 'integration' && /^(i(nt)?tests?|it|integ)$/.test(part)) return true
  const kind = /^test(\w{3,})$/.exec(part)?.[1] ?? part
  return kind.length > 2 && word.length > 7 && isTestKind(word) && word.startsWith(kind)
}

/** Of two equals the one that looks at more. */
const breadth = (command: string): number =>
  /--workspace|--all\b|\.\/\.\.\.|--all-targets|--all-features/.test(command) ? 1 : 0
