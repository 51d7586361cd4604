import { join } from 'node:path'
import * as z from 'zod/mini'
import { isLoopId } from '../../loop/loop-id.ts'
import { publicVariables, secretVariables } from '../../std/redact.ts'
import type { DaemonPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { openSecrets, sealSecrets } from './sealed-secrets.ts'

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
    /** In a file, the secret variables, which `env` is then without. Only a daemon with the same key can open them. */
    sealed: z.optional(z.readonly(z.object({ names: z.readonly(z.array(z.string())), data: z.string() }))),
    /** It is paused only because its daemon was replaced. */
    resting: z.optional(z.boolean()),
    /** It was interrupted too long ago to resume by itself. */
    waits: z.optional(z.boolean()),
  }),
)

export type Job = z.infer<typeof jobSchema>

/** Where jobs are stored, and the key of this daemon. */
export interface JobStore {
  readonly disk: Disk
  readonly paths: DaemonPaths
  readonly key: string
}

/** Kept until the loop has ended, to resume it after a crash. Secrets are stored sealed, and the disk must be private. */
export async function saveJob({ disk, paths, key }: JobStore, job: Job): Promise<void> {
  await makeDirectoryDurably(disk, paths.jobs)
  await writeDurably(disk, fileOf(paths, job.id), JSON.stringify(job.sealed ? job : sealedJob(job, key)))
}

function sealedJob(job: Job, key: string): Job {
  const secrets = secretVariables(job.env)
  const names = Object.keys(secrets)
  if (names.length === 0) return job
  return { ...job, env: publicVariables(job.env), sealed: { names, data: sealSecrets(secrets, key, job.id) } }
}

/** The job with its whole environment; null when its secrets were sealed with the key of a daemon that is gone. */
export function openJob({ sealed, ...job }: Job, key: string): Job | null {
  if (!sealed) return job
  const secrets = openSecrets(sealed.data, key, job.id)
  return secrets && { ...job, env: { ...job.env, ...secrets } }
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
