import { join } from 'node:path'
import * as z from 'zod/mini'
import { isLoopId } from '../../loop/loop-id.ts'
import type { DaemonPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'

/** A background loop as its daemon knows it. Everything else is in the loop's journal. */
export const jobSchema = z.readonly(
  z.object({
    id: z.string().check(z.refine(isLoopId)),
    cwd: z.string(),
    stateDirectory: z.nullable(z.string()),
    /** How many loops the person allows at once. */
    maxLoops: z.optional(z.number()),
    /** For its agents and checks: the environment of the terminal that started it, never the daemon's. */
    env: z.readonly(z.record(z.string(), z.string())),
    /** It is paused only because its daemon was replaced. */
    resting: z.optional(z.boolean()),
    /** It was interrupted too long ago to resume by itself. */
    waits: z.optional(z.boolean()),
  }),
)

export type Job = z.infer<typeof jobSchema>

/** Kept until the loop has ended, to resume it after a crash. The environment holds secrets, so the disk must be private. */
export async function saveJob(disk: Disk, paths: DaemonPaths, job: Job): Promise<void> {
  await makeDirectoryDurably(disk, paths.jobs)
  await writeDurably(disk, fileOf(paths, job.id), JSON.stringify(job))
}

export const dropJob = (disk: Disk, paths: DaemonPaths, id: string): Promise<void> => disk.remove(fileOf(paths, id))

export async function readJob(disk: Disk, paths: DaemonPaths, id: string): Promise<Job | null> {
  try {
    const read = jobSchema.safeParse(JSON.parse((await disk.read(fileOf(paths, id))) ?? ''))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export async function readJobs(disk: Disk, paths: DaemonPaths): Promise<readonly Job[]> {
  const names = (await disk.list(paths.jobs)).filter(name => name.endsWith('.json'))
  const jobs = await Promise.all(names.map(name => readJob(disk, paths, name.slice(0, -5))))
  return jobs.filter(job => job !== null)
}

const fileOf = (paths: DaemonPaths, id: string): string => join(paths.jobs, `${id}.json`)
