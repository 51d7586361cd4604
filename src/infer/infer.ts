import { isOnlyQuestion } from '../criteria/request/question.ts'
import { checksSpokenOf } from '../criteria/task/check-words.ts'
import type { TaskClass } from '../criteria/task/task-class.ts'
import { judge } from '../tools/commands/judge.ts'
import { unwrap } from '../tools/commands/unwrap.ts'
import { scriptsOf } from '../tools/manifests/folder-scripts.ts'
import type { Project } from '../tools/manifests/project.ts'
import { AND_OTHERS } from './answer/certainty.ts'
import { explicitDecision } from './answer/explicit.ts'
import { judgeDraft } from './answer/judge-draft.ts'
import { noCheck, refusedAsVague } from './answer/refuse.ts'
import { useCaseDecision } from './answer/use-case.ts'
import { written } from './answer/write.ts'
import { checkByWords } from './choice/check-by-words.ts'
import { runsTool } from './choice/check-facts.ts'
import { type CriterionChooser, chooseAmong } from './choice/choose-among.ts'
import { declaredGates } from './choice/declared-gate.ts'
import { isHookOf, keyOfName } from './choice/nameable-checks.ts'
import { type NamedCheck, namedChecks } from './choice/named-check.ts'
import { optionsByWords } from './choice/options-by-words.ts'
import { ofNamedJob } from './ci/named-job.ts'
import type { InferenceDecision } from './decision.ts'
import { type GatheredEvidence, gather } from './gather.ts'
import type { Inference } from './proposal.ts'
import { compose } from './synthesis/compose.ts'
import type { CriterionDraft } from './synthesis/draft.ts'
import { materialOf } from './synthesis/material.ts'
import { commandInTask } from './task/command-in-task.ts'
import { projectNames } from './task/project-names.ts'
import { readSentence } from './task/read-sentence.ts'

/** Proposes the command that proves the task done in this project, with evidence, or refuses. Pure. */
export const inferCompletion = (task: string, project: Project): Inference => written(decide(task, project))

/** The same, but of several criteria that the evidence supports, `chooser` picks one. */
export const inferWith = async (task: string, project: Project, chooser: CriterionChooser): Promise<Inference> =>
  written(await chooseAmong(task, decide(task, project), optionsByWords(task, project, gather(project)), chooser))

function decide(task: string, project: Project): InferenceDecision {
  const command = commandInTask(task, scriptsOf(project, ''))
  if (command !== null && !reportsOn(command, task, project)) return explicitDecision(task, command, project)
  const gathered = gather(project)
  if (isOnlyQuestion(task)) return refusedAsVague(task, { code: 'question', phrase: task }, gathered)
  const gates = declaredGates(task, project)
  return (
    useCaseDecision(task, project, gathered) ??
    (gates.length > 0 ? namedDecision(task, gates, project) : fromWords(task, project, gathered))
  )
}

function fromWords(task: string, project: Project, gathered: GatheredEvidence): InferenceDecision {
  const sentence = readSentence(withoutOwnName(task, project), projectNames(project))
  // In a sentence about the program, a name that nothing is said of may be a package, or what another tool is for.
  const isAboutProgram = 'reading' in sentence && ABOUT_PROGRAM.has(sentence.reading.class)
  const checks = namedChecks(task, project).filter(
    ({ command, isJudged }) => (isJudged || !isAboutProgram) && !reportsOn(command, task, project),
  )
  const own = checks.filter(({ isGeneral }) => !isGeneral)
  // "make this gem more secure": a program of CI in a wish names no check. A script of the project does.
  const isNamed = own.some(({ layer }) => layer === 3 || !('vague' in sentence))
  if (isNamed) return namedDecision(task, checks, project)
  if ('vague' in sentence) return refusedAsVague(task, sentence.vague, gathered)
  const { reading } = sentence
  const job = reading.class === 'regression-gate' ? ofNamedJob(task, gathered) : null
  const inJob = job === null ? null : materialOf(task, project, job, reading)
  const ofJob = inJob === null ? null : compose(inJob)
  if (inJob !== null && ofJob !== null) return judgeDraft(inJob, ofJob)
  const material = materialOf(task, project, gathered, reading)
  const draft = compose(material)
  // "ruff over scripts/": a tool that the task names, and that the usual check of its kind does not run.
  const narrower = draft === null ? [] : checks.filter(check => isPartOf(check, draft))
  if (narrower.length > 0 && narrower.length === checks.length) return namedDecision(task, narrower, project)
  const left = checks.filter(({ name }) => draft === null || !draft.checks.some(check => runsTool(check, name)))
  if (left.length > 0) {
    const run = checks.filter(one => !left.includes(one))
    // "eslint and prettier fail": the usual check of the kind runs one of them.
    const tools = [material.preference.tool ?? [], material.preference.moreTools].flat()
    const isJoint = tools.some(tool => draft?.checks.some(check => runsTool(check, tool)))
    return namedDecision(task, [...left, ...run], project, isJoint ? (draft?.commands ?? []) : [])
  }
  const byWords = checkByWords(task, project)
  if (byWords !== null && draft?.commands.includes(byWords.command) !== true)
    return namedDecision(task, [byWords], project)
  return draft === null ? noCheck(material) : judgeDraft(material, draft)
}

