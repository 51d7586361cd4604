import { isTestKind } from '../../criteria/task/scope-terms.ts'
import { referenceIn, type ScriptBook } from '../../tools/commands/script-book.ts'
import { exists, type Project, type SourceFile } from '../../tools/manifests/project.ts'
import { candidateOf } from '../candidates.ts'
import { wholeOrParts } from '../ci/layer.ts'
import type { Candidate, ProjectEvidence } from '../evidence.ts'
import { isBlocks } from './block.ts'
import { type Mention, mentions } from './mentions.ts'
import { ownProgram, purposeInWords } from './words.ts'

/** What a document is worth, by its name. Agents' documents are written by maintainers for exactly this question. */
const RANKS: readonly (readonly [RegExp, number, boolean])[] = [
  [/^\.aiwg\/(testing|quality|architecture|security)\/.*\.md$/, 80, false],
  [/^\.aiwg\/working\/.*\.md$/, 60, false],
  [/^\.aiwg\/activity\.log$/, 40, false],
  [/^(CLAUDE|AGENTS?|AIWG|GEMINI)\.md$/i, 100, true],
  [
    /^\.claude\/CLAUDE\.md$|^\.github\/copilot-instructions\.md$|^\.cursor\/.*|^\.github\/.*\.instructions\.md$/i,
    95,
    true,
  ],
  [
    /^(\.github\/|docs?\/|\.gitlab\/)?(CONTRIBUTING|DEVELOPMENT|DEVELOPING|HACKING|DEVELOPERS?|TESTING|BUILDING)(\.\w+)?$/i,
    50,
    false,
  ],
  [/^docs?\/(.*\/)?(\d+[-_.])?(contribut|develop|hacking|testing)[\w-]*\.\w+$/i, 44, false],
  [/^README(\.\w+)?$/i, 34, false],
  [/^(INSTALL|BUILD)(\.\w+)?$|^docs?\/.*(build|get-started|install)/i, 24, false],
  [/\/(CLAUDE|AGENTS?|GEMINI)\.md$/i, 96, true],
  [/\/README(\.\w+)?$/i, 30, false],
]

const DEVELOPMENT =
  /develop|command|test|build|contribut|lint|check|quality|workflow|getting started|verif|before|pull request|coding|hack|style|compil|format|ci\b|static|type/i
const ASIDE =
  /\b(releas\w+|deploy\w*|publish\w*|instal\w+|upgrad\w+|usage|examples?|quick ?start|changelog|migrat\w+|benchmark\w*|docker|faq|troubleshoot\w*|security|docs|documentation|website)\b/i

interface Layer2 {
  readonly candidates: readonly Candidate[]
  /** Sentences like "not finished until CI passes". */
  readonly ciIsGate: readonly ProjectEvidence[]
}

/** Layer 2. Commands that documents name, in sections about development. */
export function documentLayer(project: Project, bookOf: (folder: string) => ScriptBook): Layer2 {
  const documents = [...project.files.values()].flatMap(file => {
    const rank = RANKS.find(([pattern]) => pattern.test(file.path))
    return rank === undefined || !isBlocks(file.data) ? [] : [{ file, weight: rank[1], forAgents: rank[2] }]
  })
  return {
    candidates: documents.flatMap(document => withOnlyPart(fromDocument(document, project, bookOf))),
    ciIsGate: documents.filter(({ forAgents }) => forAgents).flatMap(({ file }) => gateSentence(file)),
  }
}

/** `npm run test:unit` is a part, but where a document names no other script that tests, it is what the maintainers run. */
const withOnlyPart = (found: readonly Candidate[]): Candidate[] =>
  found.map(one => {
    const isOnly = found.every(
      ({ main, folder, command }) => main !== one.main || folder !== one.folder || command === one.command,
    )
    return one.partial && isOnly && isForAll(one) ? { ...one, partial: false } : one
  })

/** A script whose name promises no special kind of test, and that no word calls one of several. */
function isForAll({ command, words }: Candidate): boolean {
  const script = referenceIn(command)
  const kinds = script?.name.split(/[^a-z0-9]+/i).filter(word => isTestKind(word) && word !== 'unit')
  return script !== null && script.runner !== 'file' && kinds?.length === 0 && !ONE.test(words.join(' '))
}

interface Ranked {
  readonly file: SourceFile
  readonly weight: number
  readonly forAgents: boolean
}

