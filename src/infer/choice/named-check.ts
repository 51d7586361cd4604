import { isFunctionWords } from '../../criteria/request/function-words.ts'
import { checksSpokenOf } from '../../criteria/task/check-words.ts'
import { isCommonWord } from '../../criteria/task/scope-terms.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import type { Project } from '../../tools/manifests/project.ts'
import type { EvidencePlace } from '../evidence.ts'
import { extras } from './checks.ts'
import { isLanguage } from './language.ts'
import { keyOfName, type Nameable, nameables } from './nameable-checks.ts'

/** A check of the project that the task calls by its name: a script, a session, a step of CI, or a program that CI runs. */
export interface NamedCheck extends EvidencePlace {
  readonly command: string
  /** The name, as the task has it. */
  readonly name: string
  /** The name is one that every project could use: a kind of check, or a tool that we know. */
  readonly isGeneral: boolean
  /** It is the name of the check itself, or of a program that serves nothing else; not that of a usual tool that it calls. */
  readonly isOwnName: boolean
  /** The task says that it fails or must pass, by the whole name of a script of the project. */
  readonly isScript: boolean
  /** The task says that it fails or must pass, or calls it a step. */
  readonly isJudged: boolean
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
      .sort(
        (a, b) =>
          fitOf(mention, b) - fitOf(mention, a) ||
          optionsOf(b, task) - optionsOf(a, task) ||
          b.weight - a.weight ||
          extras(a.command) - extras(b.command),
      )
    if (best === undefined) return []
    const looks = known.find(({ names }) => names.includes(`${key}check`) || names.includes(`check${key}`))
    const { command, layer, source, line } = looks ?? best
    // "the docs session", where there is one: a general word, but called by its name. Only scripts have names like `lint:spelling`.
    const isOwn = (mention.isStep && !isCommonWord(text)) || (layer === 3 && /\w:\w/.test(text))
    const isScript = (mention.isJudged || mention.isStep) && best.layer === 3 && isCalled(best, key)
    return [
      {
        command,
        layer,
        source,
        line,
        name: text,
        // `lint:docs` has a kind in its name, and is a name nevertheless.
        isGeneral: isGeneral(text) && !isOwn && !(isScript && hasOddName(text)),
        isOwnName: !best.calls.includes(key) || !isGeneral(text),
        isScript,
        isJudged: mention.isJudged || mention.isStep,
      },
    ]
  })
  // "phpmd complains, make phpmd-test pass": one check, and its tool.
  const own = found.filter(({ name }) => !found.some(other => isToolOf(name, other)))
  return [...new Map(own.map(one => [one.command, one])).values()]
}

const isToolOf = (name: string, { name: longer, isScript, command }: NamedCheck): boolean =>
  (isScript && longer.startsWith(name) && /^[:_-]/.test(longer.slice(name.length))) ||
  // "the pylint hook of pre-commit".
  (/^(?:pre-?commit|prek)$/i.test(name) && longer !== name && command.startsWith('pre-commit run '))

/** A job called like that is meant before a script that runs the tool among others. */
const fitOf = ({ key, isStep }: Mention, one: Nameable): number =>
  one.layer === 3 && isCalled(one, key) ? 2 : isStep && one.labels.includes(key) ? 1 : 0

/** "spark.cheat_sheets --check fails": the form with that option. */
const optionsOf = ({ command }: Nameable, task: string): number =>
  [...task.matchAll(/(?<=\s)--[a-z][\w-]*/g)].filter(([option]) => command.includes(` ${option}`)).length

/** `bin/golangci-lint` is a file that make fetches, not a script of that name. */
const isCalled = ({ names, isFile }: Nameable, key: string): boolean => names[0] === key && !isFile

/** A program that CI runs needs no more than its name; a script's or a step's name may be an ordinary word. */
function isMeant(
  { text, key, isStep, isJudged }: Mention,
  { names, labels, programs, calls, isFile, layer }: Nameable,
): boolean {
  if (isGeneral(text) && !isTool(text))
    return names.includes(key) && (isStep || (isJudged && layer === 3 && /\w[ :_-]\w/.test(text)))
  if (names.includes(key)) return isJudged || isStep || (hasOddName(text) && !isFile) || programs.includes(key)
  if (calls.includes(key) && (isJudged || isStep || hasOddName(text))) return true
  // A file is no job, even if it is called like one.
  return (
    labels.includes(key) && !/\.\w+$/.test(text) && (isJudged || isStep) && !(isLanguage(text.toLowerCase()) && !isStep)
  )
}

const isTool = (text: string): boolean => SPOKEN_NAMES.some(([pattern]) => pattern.exec(text)?.[0] === text)
const isGeneral = (text: string): boolean => isCommonWord(text) || checksSpokenOf(text).length > 0

/** What people call a part of their checks after its name. */
const NOUN =
  /^(?:steps?|jobs?|checks?|targets?|scripts?|tasks?|env(?:ironment)?s?|sessions?|hooks?|workflows?|stages?|gates?|validation|suites?|run)$/i
const ONE_STEP = /^(?:step|job|target|script|session|env|environment|task|hook|workflow|stage)$/i
const STATE =
  /^(?:fail(?:s|ed|ing|ure|ures)?|red|broken?|breaks|pass(?:es|ed|ing)?|green|clean|complain(?:s|ed|ing|ts)?|succeeds?|through|reports?|reporting|flags|flagged|found|finds|rejects?|whin(?:es|ing)|nag(?:s|ging)|bails?|screams?|moans?|chokes?|happy|unhappy|quiet|prints?|bark(?:s|ing)|errors?|diffs?|outdated|stale|moaning|screaming|choking|says|said|emits|blows|dies|died|opinions|slipped|drifted|accepts?|silent|wants?|wanted|disagrees?|objects|grumbl(?:es|ing)|stopped)$/i
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
  if (keyOfName(text).length < 3 || !/[a-z]{2}/i.test(text) || MADE.test(task.slice(0, start).replace(/["“`]$/, '')))
    return []
  const after = task.slice(end).replace(/^["'”`)]+/, '')
  return [
    {
      text,
      key: keyOfName(text),
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
  const state = next.findIndex((word, at) => STATE.test(word) || (NOT.test(word) && WORKS.test(next[at + 1] ?? '')))
  const between = next.slice(0, Math.max(state, 0))
  return (
    state >= 0 &&
    !/^(?:when|if|to)$/i.test(next[state + 1] ?? '') &&
    (hasOddName(text) ||
      between.every(
        (word, at) =>
          isFunctionWords(word) ||
          LIGHT.test(word) ||
          NOUN.test(word) ||
          /[./+&]/.test(word) ||
          // "mago and phpstan disagree".
          (at === 1 && /^(?:and|or)$/i.test(between[0] ?? '')),
      ))
  )
}

/** "does not compile", "won't build", "no longer passes". */
const NOT = /^(?:not|longer|won't|doesn't|don't|cannot|can't)$/i
const WORKS = /^(?:compiles?|builds?|pass(?:es)?)$/i

const hasOddName = (text: string): boolean => /\w[:_-]\w|[a-z][A-Z]|\.\w+$/.test(text)
