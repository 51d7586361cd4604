import { dirname, join } from 'node:path'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, replaceFile, writeDurably } from '../../system/durable.ts'
import { exclusively } from '../../system/mutex.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { EMPTY_MEMORY, type LessonMemory, MEMORY_VERSION, memorySchema } from './lesson.ts'

export interface MemoryPlace {
  readonly disk: Disk
  /** The folder of the project's reflections, outside the tree. */
  readonly folder: string
  /** Where people find a copy, in the project. */
  readonly view: { readonly disk: Disk; readonly folder: string }
  readonly warn: (message: string) => void
}

/** The project's reflections; empty when the file is missing or cannot be read, so that no loop fails for that. */
export async function readMemory({ disk, folder, warn }: MemoryPlace): Promise<LessonMemory> {
  const path = join(folder, FILE)
  const read = parse(await disk.read(path))
  if (typeof read === 'string') warn(`${path} cannot be read and is ignored: ${read}`)
  return typeof read === 'string' ? EMPTY_MEMORY : read
}

/** Changes the file under a lock. A damaged file is moved aside first; one of a newer version stays unchanged. */
export async function changeMemory(
  place: MemoryPlace,
  self: ProcessIdentity,
  change: (memory: LessonMemory) => LessonMemory,
): Promise<LessonMemory> {
  const { disk, folder, warn } = place
  const path = join(folder, FILE)
  await makeDirectoryDurably(disk, folder)
  return await exclusively({ disk, directory: join(folder, 'lock'), self }, async () => {
    const read = parse(await disk.read(path))
    if (read === NEWER) {
      warn(`${path} has a newer version, so nothing was added to it`)
      return EMPTY_MEMORY
    }
    if (typeof read === 'string') {
      await disk.rename(path, `${path}.damaged`)
      warn(`${path} is damaged (${read}); it was moved to ${FILE}.damaged, and a new file is started`)
    }
    const memory = change(typeof read === 'string' ? EMPTY_MEMORY : read)
    await writeDurably(disk, path, textOf(memory))
    await show(place, memory)
    return memory
  })
}

async function show({ view, warn }: MemoryPlace, memory: LessonMemory): Promise<void> {
  // The state view is not created only for this.
  if (!(await view.disk.exists(dirname(view.folder)))) return
  try {
    await view.disk.makeDirectory(view.folder)
    await replaceFile(view.disk, join(view.folder, FILE), textOf(memory))
  } catch (error) {
    warn(
      `the reflections in the state view could not be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const textOf = (memory: LessonMemory): string => `${JSON.stringify(memory, null, 2)}\n`

const FILE = 'reflections.json'
const NEWER = 'its version is newer'

function parse(text: string | null): LessonMemory | string {
  if (text === null) return EMPTY_MEMORY
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'it is not JSON'
  }
  const read = memorySchema.safeParse(value)
  if (read.success) return read.data
  const version = (value as { version?: unknown } | null)?.version
  if (typeof version === 'string' && Number.parseInt(version, 10) > Number.parseInt(MEMORY_VERSION, 10)) return NEWER
  const issue = read.error.issues[0]
  return `${issue?.path.join('.')}: ${issue?.message}`
}
