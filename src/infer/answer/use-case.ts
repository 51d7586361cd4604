import { narrowed } from '../../tools/commands/narrow.ts'
import { filesIn, type Project, type SourceFile } from '../../tools/manifests/project.ts'
import { pick } from '../choice/pick.ts'
import { NO_PREFERENCE } from '../choice/rank.ts'
import type { InferenceDecision } from '../decision.ts'
import { isBlocks } from '../documents/block.ts'
import type { EvidencePlace, ProjectEvidence } from '../evidence.ts'
import type { GatheredEvidence } from '../gather.ts'
import { readingProblems } from './reading-problems.ts'

const ID = /\bUC-[A-Z0-9]+(?:-[A-Z0-9]+)*\b/i

/** Layer 5. A use case that the task names defines when it is done: its acceptance criteria, bound to the tests. */
export function useCaseDecision(task: string, project: Project, gathered: GatheredEvidence): InferenceDecision | null {
  const id = useCaseIn(task)
  const file = id === null ? undefined : useCaseFile(id, project)
  if (id === null || file === undefined) return null
  const criteria = acceptanceOf(file)
  const suite = pick(gathered.checks, 'test', NO_PREFERENCE)?.options[0]
  if (criteria.length === 0 || suite === undefined) return null
  const command = narrowed(suite.command, areaOf(id), project)
  const inFile = (line: number): EvidencePlace => ({ layer: 5, source: file.path, line })
  const evidence: ProjectEvidence[] = [
    { layer: 1, source: 'task', line: 1, fact: { code: 'use-case-in-task', id } },
    ...suite.sightings.slice(0, 3).map(({ layer, source, line, fact }) => ({ layer, source, line, fact })),
    ...criteria.map(
      ({ text, line }): ProjectEvidence => ({ ...inFile(line), fact: { code: 'use-case-criterion', text } }),
    ),
  ]
  return {
    kind: 'proposed',
    clauses: [{ command, verdict: 'passes' }],
    rationale: [
      { reason: { code: 'use-case', id }, place: inFile(1) },
      ...evidence,
      { reason: { code: 'explicit-use-case' }, place: inFile(1) },
    ],
    confidence: 'high',
    rejected:
      command === suite.command
        ? []
        : [
            {
              clauses: [{ command: suite.command, verdict: 'passes' }],
              because: { code: 'not-bound-to-use-case', id },
            },
          ],
    max_iterations_suggestion: 10,
    needs_human_confirmation: false,
    class: 'use-case',
    scope: id,
    expect_now: 'either',
    warnings: readingProblems(project),
    evidence,
  }
}

const useCaseIn = (task: string): string | null => ID.exec(task)?.[0].toUpperCase() ?? null

const useCaseFile = (id: string, project: Project): SourceFile | undefined =>
  filesIn(project, '.aiwg/requirements', /\.md$/).find(({ path, text }) => names(path, text, id))

/** The acceptance criteria of the use case that a task names, word by word; empty when it names none. */
export async function acceptanceCriteria(task: string, read: () => Promise<Project>): Promise<readonly string[]> {
  const id = useCaseIn(task)
  const file = id === null ? undefined : useCaseFile(id, await read())
  return file === undefined ? [] : acceptanceOf(file).map(({ text }) => text)
}

const names = (path: string, text: string, id: string): boolean => {
  const base = path.slice(path.lastIndexOf('/') + 1).toUpperCase()
  return (
    base === `${id}.MD` ||
    base.startsWith(`${id}-`) ||
    base.startsWith(`${id}_`) ||
    new RegExp(`^#.*\\b${id}\\b`, 'mi').test(text)
  )
}

function acceptanceOf(file: SourceFile): { text: string; line: number }[] {
  if (!isBlocks(file.data)) return []
  return file.data
    .filter(({ kind, headings }) => kind === 'text' && headings.some(heading => /acceptance criteri/i.test(heading)))
    .map(({ text, line }) => ({
      text: text
        .replace(/^\s*[-*]?\s*\[[ xX]\]\s*/, '')
        .replace(/^[-*]\s+/, '')
        .trim(),
      line,
    }))
    .filter(({ text }) => text !== '')
}

const areaOf = (id: string): string => id.split('-').slice(1, -1).join('-').toLowerCase()
