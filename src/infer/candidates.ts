import { type CommandJudgement, judge } from '../tools/commands/judge.ts'
import { isPartial } from '../tools/commands/partial.ts'
import { type ProjectScript, referenceIn, type ScriptBook } from '../tools/commands/script-book.ts'
import { purposeOfName } from '../tools/commands/script-names.ts'
import type { Purpose } from '../tools/commands/tool-commands.ts'
import { readOnlyTwin } from '../tools/commands/twins.ts'
import type { Candidate, EvidenceFact, EvidencePlace } from './evidence.ts'

/** Where a command was seen, and how much that counts. */
interface Sighting extends EvidencePlace {
  readonly weight: number
  readonly folder: string
  /** The text around it: step names, headings, comments. */
  readonly context: string
  /** The purpose that the surrounding words name, for a command that does not show it. */
  readonly purpose?: Purpose | null
  readonly partial?: boolean
  /** The script that the command runs, where a manifest defines one. */
  readonly script?: ProjectScript
}

/** A command as a candidate; null when it cannot be a check. */
export function candidateOf(raw: string, book: ScriptBook, seen: Sighting): Candidate | null {
  const judged = judge(raw, book)
  if (isLifecycle(judged.command, book)) return null
  const known = purposesOf(judged, seen)
  if (known === null) return null
  const [main, purposes] = known
  const command = inItsFolder(judged.command, seen.folder)
  return {
    command,
    purposes,
    main,
    layer: seen.layer,
    source: seen.source,
    line: seen.line,
    fact: factOf(command, seen),
    weight: seen.weight - penalty(judged.command, seen) - (readOnlyTwin(raw.trim()) === raw.trim() ? 0 : REWRITTEN),
    partial:
      seen.partial ??
      (isPartial(judged.command) ||
        ODD.test(judged.command) ||
        isPartOfScript(judged.command, book) ||
        (main === 'test' &&
          (isSideEnvironment(judged.command) || SIDE_SCRIPT.test(judged.command) || DOCS_SCRIPT.test(judged.command)))),
    folder: seen.folder,
    words: wordsOf(`${judged.command} ${seen.context}`),
    includes: judged.includes,
  }
}

function purposesOf(judged: CommandJudgement, seen: Sighting): readonly [Purpose, readonly Purpose[]] | null {
  if (judged.problem === null && judged.main !== null) {
    const covers =
      judged.main === 'test' &&
      seen.layer === 2 &&
      /\bcoverage\b/i.test(seen.context) &&
      !judged.purposes.includes('coverage')
    return [judged.main, covers ? [...judged.purposes, 'coverage'] : judged.purposes]
  }
  return judged.problem === 'unknown' && seen.purpose ? [seen.purpose, [seen.purpose]] : null
}

/** A command as it is written counts more than our read-only form of it. */
const REWRITTEN = 20

const SIDE_JOBS =
  /\b(msrv|minimal|minimums?|min[- ]versions?|lowest|oldest|minver|nightly|beta|wasm|miri|cross|musl|windows|macos|legacy|experimental|32-?bit|big-?endian|i686|arm\w*|sanitizers?|asan|tsan|valgrind|coverity)\b/i

