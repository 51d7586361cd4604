/** A tool that a command wanted and that is not there. */
export interface MissingTool {
  readonly program: string
  /** What kind of thing is missing: a program, a script, target, or file of the project's own, an option, a module, or what a manifest declares. */
  readonly what: 'program' | 'script' | 'target' | 'file' | 'option' | 'module' | 'dependencies'
}

/**
 * How a tool prints that it could not start, because something is missing. The words alone are not enough, because a test may print
 * them: they must be among the last lines, and come with the exit code that goes with them.
 */
export interface StartFailure {
  /** The first group is the name of what is missing. */
  readonly pattern: RegExp
  /** The name, where the words do not contain it. */
  readonly name?: string
  readonly what: MissingTool['what']
  /** Exit codes with which this is printed. */
  readonly exits: readonly number[]
  /** Another line that must be there, where the words are printed after other failures too. */
  readonly beside?: RegExp
  /** The manifest that names the project itself. What begins with that name belongs to the project, so the work may write it. */
  readonly own?: { readonly file: string; readonly name: RegExp }
}
