import * as z from 'zod/mini'
import { PROTECTED_KINDS, type ProtectedKind } from '../../tools/protection/protected-kind.ts'

const digests = z.readonly(z.record(z.string(), z.string()))

/** What one place on disk was. Enough to see any change, and to see quickly that there was none. */
const stateSchema = z.readonly(
  z.object({
    type: z.enum(['file', 'symlink', 'folder', 'other']),
    /** Where a link leads, as it is written. */
    target: z.nullable(z.string()),
    exec: z.boolean(),
    /** Inode, size, times and mode: equal means untouched, because nobody can put the time of the last change back. */
    stamp: z.string(),
    changedMs: z.number(),
    /** The folder in which it really stands, when links on the way lead elsewhere. */
    through: z.nullable(z.string()),
  }),
)
export type PlaceState = z.infer<typeof stateSchema>

const sealedFileSchema = z.readonly(
  z.object({
    /** Posix path from the tree's root; absolute for what stands outside of it. */
    path: z.string(),
    kind: z.enum(PROTECTED_KINDS),
    state: stateSchema,
    digest: z.string(),
    /** The parts that count, by name; null when every byte does. */
    sections: z.nullable(digests),
    /** Too large to be kept: it can be compared, and cannot be put back. */
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
    /** Over their bytes; null where that was too dear. */
    bytes: z.nullable(z.string()),
  }),
)
export type SealedPackage = z.infer<typeof sealedPackageSchema>

/** What the gate relied on when the loop began. */
export const sealSchema = z.readonly(
  z.object({
    version: z.literal(1),
    tree: z.string(),
    workspace: z.string(),
    takenMs: z.number(),
    /** The search path of programs, as it was captured. */
    searchPath: z.string(),
    files: z.readonly(z.array(sealedFileSchema)),
    /** Outside of the tree: absolute paths that tools read by themselves; null for what was not there. */
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
    /** The tree was too large to be looked at as a whole. */
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