/** Made for one machine: a path outside the project, one target platform, a list instead of a run. */
const ODD =
  /\s["']?(\/(tmp|usr|home|opt|etc|var)|~)\/|\b(x86_64|aarch64|i686|armv7|arm64|riscv64)-|\s--collect-only\b|\s-x\s+\S*[tT]est\b|\|\s*(sort|head|wc|grep|less)\b|^(cc|gcc|clang|[cg]\+\+|clang\+\+|rustc|javac)\s.*\s(examples?|samples?|demos?)\//

/** The command itself is for one platform, or under one instrument. */
const OWN_SIDE =
  /(^|[\s/_:.-])(msrv|miri|asan|tsan|usan|msan|ubsan|valgrind|sanitizers?|loom|no[_-]std|minimal|wasm\d*|fuzz\w*|32-?bit|nightly)(?=$|[\s_:.-])|\.(bat|cmd|ps1)(?=$|\s)|\b(mingw|macos|ios|linux|watchos|tvos|wasm|androidNative)\w*(X64|Arm64|Test)\b/i

/** `ci/miri.sh`: a script that runs the tests under one instrument only. */
const SIDE_SCRIPT = /^(\.\/)?[\w/.-]*\b(miri|loom|asan|tsan|msan|ubsan|valgrind|sanitizers?)\.(sh|bash)$/

/** `tools/docs/test.ps1`: it tests the documents. */
const DOCS_SCRIPT = /^((pwsh|bash|sh|python3?|node|ruby) )?(\.\/)?([\w.-]+\/)*docs?\/[\w./-]+\.\w+(\s|$)/

/** Jobs for odd platforms and pinned tools count less than the main one; a bare runner counts less than a name. */
function penalty(command: string, { layer, context }: Sighting): number {
  const pinned = /^cargo \+/.test(command) ? 15 : 0
  const bare = /^(bundle exec )?(make|rake|task|just)$/.test(command) ? 20 : 0
  const aside = OWN_SIDE.test(command) ? 60 : 0
  return pinned + bare + aside + (layer === 4 && SIDE_JOBS.test(context.replaceAll('_', ' ')) ? 12 : 0)
}

/** `pretest` runs automatically before `test`, so it is not a check of its own. */
function isLifecycle(command: string, book: ScriptBook): boolean {
  const reference = referenceIn(command)
  const base = reference?.runner === 'npm' ? /^(?:pre|post)(.+)$/.exec(reference.name)?.[1] : undefined
  return base !== undefined && book.find({ runner: 'npm', name: base, rest: [] }) !== undefined
}

/** `lint:eslint` next to a usable `lint`: the whole has a name, so this is a part. */
function isPartOfScript(command: string, book: ScriptBook): boolean {
  const reference = referenceIn(command)
  const base = reference === null ? undefined : /^([a-z]+)[:_-](?!all|full|ci|check$)/i.exec(reference.name)?.[1]
  if (reference === null || base === undefined || purposeOfName(base) !== purposeOfName(reference.name)) return false
  const whole = book.find({ ...reference, name: base })
  if (whole === undefined) return false
  const outer = judge(command.replace(reference.name, base), book)
  // `test:code` that lints is no part of the tests.
  const sameKind = (judge(command, book).main === 'lint') === (outer.main === 'lint')
  return outer.problem === null && sameKind
}

/** `pytest6`, `django42`: the suite with one version of something else. */
const ONE_VERSION = /^(?!py\d|python|pypy|tests?\d|ci)[a-z]+-?\d+$/

/** `tox -e javascript`, `nox -s old-deps`: an environment that tests, and whose name says that it is not the suite. */
function isSideEnvironment(command: string): boolean {
  if (/\btox\b.*\s(-f|-m|--factors?|--labels?)[ =]/.test(command)) return true
  const reference = referenceIn(command)
  if (reference === null || (reference.runner !== 'tox' && reference.runner !== 'nox')) return false
  if (ONE_VERSION.test(reference.name)) return true
  return (
    purposeOfName(reference.name) === null && !/^(default|all|ci|pypy3?$|py(thon)?3?$|ci-py|3\.\d)/.test(reference.name)
  )
}

const factOf = (command: string, { layer, script }: Sighting): EvidenceFact =>
  script === undefined
    ? { code: layer === 4 ? 'ci-step' : 'documented-command', command }
    : { code: 'script', script, command }

export const inItsFolder = (command: string, folder: string): string =>
  folder === '' || folder === '.' ? command : `cd ${/[\s'"$]/.test(folder) ? `"${folder}"` : folder} && ${command}`

const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().match(/[a-z][a-z0-9]+/g) ?? [])]
