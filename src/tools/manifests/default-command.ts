import type { Purpose } from '../commands/tool-commands.ts'
import type { Project } from './project.ts'

/** A command that an ecosystem's manifest implies without naming it. */
export interface DefaultCommand {
  readonly command: string
  readonly purposes: readonly Purpose[]
  readonly source: string
  readonly because: ImpliedReason
  /** Between 1 (a guess that usually works) and 30 (the ecosystem's own convention). */
  readonly weight: number
}

/** Reads one ecosystem in one folder. */
export type Ecosystem = (project: Project, folder: string) => readonly DefaultCommand[]

/** A sentence; or the tool whose configuration or plugin is in the project, which counts more than a convention. */
export type ImpliedReason = string | { readonly configured: string }
