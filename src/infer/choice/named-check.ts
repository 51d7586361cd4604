import { isFunctionWords } from '../../criteria/request/function-words.ts'
import { checksSpokenOf } from '../../criteria/task/check-words.ts'
import { isCommonWord } from '../../criteria/task/scope-terms.ts'
import { hazardOf } from '../../tools/commands/hazards.ts'
import { judge } from '../../tools/commands/judge.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { scriptsOf } from '../../tools/manifests/folder-scripts.ts'
import { invocation, packageManager } from '../../tools/manifests/package-manager.ts'
import type { Project } from '../../tools/manifests/project.ts'
import { unquoted, words } from '../../tools/shell/shell-text.ts'
import { inItsFolder } from '../candidates.ts'
import { ciSteps, wholeOrParts } from '../ci/layer.ts'
import type { EvidencePlace } from '../evidence.ts'
import { projectNames } from '../task/project-names.ts'
import { extras } from './checks.ts'
import { isLanguage } from './language.ts'
import { resolves } from './resolve.ts'

/** A check of the project that the task calls by its name: a script, a session, a step of CI, or a program that CI runs. */
export interface NamedCheck extends EvidencePlace {
  readonly command: string
  /** The name, as the task has it. */
  readonly name: string
  /** The name is one that every project could use: a kind of check, or a tool that we know. */
  readonly isGeneral: boolean
}

interface Nameable extends EvidencePlace {
  readonly command: string
  readonly names: readonly string[]
  /** Those of the names that are programs. */
  readonly programs: readonly string[]
  /** A file that can be run: its name alone may mean that it should be changed. */
  readonly isFile: boolean
  /** What CI calls it. Such a name may be a mere kind: "unit tests". */
  readonly labels: readonly string[]
  readonly weight: number
}

interface Mention {
  readonly text: string
  readonly key: string
  /** The task calls it a step, a job, a target. */
  readonly isStep: boolean
  /** The task says that it fails, complains, or must pass. */
  readonly isJudged: boolean
}

/** What the task says must pass, or fails, by name; one for each name, in the order of the task. */
export function namedChecks(task: string, project: Project): NamedCheck[] {
  const said = mentionsIn(task)
  if (said.length === 0) return []
  const known = nameables(project)
  const found = said.flatMap((mention): NamedCheck[] => {
    const { text, key } = mention
    const [best] = known
      .filter(one => isMeant(mention, one))
      .sort((a, b) => b.weight - a.weight || extras(a.command) - extras(b.command))
    if (best === undefined) return []
    const looks = known.find(({ names }) => names.includes(`${key}check`) || names.includes(`check${key}`))
    const { command, layer, source, line } = looks ?? best
    // "the docs session", where there is one: a general word, but called by its name.
    const isOwn = mention.isStep && !isCommonWord(text)
    return [{ command, layer, source, line, name: text, isGeneral: isGeneral(text) && !isOwn }]
  })
  return [...new Map(found.map(one => [one.command, one])).values()]
}

/** A program that CI runs needs no more than its name; a script's or a step's name may be an ordinary word. */
function isMeant(
  { text, key, isStep, isJudged }: Mention,
  { names, labels, programs, isFile, layer }: Nameable,
): boolean {
  if (isGeneral(text) && !isTool(text))
    return names.includes(key) && (isStep || (isJudged && layer === 3 && /\w[ :_-]\w/.test(text)))
  if (names.includes(key)) return isJudged || isStep || (hasOddName(text) && !isFile) || programs.includes(key)
  return labels.includes(key) && (isJudged || isStep) && !(isLanguage(text.toLowerCase()) && !isStep)
}

const isTool = (text: string): boolean => SPOKEN_NAMES.some(([pattern]) => pattern.exec(text)?.[0] === text)
const isGeneral = (text: string): boolean => isCommonWord(text) || checksSpokenOf(text).length > 0

