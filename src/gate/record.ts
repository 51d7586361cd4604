import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Disk } from '../host/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../host/durable.ts'
import { sealSchema } from '../seal/seal.ts'
import { executedTestsSchema, wasRun } from './executed-tests.ts'
import type { Sealed } from './gate.ts'

/** What the gate keeps from before the first turn, in the private store. */
const gateRecordSchema = z.readonly(
  z.object({
    version: z.literal(1),
    seal: sealSchema,
    /** Null when nobody told which tests ran. */
    executed: z.nullable(executedTestsSchema),
    /** The criterion held. */
    green: z.boolean(),
    /** Files in which compilers and linters found something: those they are known to look at. */
    diagnosed: z.readonly(z.array(z.string())),
    /** Plain values that tests got and did not want. */
    differed: z._default(
      z.readonly(
        z.array(z.readonly(z.object({ file: z.nullable(z.string()), received: z.string(), expected: z.string() }))),
      ),
      [],
    ),
  }),
)

export type GateRecord = z.infer<typeof gateRecordSchema>

const pathIn = (folder: string): string => join(folder, 'record.json')

export async function keepRecord(disk: Disk, folder: string, record: GateRecord): Promise<Sealed> {
  const text = JSON.stringify(record)
  await makeDirectoryDurably(disk, folder)
  await writeDurably(disk, pathIn(folder), text)
  const { executed } = record
  return {
    digest: digestOf(text),
    files: record.seal.files.length,
    ids: executed ? executed.tests.filter(wasRun).length : null,
    skipped: executed ? executed.tests.filter(test => !wasRun(test)).length : null,
  }
}

/** Rejects when what was kept is not there any more, or is not what was kept: then nothing can be compared with it. */
export async function readRecord(disk: Disk, folder: string, sealed: Sealed | null): Promise<GateRecord> {
  const text = await disk.read(pathIn(folder))
  if (text === null || sealed === null) throw new Error('what the gate kept before the first turn is not there')
  if (digestOf(text) !== sealed.digest)
    throw new Error('what the gate kept before the first turn was changed by somebody else')
  return gateRecordSchema.parse(JSON.parse(text))
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
