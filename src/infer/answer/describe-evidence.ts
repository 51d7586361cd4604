import type { NamedObject } from '../../criteria/task/named-object.ts'
import type { ImpliedReason } from '../../tools/manifests/default-command.ts'
import type { EvidencePlace, ProjectEvidence } from '../evidence.ts'

const MUST: Readonly<Record<NamedObject['expect'], string>> = {
  present: 'exist',
  made: 'exist',
  added: 'exist',
  absent: 'be gone',
  moved: 'be somewhere else',
  changed: 'change',
  deprecated: 'be deprecated',
}

/** Evidence in words, for people and for the `says` of documents. */
export function describeEvidence({ layer, source, fact }: ProjectEvidence): string {
  switch (fact.code) {
    case 'task-phrase':
      return `Task phrase "${fact.phrase}" → ${fact.class}`
    case 'named-object': {
      const { kind, name, expect, near } = fact.object
      return `The task names the ${kind} ${name}${near === undefined ? '' : ` in ${near}`}, which must ${MUST[expect]}`
    }
    case 'command-in-task':
      return `"${fact.task.slice(0, 120)}" names \`${fact.command}\``
    case 'use-case-in-task':
      return `The task names ${fact.id}`
    case 'documented-command':
      return `${source} ${layer === 2 ? 'names' : 'says'} \`${fact.command}\``
    case 'ci-is-gate':
      return `${source} says: "${fact.sentence.slice(0, 120)}"`
    case 'ci-step':
      return `${source} runs \`${fact.command}\``
    case 'ci-step-per-folder':
      return `${source} runs it for ${fact.folders} folders`
    case 'ci-runs-part':
      return `${source} runs a part of it: \`${fact.command}\``
    case 'ci-runs-same-tool':
      return `${source} runs the tool behind it: \`${fact.command}\``
    case 'script': {
      const { runner, name, body } = fact.script
      if (runner === 'npm') return `${source} scripts.${name} = ${quoted(body.split('\n')[0] ?? '')}`
      return runner === 'file'
        ? `${name} is a script of the project`
        : `${source} defines ${name} (\`${fact.command}\`)`
    }
    case 'read-only-twin':
      return `${source} scripts.${fact.scriptName} rewrites files; this command only checks them`
    case 'degenerate-script':
      return `${source} defines ${fact.script.name} = ${quoted(fact.script.body)}, which ${fact.problem === 'empty' ? 'checks nothing' : 'cannot fail'} (degenerate)`
    case 'implied-command':
      return `${source}: ${impliedBy(fact.because)} → \`${fact.command}\``
    case 'use-case-criterion':
      return fact.text
  }
}

/** A statement with the place that it rests on; without one, the task is all we have. */
export const cited = (text: string, place: EvidencePlace | null): string =>
  place === null ? `${text} (Layer 1, task:1)` : `${text} (Layer ${place.layer}, ${place.source}:${place.line})`

const impliedBy = (because: ImpliedReason): string =>
  typeof because === 'string' ? because : `${because.configured} is configured`

const quoted = (body: string): string => JSON.stringify(body.length > 60 ? `${body.slice(0, 57)}...` : body)
