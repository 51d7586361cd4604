import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Disk } from '../system/disk.ts'
import { formatJson } from './format-json.ts'

const mergeSchema = z.readonly(z.object({ onto: z.string(), commit: z.string(), at: z.string() }))

/** Where the work of a loop was merged to, after the loop had ended. */
export type MergeRecord = z.infer<typeof mergeSchema>

const fileIn = (directory: string): string => join(directory, 'merged.json')

/** Kept beside the journal: a merge is no event of the loop, which ended before it. */
export const noteMerge = (disk: Disk, directory: string, merged: MergeRecord): Promise<void> =>
  disk.write(fileIn(directory), formatJson(merged))

/** Null when it was not merged, or when the record cannot be read: nothing depends on it. */
export async function readMerge(disk: Disk, directory: string): Promise<MergeRecord | null> {
  const text = await disk.read(fileIn(directory))
  if (text === null) return null
  try {
    return mergeSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
