import type { Environment } from '../../system/shell.ts'

/**
 * What weakens a tool, what it loads by itself, and what it remembers: all that must not change unnoticed. Begin with `files.config`
 * (an agent that edits it is noticed), then `caches`, then `settings` and `directives` so that only a weaker config is refused.
 */
export interface Protection {
  /** The name that findings use, where it is not the tool's. */
  readonly label?: string
  /** What a criterion asks for by running it: suppressing such findings then weakens the check. */
  readonly family?: 'types' | 'lint'
  readonly files?: ToolFiles
  readonly settings?: ToolSettings
  /** Where its retries are configured. */
  readonly retries?: RetrySettings
  readonly directives?: readonly Directive[]
  readonly attributes?: readonly Attribute[]
  /** Rules that tests may suppress in attributes. */
  readonly commonInTests?: RegExp
  readonly baselines?: readonly SuppressionBaseline[]
  /** Results that it keeps to answer without running again: names of files and folders, or ends of paths. */
  readonly caches?: readonly string[]
  /** The same, by name, but only outside installed packages. */
  readonly localCaches?: readonly RegExp[]
  /** The same, by name, in installed packages too. */
  readonly namedCaches?: readonly RegExp[]
  /** Folders that it writes and nobody edits. */
  readonly outputs?: readonly string[]
  /** The variables of a run that answers nothing from memory. */
  readonly uncached?: (env: Environment, folders: PrivateFolders) => Environment
  readonly detection?: Detection
  readonly preparation?: Preparation
  /** Names of manifest scripts that run it. */
  readonly scripts?: readonly string[]
  /** Files with command lines for it. */
  readonly flagFiles?: RegExp
  /** Code that makes failing tests run again. */
  readonly retriesInCode?: readonly CodePattern[]
  /** Code that ends the run as a success. */
  readonly exitsInCode?: readonly CodePattern[]
  /** Where tests stand within source: the start of a block in braces. */
  readonly inlineTests?: RegExp
  /** Installed packages that are part of it, as patterns. */
  readonly packages?: readonly string[]
  /** Modules that tests import from it, as patterns. */
  readonly libraries?: readonly string[]
  /** Files outside of the project that it reads. */
  readonly outside?: OutsideFiles
}

/** Folders that belong to one run or one clean copy and to nobody else. */
export interface PrivateFolders {
  /** Empty at the start of every run. */
  readonly temporary: string
  /** Empty when the clean copy is opened. */
  readonly bytecode: string
}

/** Files that a tool knows by their names. */
export interface ToolFiles {
  /** Loaded before anything else, by name alone. */
  readonly autoLoaded?: readonly RegExp[]
  readonly config?: readonly RegExp[]
  /** A build file that takes effect only when something names it. */
  readonly build?: readonly RegExp[]
  /** A build file that takes effect by being there. */
  readonly loadedBuild?: readonly RegExp[]
  /** By their whole path instead of their name. */
  readonly autoLoadedPaths?: readonly RegExp[]
  readonly configPaths?: readonly RegExp[]
}

/** The kind of check that a setting or a directive weakens. */
export type CheckFamily = 'types' | 'lint' | 'coverage'

/**
 * Which way a setting is turned to see less.
 *
 * `on`: true sees more, and nothing is false. `stay`: as `on`, but nothing is true. `off`: true sees less. `min`: a threshold that
 * may not sink. `max`: a number that may not grow. `level`: off, warning, error. `skip`: a list of what is left out. `keep`: a list of
 * what is looked at. `base`: a list of what is built upon, of which one may take another's place.
 */
type WeakeningDirection = 'on' | 'stay' | 'off' | 'min' | 'max' | 'level' | 'skip' | 'keep' | 'base'

export interface WeakeningSetting {
  readonly at: RegExp
  readonly turn: WeakeningDirection
  readonly family: CheckFamily | 'retries'
  /** What a `max` is when it is not written. */
  readonly from?: number
}

export const dial = (
  turn: WeakeningDirection,
  family: WeakeningSetting['family'],
  at: RegExp,
  from?: number,
): WeakeningSetting => (from === undefined ? { at, turn, family } : { at, turn, family, from })