function fromDocument(
  { file, weight, forAgents }: Ranked,
  project: Project,
  bookOf: (folder: string) => ScriptBook,
): Candidate[] {
  const home =
    /^(\.|docs?\/)/.test(file.path) || !file.path.includes('/') ? '' : file.path.slice(0, file.path.lastIndexOf('/'))
  return isBlocks(file.data)
    ? mentions(file.data).flatMap(mention => {
        const section = mention.headings.join(' / ')
        const aboutWork = DEVELOPMENT.test(section) || BEFORE_SENDING.test(mention.context)
        const elsewhere = /^README|get-started|INSTALL|\/README/i.test(file.path) && !aboutWork
        if (elsewhere && !SAYS_TEST.test(mention.context)) return []
        if (file.path.startsWith('.aiwg/working/') && !/completion criteri/i.test(section)) return []
        const aside =
          ASIDE.test(mention.headings.at(-1) ?? '') &&
          !/test|lint|check|build|develop/i.test(mention.headings.at(-1) ?? '')
        const bonus =
          (forAgents && /develop|command|test|build|quality|check/i.test(section) ? 15 : 0) -
          (mention.inline ? 12 : 0) -
          (aside ? 30 : 0)
        // `cd project` after a clone goes to the root of the project, whatever it is called.
        const moved = mention.folder !== undefined && project.tree.has([home, mention.folder].filter(Boolean).join('/'))
        return wholeOrParts(mention.command).flatMap(({ command, folder }) => {
          const place = [home, moved ? mention.folder : '', folder].filter(Boolean).join('/')
          if (place !== '' && !exists(project, place)) return []
          const context = `${mention.context} ${mention.headings.at(-1) ?? ''}`
          const found = candidateOf(command, bookOf(place), {
            layer: file.path.startsWith('.aiwg/') ? 5 : 2,
            source: file.path,
            line: mention.line,
            weight: weight + bonus,
            folder: place,
            context,
            purpose:
              ownProgram(command, project) || command === 'make' || isRecord(file)
                ? purposeInWords(mention.context)
                : null,
            ...(ONE.test(context) ? { partial: true } : {}),
          })
          return found === null || hypothetical(mention) || (elsewhere && found.partial)
            ? []
            : [asStrategy(found, file)]
        })
      })
    : []
}

/** It says by which command earlier work was found to be done. */
const isRecord = ({ path }: SourceFile): boolean => /^\.aiwg\/(working\/|activity\.log$)/.test(path)

/** A test strategy names the verification of the project, whatever it is called. */
const asStrategy = (found: Candidate, { path }: SourceFile): Candidate =>
  path.startsWith('.aiwg/testing/') && found.includes.length === 0 && referenceIn(found.command) !== null
    ? { ...found, main: 'test', purposes: [...new Set([...found.purposes, 'test' as const])] }
    : found

/** What is run before a change is handed in is about the work, in whatever section it stands. */
const BEFORE_SENDING =
  /\bbefore (?:(?:you |each |every |any |your |an?(?:y)? |the |open(?:ing)? |submit(?:ting)? |creat(?:e|ing) |send(?:ing)? |mak(?:e|ing) )*)(?:commit(?:s|ting)?|push(?:es|ing)?|pull requests?|prs?|merge requests?|patch(?:es)?)\b/i

/** A sentence about running the tests counts wherever a README has it. */
const SAYS_TEST = /\b(build(ing)?,? (and )?test|run(ning)? (the |all |our |unit )*tests?|to test)\b/i

const ONE =
  /\b(a single|single (test|file|package)|specific|individual|only the|just one|one (test|file|package|crate)|particular|subset|faster|quick(ly)?|targeted|focus)\b/i

/** A command with a placeholder cannot be run. */
const hypothetical = ({ command, inline }: Mention): boolean =>
  /\s<[a-z][\w -]*>/i.test(command) || (inline && /[<>{}|]|\.\.\.$/.test(command) && !/\.\/\.\.\./.test(command))

function gateSentence(file: SourceFile): ProjectEvidence[] {
  const pattern =
    /[^.\n]*\b(not (finished|done|complete)|never (done|finished))\b[^.\n]*\buntil\b[^.\n]*\b(CI|pipeline|checks?)\b[^.\n]*(pass|green)[^.\n]*/i
  const match = pattern.exec(file.text)
  if (match === null) return []
  const line = file.text.slice(0, match.index).split('\n').length
  return [{ layer: 2, source: file.path, line, fact: { code: 'ci-is-gate', sentence: match[0].trim() } }]
}
