import { referenceIn } from '../../tools/commands/script-book.ts'
import { impliedOnly, runsTool } from '../choice/rank.ts'
import { isNamedScript } from '../evidence.ts'
import type { CriterionDraft } from '../synthesis/draft.ts'
import type { Material } from '../synthesis/material.ts'

type Question = (draft: CriterionDraft, material: Material) => boolean

const needsSuite: Question = ({ class: asked }) =>
  asked === 'test-pass' || asked === 'bug-fix' || asked === 'implement-feature'
/** A gate of several parts may have one too many, or lack one. Where the project names a single check, that is the gate. */
const mustNotBreak: Question = ({ class: asked, commands }, { gathered }) =>
  asked === 'regression-gate' && !gathered.checks.every(check => commands.includes(check.command) || impliedOnly(check))
/** The command is there for something else, and does this along the way. */
const isSidePurpose: Question = (draft, material) =>
  draft.class !== 'regression-gate' && draft.checks.some(({ main }) => !material.reading.wants.includes(main))

/** Yes-or-no facts about a draft. `weights.ts` says what each one is worth. */
const QUESTIONS = {
  needsSuite,
  mustNotBreak,
  isSidePurpose,
  /** The verb is unknown, or the class is a guess. */
  isUnusual: ({ unusual }) => unusual,
  /** Documentation, sites, examples, and single jobs have checks of their own, and the chosen command is none of them. */
  namesSideProduct: ({ commands }, { task }) => {
    const [, product = ''] = SIDE_PRODUCT.exec(task) ?? []
    return product !== '' && !commands.some(command => command.toLowerCase().includes(product.toLowerCase()))
  },
  /** The task names a tool, and no chosen command runs it. */
  namesOtherTool: ({ checks }, { preference: { tool } }) =>
    tool !== null && !checks.some(check => runsTool(check, tool)),
  /** A script of the project that is called like what the task asks for: `lint`, `build`. */
  isPlainScript: (draft, material) =>
    !needsSuite(draft, material) &&
    !mustNotBreak(draft, material) &&
    !isSidePurpose(draft, material) &&
    draft.checks.every(
      ({ command, sightings }) => sightings.some(isNamedScript) && PLAIN.test(referenceIn(command)?.name ?? ''),
    ),
  /** No file names the command. For a test suite that is no reason for doubt: its command is the ecosystem's convention. */
  isGuessed: (draft, material) => !needsSuite(draft, material) && draft.checks.some(impliedOnly),
  /** It looks at a language, or uses a build system, that is a small part of the project. */
  isMinorLanguage: ({ checks }) => checks.some(({ score }) => score < 0),
  hasManyCommands: ({ checks }) => checks.length > MANY,
} satisfies Readonly<Record<string, Question>>

export type EvidenceFeature = keyof typeof QUESTIONS

const MANY = 3

const SIDE_PRODUCT =
  /\b(docs?|documentation|website|web ?site|site|book|manual|man ?pages?|examples?|demo|playground|spell\w*|acceptance|benchmarks?|job|workflow|docker|e2e|integration)\b/i

const PLAIN =
  /^(tests?|spec|lint|types?|typecheck|type-check|check-types|types:check|build|coverage|test:coverage|check|verify|format:check)$/

/** The facts that hold for a draft. */
export const featuresOf = (draft: CriterionDraft, material: Material): EvidenceFeature[] =>
  (Object.entries(QUESTIONS) as [EvidenceFeature, Question][])
    .filter(([, holds]) => holds(draft, material))
    .map(([name]) => name)
