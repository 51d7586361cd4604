import { createPublicKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { keyIdOf } from '../proof/receipt/envelope.ts'
import { ownKey } from '../proof/receipt/signing-key.ts'
import { nodeDisk } from '../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../system/durable.ts'
import type { Database } from './database.ts'
import { fleetProblem } from './problems.ts'

const folderIn = (keys: string): string => join(keys, 'fleet')

/** Keeps the key of a worker as one whose receipts are accepted; resolves to its id. */
export async function trustWorker(database: Database, keys: string, worker: string): Promise<string> {
  const { rows } = await database.query<{ public_key: string }>(
    'select public_key from agent_loop.workers where id = $1',
    [worker],
  )
  if (!rows[0]) throw fleetProblem('no-such-worker', { id: worker })
  const key = createPublicKey(rows[0].public_key)
  const disk = nodeDisk('private')
  await makeDirectoryDurably(disk, folderIn(keys))
  await writeDurably(disk, join(folderIn(keys), `${keyIdOf(key)}.pem`), rows[0].public_key)
  return keyIdOf(key)
}

/** Whether receipts by this key are accepted here: it is this user's own, or a person has trusted it. */
export async function isTrustedKey(keys: string, id: string): Promise<boolean> {
  const disk = nodeDisk('private')
  const own = await ownKey(disk, keys)
  if (own !== null && keyIdOf(publicOf(own)) === id) return true
  return /^[0-9a-f]+$/.test(id) && (await disk.exists(join(folderIn(keys), `${id}.pem`)))
}

const publicOf = (key: KeyObject): KeyObject => createPublicKey(key)