/** The settings of a tool that weaken it. */
export interface ToolSettings {
  readonly files: RegExp
  /** Only what is below this counts, in files that many tools share; it is cut off. */
  readonly within?: RegExp
  /** Files among these that belong to this tool alone: everything in them counts. */
  readonly ownFiles?: RegExp
  /** Settings that have another name elsewhere, or stand elsewhere in another version. */
  readonly alias?: (path: string) => string
  /** `strict` and what it switches on. */
  readonly implied?: { readonly by: string; readonly keys: RegExp }
  readonly dials: readonly WeakeningSetting[]
  /** A new file takes nothing away from what was there. */
  readonly newIsFree?: true
  /** A file may build upon others by `extends`, and its options are merged with theirs. */
  readonly inherits?: true
  /** Tools that do the same: when one config goes, another's may take its place. */
  readonly alternatives?: 'linters' | 'type checkers' | 'coverage'
  /** The list that selects rules by how their codes begin. */
  readonly selects?: string
  /** Groups of rules, each one setting. */
  readonly groups?: RegExp
  /** A list that only adds to what another list names. */
  readonly adds?: { readonly list: string; readonly beside: string }
  /** Rules that are errors in the sets that nearly everybody extends, where a warning is less. */
  readonly errorsByDefault?: RegExp
  /** Read by a service: no command here fails for them. */
  readonly remote?: true
}

interface RetrySettings {
  readonly files: RegExp
  /** As `within` of settings. */
  readonly within?: string
}

export type SuppressionScope = 'line' | 'block' | 'file'

/** A comment that a tool obeys. `rules` in the pattern names what is left out; without it, all. */
export interface Directive {
  readonly family: CheckFamily
  readonly languages: RegExp
  readonly says: RegExp
  readonly scope: SuppressionScope | ((comment: CommentPlace) => SuppressionScope)
  /** When the comment that ends it follows, it holds for a block and not for the file. */
  readonly ends?: RegExp
  /** The rule's name where the pattern has none. */
  readonly rule?: string
  /** Only a block comment is obeyed. */
  readonly block?: true
}

interface CommentPlace {
  readonly line: number
  /** Nothing but space stands before it on its line. */
  readonly alone: boolean
}

/** Code that a tool obeys: matched with strings in sight, and counted only where it begins in code. */
export interface Attribute {
  readonly family: CheckFamily
  readonly languages: RegExp
  readonly pattern: RegExp
  readonly scope: (found: RegExpExecArray) => SuppressionScope
  readonly rule?: string
  /** Honest code has it, too: it counts only where errors were reported before, in the same file or anywhere in the project. */
  readonly against?: ErrorsIn
  /** It silences the compiler: where errors were reported in the same file, it counts for every command. */
  readonly compiler?: true
}

export type ErrorsIn = 'file' | 'project'

/** A file into which a tool writes all that it is to overlook. */
export interface SuppressionBaseline {
  readonly files: RegExp
  readonly families: readonly CheckFamily[]
  /** How much it suppresses. */
  readonly amount: (text: string) => number
}

/** By what code can find out that this tool runs it. All but signs are patterns. */
export interface Detection {
  readonly names?: readonly string[]
  readonly variables?: readonly string[]
  /** Globals of JavaScript. */
  readonly globals?: readonly string[]
  /** Globals whose names mean nothing else. */
  readonly uniqueGlobals?: readonly string[]
  /** Modules of Python. */
  readonly modules?: readonly string[]
  /** Constants of Ruby. */
  readonly constants?: readonly string[]
  readonly signs?: readonly DetectionSign[]
  /** Code that replaces what this tool checks with. */
  readonly patches?: readonly DetectionSign[]
}

export interface DetectionSign {
  readonly name: string
  readonly languages: RegExp
  readonly pattern: string
}

interface OutsideFiles {
  /** Below the user's home. */
  readonly home?: readonly string[]
  /** In any folder above the project. */
  readonly above?: readonly string[]
  /** Variables that name a file. */
  readonly variables?: readonly string[]
}

/** How a project prepares its tests: without it, the same code may rightly answer otherwise. */
interface Preparation {
  /** Configs that may set something up. */
  readonly files?: RegExp
  /** Files that always do. */
  readonly always?: RegExp
  /** The section of `package.json` that may. */
  readonly section?: string
}

/** A pattern in the code of some languages. */
interface CodePattern {
  readonly languages: RegExp
  readonly pattern: RegExp
}