const ABOUT_PROGRAM: ReadonlySet<TaskClass> = new Set(['bug-fix', 'implement-feature', 'regression-gate'])

/** "`twine check` returns 0 for …", in twine itself: the sentence says what the product does wrong, and proves nothing by it. */
function reportsOn(command: string, task: string, project: Project): boolean {
  const [program = ''] = unwrap(command).split(/\s/)
  return (
    projectNames(project).some(name => keyOfName(name) === keyOfName(program.split('/').at(-1) ?? '')) &&
    !/\b(?:until|done when|verify with|checks? with|prove(?:n|d)? (?:by|with)|(?:must|should|to) (?:pass|succeed|exit)|(?:make|get|so that)\b.*\bpass(?:es|ing)?)\b/i.test(
      task,
    )
  )
}

/** "gosec has a finding": the script with that very name, or the hook, goes before a bundle that also runs it. */
const isPartOf = ({ command, isScript }: NamedCheck, draft: CriterionDraft): boolean =>
  (isScript && draft.checks.length === 1 && draft.checks.some(({ includes }) => includes.includes(command))) ||
  isHookOf(command, draft.commands)

/** "isort --check exits 0 on such files": the project itself, not a tool that checks it. */
const withoutOwnName = (task: string, project: Project): string =>
  projectNames(project)
    .filter(name => /^[\w-]{2,}$/.test(name))
    .reduce((text, name) => text.replace(new RegExp(`(?<![\\w./-])${name}(?= --?[a-z])`, 'gi'), 'the program'), task)

const namedDecision = (
  task: string,
  checks: readonly NamedCheck[],
  project: Project,
  usual: readonly string[] = [],
): InferenceDecision =>
  explicitDecision(
    task,
    [...new Set([...usual, ...checks.map(({ command }) => command)])].join(' && '),
    project,
    usual.length === 0 && isSure(task, checks, project) && !AND_OTHERS.test(task),
    checks
      .filter(({ layer }) => layer === 5)
      .map(({ command, name, isGeneral, isOwnName, isScript, isJudged, ...place }) => ({
        ...place,
        fact: { code: 'documented-command', command },
      })),
  )

/** A script of the project is what it is called, and a gate is what its document says. A line of CI may belong to one machine, unless it only looks. */
const isSure = (task: string, checks: readonly NamedCheck[], project: Project): boolean => {
  const judged = checks.map(({ command }) => judge(command, scriptsOf(project, '')))
  // "make the package build and pass twine check", "xmltest fails", where that only compiles it.
  const wants = checksSpokenOf(task).map(({ purpose }) => purpose)
  const does = judged.flatMap(({ purposes }) => purposes)
  if (wants.includes('build') !== does.includes('build') && !does.includes('test')) return false
  return (
    checks.every(({ layer, isOwnName, isScript }) => layer === 5 || (layer === 3 && isOwnName && isScript)) ||
    (checks.length === 1 && judged.every(({ main }) => /^(lint|format|types)$/.test(main ?? '')))
  )
}
