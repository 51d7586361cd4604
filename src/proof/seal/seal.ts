import * as z from 'zod/mini'
import { PROTECTED_KINDS, type ProtectedKind } from '../../tools/protection/protected-kind.ts'

const digests = z.readonly(z.record(z.string(), z.string()))

/** The state of one path on disk. Enough to detect any change, and to see quickly that there was none. */
const stateSchema = z.readonly(
  z.object({
    type: z.enum(['file', 'symlink', 'folder', 'other']),
    /** The target of a link, as written. */
    target: z.nullable(z.string()),
    exec: z.boolean(),
    /** Inode, size, times, and mode: equal means untouched, because the change time cannot be restored. */
    stamp: z.string(),
    changedMs: z.number(),
    /** The real folder, when links on the way lead elsewhere. */
    through: z.nullable(z.string()),
  }),
)
export type PlaceState = z.infer<typeof stateSchema>

const sealedFileSchema = z.readonly(
  z.object({
    /** POSIX path relative to the root of the tree; absolute outside of it. */
    path: z.string(),
    kind: z.enum(PROTECTED_KINDS),
    state: stateSchema,
    digest: z.string(),
    /** The parts that count, by name; null when every byte does. */
    sections: z.nullable(digests),
    /** False when too large to store: it can be compared, but not restored. */
    kept: z.boolean(),
  }),
)
export type SealedFile = z.infer<typeof sealedFileSchema>

const sealedToolSchema = z.readonly(
  z.object({
    name: z.string(),
    found: z.string(),
    real: z.string(),
    stamp: z.string(),
    digest: z.nullable(z.string()),
  }),
)
export type SealedTool = z.infer<typeof sealedToolSchema>

const sealedPackageSchema = z.readonly(
  z.object({
    path: z.string(),
    version: z.nullable(z.string()),
    /** Over the stamps of its files. */
    stamps: z.string(),
    /** Over their bytes; null when that was too expensive. */
    bytes: z.nullable(z.string()),
  }),
)
export type SealedPackage = z.infer<typeof sealedPackageSchema>

const strings = z.readonly(z.array(z.string()))

/** Files that git ignored when the loop started. */
const ignoredSchema = z.readonly(
  z.object({
    rules: z.readonly(
      z.object({
        sources: z.readonly(z.array(z.readonly(z.object({ folder: z.string(), text: z.string() })))),
        tracked: strings,
      }),
    ),
    paths: strings,
    /** False when there were too many to list. */
    complete: z.boolean(),
    /** Those that the baseline run wrote. */
    written: strings,
    /** Digests of settings and state of build tools, whose bytes are kept. */
    settings: digests,
  }),
)
export type IgnoredBefore = z.infer<typeof ignoredSchema>

/** The files and programs that the check relied on when the loop started. */
export const sealSchema = z.readonly(
  z.object({
    version: z.literal(1),
    tree: z.string(),
    workspace: z.string(),
    takenMs: z.number(),
    /** The search path of programs, as it was captured. */
    searchPath: z.string(),
    files: z.readonly(z.array(sealedFileSchema)),
    /** Programs and tests that the check builds itself; seals of earlier versions contain them among the files. */
    built: z._default(z.readonly(z.array(z.string())), []),
    /** Those of the files that are machine code. The check may build them again, or only run them. */
    compiled: z._default(z.readonly(z.array(z.string())), []),
    /** Null in seals of earlier versions. */
    ignored: z._default(z.nullable(ignoredSchema), null),
    /** Absolute paths outside the tree that tools read automatically; null for missing ones. */
    outside: z.readonly(
      z.array(
        z.readonly(z.object({ path: z.string(), kind: z.enum(PROTECTED_KINDS), file: z.nullable(sealedFileSchema) })),
      ),
    ),
    /** Scripts that the commands reach, as `package.json#name`. */
    scripts: z.readonly(z.array(z.string())),
    tools: z.readonly(z.array(sealedToolSchema)),
    packages: z.readonly(z.array(sealedPackageSchema)),
    locks: digests,
    /** The tree was too large to be read completely. */
    partial: z.boolean(),
  }),
)
export type Seal = z.infer<typeof sealSchema>

export interface SealChange {
  readonly path: string
  /** Which part of a structured file, as `scripts.test`. */
  readonly section?: string
  readonly what: 'changed' | 'deleted' | 'added' | 'became-symlink' | 'mode'
  readonly kind: ProtectedKind
}

/** Whether the person allows a file, or a part of it, to change. */
export type IsFree = (path: string, part?: Pick<SealChange, 'section' | 'what'>) => boolean
