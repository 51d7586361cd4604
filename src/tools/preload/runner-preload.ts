/** What listens to a test runner from inside its Node process. */
export interface RunnerPreload {
  /** Whether the process was started as this runner. */
  readonly isOwn?: (start: NodeStart) => boolean
  /** Listens in such a process. */
  readonly watch?: () => void
  /** Listens in a process that was started as something else. */
  readonly watchOthers?: (start: NodeStart) => void
  /** Modules of the runner, and what listens to them once such a process has required them. */
  readonly modules?: readonly (readonly [RegExp, (loaded: NodeJS.Module, own: () => NodeJS.Module) => void])[]
}

/** What a Node process was started with. */
interface NodeStart {
  readonly program: string
  readonly options: readonly string[]
}
