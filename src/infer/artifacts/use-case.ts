import { narrowed } from '../../tools/narrow.ts'
import { filesIn, type Project, type SourceFile } from '../../tools/project.ts'
import { pick } from '../choice/pick.ts'
import { isBlocks } from '../documents/block.ts'
import type { LayerEvidence } from '../evidence.ts'
import type { GatheredEvidence } from '../gather.ts'
import type { Inference } from '../proposal.ts'

const ID = /\bUC-[A-Z0-9]+(?:-[A-Z0-9]+)*\b/i

/** Layer 5. A use case that the task names says itself when it is done: its acceptance criteria, bound to the tests. */
export function useCaseInference(task: string, project: Project, gathered: GatheredEvidence): Inference | null {
  const id = ID.exec(task)?.[0].toUpperCase()
  const file =
    id === undefined
      ? undefined
      : filesIn(project, '.aiwg/requirements', /\.md$/).find(({ path, text }) => names(path, text, id))
  if (id === undefined || file === undefined) return null
  const criteria = acceptanceOf(file)
  const suite = pick(gathered.checks, 'test', { tool: null, words: [] })?.options[0]
  if (criteria.length === 0 || suite === undefined) return null
  const command = narrowed(suite.command, areaOf(id), project)
  const evidence: LayerEvidence[] = [
    { layer: 1, source: 'task', line: 1, says: `The task names ${id}` },
    ...suite.sightings.slice(0, 3).map(({ layer, source, line, says }) => ({ layer, source, line, says })),
    ...criteria.map(({ text, line }) => ({ layer: 5 as const, source: file.path, line, says: text })),
  ]
  return {
    kind: 'proposed',
    proposal: {
      criterion: `${command} passes`,
      verification_command: command,
      rationale: [
        `All acceptance criteria from ${id} are to be verified by tests (Layer 5, ${file.path}:1)`,
        ...evidence.map(({ says, layer, source, line }) => `${says} (Layer ${layer}, ${source}:${line})`),
        'Confidence is high: the acceptance criteria are explicit.',
      ],
      confidence: 'high',
      alternatives_considered:
        command === suite.command
          ? []
          : [{ criterion: `${suite.command} passes`, rejected_because: `it is not bound to ${id}` }],
      max_iterations_suggestion: 10,
      needs_human_confirmation: false,
      class: 'use-case',
      scope: id,
      expect_now: 'either',
      warnings: project.warnings,
      evidence,
    },
  }
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
