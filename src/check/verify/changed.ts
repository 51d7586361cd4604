import { join } from 'node:path'
import type { LeafOf } from '../../criteria/criterion.ts'
import { findFiles } from '../../system/find-files.ts'
import { readRegular } from '../../system/read-regular.ts'
import { BASELINE_VARIABLE, type VerifyContext } from './context.ts'
import type { FileFindings } from './file-rules.ts'

/** Whether a file, or any file, differs from before the first turn. Without that copy, nothing was compared, so nothing holds. */
export async function checkChanged(
  { path }: LeafOf<'changed'>,
  { env, filesAt }: Pick<VerifyContext, 'env' | 'filesAt'>,
): Promise<FileFindings> {
  const before = env[BASELINE_VARIABLE]
  if (!before)
    return {
      holds: false,
      places: ['there is nothing to compare with: only a loop keeps the tree from before its first turn'],
    }
  if (path !== null)
    return (await differs(before, filesAt, path))
      ? { holds: true, places: [] }
      : { holds: false, places: [`${path} is as it was before the first turn`] }
  const files = new Set([...(await findFiles(before, '**/*')), ...(await findFiles(filesAt, '**/*'))])
  for (const file of files) if (await differs(before, filesAt, file)) return { holds: true, places: [] }
  return { holds: false, places: ['every file is as it was before the first turn'] }
}

async function differs(before: string, now: string, path: string): Promise<boolean> {
  const [old, present] = [before, now].map(root => readRegular(join(root, path))) as [Buffer | null, Buffer | null]
  return old === null || present === null ? old !== present : !old.equals(present)
}
