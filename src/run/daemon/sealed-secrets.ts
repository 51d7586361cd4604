import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * The key for secrets in job files. It is only in the memory of the daemon, of its supervisor, and of the next daemon: nobody
 * who reads the disk, or a copy of it, can open them, and after a restart of the machine nobody can at all.
 */
export const KEY_VARIABLE = 'AGENT_LOOP_DAEMON_KEY'

export const newDaemonKey = (): string => randomBytes(32).toString('hex')

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** `loop` is bound to the result: what was sealed for one loop cannot be opened as another's. */
export function sealSecrets(secrets: Readonly<Record<string, string>>, key: string, loop: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'hex'), iv).setAAD(Buffer.from(loop))
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64')
}

/** Null when they were sealed with another key, or for another loop. */
export function openSecrets(sealed: string, key: string, loop: string): Readonly<Record<string, string>> | null {
  try {
    const bytes = Buffer.from(sealed, 'base64')
    const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
    const cipher = createDecipheriv(CIPHER, Buffer.from(key, 'hex'), iv, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(loop)).setAuthTag(tag)
    const text = Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]).toString()
    return JSON.parse(text) as Readonly<Record<string, string>>
  } catch {
    return null
  }
}
