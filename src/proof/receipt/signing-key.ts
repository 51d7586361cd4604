import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { receiptProblem } from './problems.ts'

const privateFile = (folder: string): string => join(folder, 'receipts.pem')

/** The public key, to recognize this user's receipts elsewhere. */
export const publicKeyFile = (folder: string): string => join(folder, 'receipts.pub.pem')

/** This user's key, created on first use. If two processes create it at once, both use the first one. */
export async function signingKey(disk: Disk, folder: string): Promise<KeyObject> {
  const known = await ownKey(disk, folder)
  if (known !== null) return known
  await makeDirectoryDurably(disk, folder)
  const { privateKey } = generateKeyPairSync('ed25519')
  const path = privateFile(folder)
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  await disk.write(temporary, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await disk.sync(temporary)
  await disk.link(temporary, path)
  await disk.remove(temporary)
  const key = (await ownKey(disk, folder)) ?? privateKey
  await writeDurably(disk, publicKeyFile(folder), createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  return key
}

/** Null when this user has not made a receipt yet. */
export async function ownKey(disk: Disk, folder: string): Promise<KeyObject | null> {
  const pem = await disk.read(privateFile(folder))
  if (pem === null) return null
  try {
    return createPrivateKey(pem)
  } catch (error) {
    throw receiptProblem('signing-key-damaged', { path: privateFile(folder) }, error)
  }
}
