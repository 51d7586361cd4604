import type { NamedObject } from '../criteria/task/named-object.ts'
import type { TaskClass } from '../criteria/task/task-class.ts'
import type { ProjectScript } from '../tools/commands/script-book.ts'
import type { Purpose } from '../tools/commands/tool-commands.ts'
import type { ImpliedReason } from '../tools/manifests/default-command.ts'

export type LayerNumber = 1 | 2 | 3 | 4 | 5

export interface EvidencePlace {
  readonly layer: LayerNumber
  readonly source: string
  readonly line: number
}

/** One fact that one layer found, with its place. */
export interface ProjectEvidence extends EvidencePlace {
  readonly fact: EvidenceFact
}

export type EvidenceFact =
  | { readonly code: 'task-phrase'; readonly phrase: string; readonly class: TaskClass }
  | { readonly code: 'named-object'; readonly object: NamedObject }
  | { readonly code: 'command-in-task'; readonly task: string; readonly command: string }
  | { readonly code: 'use-case-in-task'; readonly id: string }
  | { readonly code: 'documented-command'; readonly command: string }
  /** A sentence like "not finished until CI passes". */
  | { readonly code: 'ci-is-gate'; readonly sentence: string }
  | { readonly code: 'ci-step'; readonly command: string }
  | { readonly code: 'ci-step-per-folder'; readonly folders: number }
  /** CI runs one of the commands that a script calls. */
  | { readonly code: 'ci-runs-part'; readonly command: string }
  /** CI calls the tool that a script wraps. */
  | { readonly code: 'ci-runs-same-tool'; readonly command: string }
  | {
      readonly code: 'script'
      readonly script: Pick<ProjectScript, 'runner' | 'name' | 'body'>
      readonly command: string
    }
  /** The script rewrites files; the command is the same tool in its checking mode. */
  | { readonly code: 'read-only-twin'; readonly scriptName: string }
  /** The name promises a check; the script proves nothing. */
  | {
      readonly code: 'degenerate-script'
      readonly script: Pick<ProjectScript, 'name' | 'body'>
      readonly problem: 'empty' | 'cannot-fail'
    }
  /** No file names the command; a manifest or a workspace implies it. */
  | { readonly code: 'implied-command'; readonly because: ImpliedReason; readonly command: string }
  | { readonly code: 'use-case-criterion'; readonly text: string }

/** A command that the project names or implies, and what it would prove. */
export interface Candidate extends ProjectEvidence {
  /** A line for the shell, to be run at the root of the project. */
  readonly command: string
  readonly purposes: readonly Purpose[]
  /** What it is mainly for; a bundle proves more than that. */
  readonly main: Purpose
  /** How much this piece of evidence weighs against others. */
  readonly weight: number
  /** It checks a part of the project only: one file, one package, one platform. */
  readonly partial: boolean
  /** The folder it belongs to, from the root; empty for the whole project. */
  readonly folder: string
  /** Words of the command and its surroundings that a task may name: chrome, unit, javascript. */
  readonly words: readonly string[]
  /** Commands that this one calls; there is no need to run them beside it. */
  readonly includes: readonly string[]
}

/** The project has a script of that name; a plain file that can be executed is none. */
export const isNamedScript = ({ fact }: ProjectEvidence): boolean =>
  fact.code === 'read-only-twin' || (fact.code === 'script' && fact.script.runner !== 'file')