const keyOf = (name: string): string =>
  name
    .replace(/\.(sh|bash|py|[cm]?[jt]s|rb|pl|php)$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** What people call a part of their checks after its name. */
const NOUN =
  /^(?:steps?|jobs?|checks?|targets?|scripts?|tasks?|env(?:ironment)?s?|sessions?|hooks?|workflows?|stages?|gates?|validation|run)$/i
const ONE_STEP = /^(?:step|job|target|script|session|env|environment|task|hook|workflow|stage)$/i
const STATE =
  /^(?:fail(?:s|ed|ing|ure|ures)?|red|broken?|breaks|pass(?:es|ed|ing)?|green|clean|complain(?:s|ed|ing|ts)?|succeeds?|through|reports?|reporting|flags|flagged|found|finds|rejects?|whin(?:es|ing)|nag(?:s|ging)|screams?|moans?|chokes?|happy|unhappy|quiet|prints?|bark(?:s|ing)|errors?|diffs?|outdated|stale|moaning|screaming|choking|says|said|emits|blows|dies|died|opinions|slipped|drifted|accepts?|silent)$/i
const MADE =
  /\b(?:add|create|write|introduce|rename|remove|delete|drop|new|extend|implement|support|document|bump|upgrade|update|port|migrate)\s+(?:(?:an?|the|our|another|support|for|new)\s+)*$/i
const LIGHT = /^(?:stops?|start(?:s|ed)|began|begins|keeps?|currently|suddenly)$/i
const FAR = 6

/** Words that the task uses like the name of a check: it fails, it must pass, or it is called a step. */
function mentionsIn(task: string): Mention[] {
  const tokens = [...task.matchAll(/[\p{L}\d@][\p{L}\d_@:./+-]*/gu)].map(({ 0: raw, index }) => {
    const text = raw.replace(/[.:/+-]+$/, '')
    return { text, start: index, end: index + text.length }
  })
  return tokens
    .flatMap((first, at) =>
      [first, tokens[at + 1]].flatMap(last => {
        if (last === undefined || !/^ ?$/.test(last === first ? '' : task.slice(first.end, last.start))) return []
        return mentionOf(task, first.start, last.end)
      }),
    )
    .concat(quotedIn(task))
}

/** "Verify Code Generation" in quotes: a step by its whole name. */
const quotedIn = (task: string): Mention[] =>
  [...task.matchAll(/["“`]([\p{L}][^"”`]{3,50})["”`]/gu)].flatMap(({ 1: name = '', index }) =>
    mentionOf(task, index + 1, index + 1 + name.length),
  )

function mentionOf(task: string, start: number, end: number): Mention[] {
  const text = task.slice(start, end)
  if (keyOf(text).length < 3 || !/[a-z]{2}/i.test(text) || MADE.test(task.slice(0, start).replace(/["“`]$/, '')))
    return []
  const after = task.slice(end).replace(/^["'”`)]+/, '')
  return [
    {
      text,
      key: keyOf(text),
      isStep: ONE_STEP.test(/^\s+([\w-]+)/.exec(after)?.[1] ?? ''),
      isJudged: isCheckHere(text, after),
    },
  ]
}

/** "`x` step", "x over src", "x must pass", "x and y are red"; not "x fails when". */
function isCheckHere(text: string, after: string): boolean {
  const [sentence = ''] = after.replace(/^["'`)]+/, '').split(/[.;!?](?=\s|$)|,\s(?!and\b)/)
  const next = sentence
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, FAR + 2)
  const [first = ''] = next
  if (/^over$/i.test(first) || (NOUN.test(first) && !isGeneral(text))) return true
  const state = next.findIndex(word => STATE.test(word))
  const between = next.slice(0, Math.max(state, 0))
  return (
    state >= 0 &&
    !/^(?:when|if|to)$/i.test(next[state + 1] ?? '') &&
    (hasOddName(text) ||
      between.every(word => isFunctionWords(word) || LIGHT.test(word) || NOUN.test(word) || /[./+&]/.test(word)))
  )
}

const hasOddName = (text: string): boolean => /\w[:_-]\w|[a-z][A-Z]|\.\w+$/.test(text)

function nameables(project: Project): Nameable[] {
  const book = scriptsOf(project, '')
  const manager = packageManager(project)
  const scripts = book.all().flatMap((script): Nameable[] => {
    const command = invocation(script, manager, project)
    const { problem } = judge(command, book)
    const sighting = { command, folder: '', layer: 3, fact: { code: 'script', script, command } } as const
    if ((problem !== null && problem !== 'unknown') || /[%$]/.test(script.name) || !resolves(sighting, project))
      return []
    return [
      {
        command,
        names: [keyOf(script.name), keyOf(script.name.split('/').at(-1) ?? '')],
        programs: [],
        isFile: script.runner === 'file',
        labels: [],
        layer: 3,
        source: script.source,
        line: script.line,
        weight: script.runner === 'file' ? 40 : 100,
      },
    ]
  })
  const steps = ciSteps(project).flatMap(step =>
    wholeOrParts(step.command).flatMap(({ command: line, folder }) =>
      goalsOf(line).flatMap((command): (Nameable & { job: readonly string[] })[] => {
        const place = [step.folder, folder].filter(Boolean).join('/')
        const sighting = { command, folder: place, layer: 4, fact: { code: 'ci-step', command } } as const
        if (
          hazardOf(command) !== null ||
          REWRITES.test(command) ||
          !resolves(sighting, project) ||
          /[$`]/.test(place + command)
        )
          return []
        const weight = step.weight - (place === '' ? 0 : 10)
        const labels = step.label === undefined ? [] : [keyOf(step.label)]
        const line = inItsFolder(command, place)
        return [
          {
            ...step,
            command: line,
            names: namesIn(command, project),
            isFile: false,
            programs: programsIn(command),
            labels,
            layer: 4,
            weight,
            job: step.job ?? [],
          },
        ]
      }),
    ),
  )
  return [...scripts, ...withoutAmbiguous(steps, project), ...jobsOf(steps)]
}

/** A program alone names a check only where CI calls it in one way, and where it is not the product itself. */
function withoutAmbiguous<T extends Nameable>(steps: readonly T[], project: Project): T[] {
  const own = projectNames(project).map(keyOf)
  const uses = new Map<string, Set<string>>()
  for (const { programs, command } of steps)
    for (const program of programs) uses.set(program, (uses.get(program) ?? new Set()).add(command))
  return steps.map(step => ({
    ...step,
    programs: step.programs.filter(program => uses.get(program)?.size === 1 && !own.includes(program)),
  }))
}

/** A formatter that we do not know, and that is not told to look only. */
const REWRITES = /\s(format|fmt|fix)\b(?!.*\s(--?check|--diff|--dry-run|--verify|-c|-d)\b)/

const MOST_STEPS = 3

/** A job of a few steps, by its id and its name. */
function jobsOf(steps: readonly (Nameable & { readonly job: readonly string[] })[]): Nameable[] {
  const groups = new Map<string, Nameable[]>()
  for (const step of steps) {
    const key = `${step.source} ${step.job.join(' ')}`
    if (step.job.length > 0) groups.set(key, [...(groups.get(key) ?? []), step])
  }
  return [...groups].flatMap(([key, group]): Nameable[] => {
    const [first] = group
    const commands = [...new Set(group.map(({ command }) => command))]
    if (first === undefined || commands.length > MOST_STEPS) return []
    const names = steps.find(step => `${step.source} ${step.job.join(' ')}` === key)?.job ?? []
    const command = commands.map(line => (/^cd /.test(line) && commands.length > 1 ? `(${line})` : line)).join(' && ')
    return [
      {
        ...first,
        command,
        names: [],
        labels: names.map(keyOf).filter(name => name.length > 2),
        weight: first.weight - 5,
      },
    ]
  })
}

/** Programs that do what their next words say; alone they name no check. */
const MULTIPLEXER =
  /^(cargo|mix|go|dotnet|gradle|gradlew|mvn|mvnw|rake|sbt|lein|bundle|deno|flutter|dart|swift|nix|npm|pnpm|yarn|bun|make|just|task|tox|nox|hatch|pdm|poe|inv|invoke|doit|ant|stack|cabal|dune|zig|meson|composer|php|python3?|node|bash|sh|ruby|perl)$/
/** Shells, interpreters, and compilers: a task that names one means the language or the platform. */
const OF_LANGUAGE =
  /^(dash|zsh|ksh|fish|java|javac|kotlinc?|scala|crystal|clojure|clj|lua|luajit|julia|elixir|erl|ocaml|ghc|gcc|g\+\+|clang|rustc|swiftc|tclsh|rscript|r)$/i

/** `gradlew apiCheck check` runs two goals, each of which has its own name. */
function goalsOf(command: string): string[] {
  const [, head = '', goals = ''] =
    /^((?:\.\/)?(?:gradlew?|g?make|rake|just|task))((?: [\w:.-]+){2,})$/.exec(command) ?? []
  const names = goals.trim().split(' ')
  return head === '' || names.some(name => name.startsWith('-')) ? [command] : names.map(name => `${head} ${name}`)
}

/** Names that are words of their own. */
const ORDINARY =
  /^(black|standard|check|test|build|lint|format|docs|run|watch|time|test-?runner|node|true|prove|cover|script|bundle)$/

function programsIn(command: string): string[] {
  const [program = ''] = words(unwrap(command)).map(unquoted)
  const base = program.split('/').at(-1) ?? ''
  return MULTIPLEXER.test(base) || OF_LANGUAGE.test(base) || ORDINARY.test(base) || program.includes('/')
    ? []
    : [keyOf(base)]
}

/** They take several goals at once. */
const SEVERAL = /^(gradle|gradlew|mvn|mvnw|make|rake|just|task|tox|nox)$/

function namesIn(command: string, { tree }: Project): string[] {
  const [program = '', ...rest] = words(unwrap(command)).map(unquoted)
  const base = program.split('/').at(-1) ?? ''
  const own = rest
    .filter(word => !word.startsWith('-') && !word.includes('=') && !tree.has(word))
    .slice(0, SEVERAL.test(base) ? 3 : base === 'go' ? 2 : 1)
  const reference = referenceIn(command)
  const inner = own.flatMap(word => [word, word.split('/').at(-1) ?? '', `${base} ${word}`])
  return [
    ...(MULTIPLEXER.test(base) ? inner : OF_LANGUAGE.test(base) ? [] : [base]),
    ...(reference === null ? [] : [reference.name, reference.name.split('/').at(-1) ?? '']),
  ]
    .map(keyOf)
    .filter(name => name.length > 2)
}
