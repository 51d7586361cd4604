import type { Disk } from '../host/disk.ts'
import { UsageError } from '../std/usage-error.ts'
import { type Registry, registrySchema } from './registry-document.ts'

/** Null when no loop has ever run in this project. */
export async function readRegistry(disk: Disk, path: string): Promise<Registry | null> {
  const text = await disk.read(path)
  if (text === null) return null
  const parsed = registrySchema.safeParse(asJson(text))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new UsageError(
    'state-corrupt',
    `${path} is damaged: ${issue?.path.join('.') || 'the document'}: ${issue?.message}`,
    'Move the file away; it is made anew by the next loop.',
  )
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
