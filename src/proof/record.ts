import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { fail, ok, type Result } from '../std/result.ts'
import type { Disk } from '../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../system/durable.ts'
import type { Finding } from './finding.ts'
import { finding } from './finding-words.ts'
import type { Sealed } from './gate.ts'
import { sealSchema } from './seal/seal.ts'
import { executedTestsSchema, wasRun } from './tests/executed-tests.ts'

/** The baseline that the gate stores before the first turn, in the private store. */
const gateRecordSchema = z.readonly(
  z.object({
    version: z.literal(1),
    seal: sealSchema,
    /** Null when no runner reported which tests ran. */
    executed: z.nullable(executedTestsSchema),
    /** What the project's own test program printed about its tests; null when it printed no number, or a known runner counted. */
    counted: z._default(z.nullable(z.readonly(z.object({ kind: z.enum(['total', 'passed']), ran: z.int() }))), null),
    /** The criterion passed. */
    green: z.boolean(),
    /** Files in which compilers and linters reported problems, so they are known to check them. */
    diagnosed: z.readonly(z.array(z.string())),
    /** The kind of clean copy that could be made; null when none could, or none is needed. */
    room: z._default(z.nullable(z.string()), null),
    /** Plain values that tests received instead of the expected ones. */
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

/** Fails when the stored baseline is missing or changed. */
export async function readRecord(
  disk: Disk,
  folder: string,
  sealed: Sealed | null,
): Promise<Result<GateRecord, Finding>> {
  const text = await disk.read(pathIn(folder))
  if (sealed === null) throw new Error('no baseline was stored before the first turn')
  if (text === null) return fail(recordsChanged(['record.json']))
  if (digestOf(text) !== sealed.digest) return fail(recordsChanged(['record.json']))
  return ok(gateRecordSchema.parse(JSON.parse(text)))
}

/** Only something that ran during the loop could do this, and no work needs it. */
export const recordsChanged = (places: readonly string[]): Finding =>
  finding('records-changed', 'tampered', {}, places.slice(0, 10))

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
