import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { provable } from '../../check/completion/provable.ts'
import { commandsOf } from '../../criteria/criterion.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { sha256 } from '../../system/blobs.ts'
import { type ReceiptFacts, type Statement, statementSchema } from './statement.ts'

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** A DSSE envelope with one signature. */
const envelopeSchema = z.readonly(
  z.strictObject({
    payloadType: z.literal(PAYLOAD_TYPE),
    payload: z.string(),
    signatures: z.readonly(z.tuple([z.readonly(z.strictObject({ keyid: z.string(), sig: z.string() }))])),
  }),
)

/** A receipt with a valid signature, by any signer. */
export interface Receipt {
  readonly statement: Statement
  readonly keyId: string
}

/** The largest receipt that is read, because receipts can come from strangers. */
export const LARGEST_RECEIPT = 4 * 1024 ** 2

/** Identifies a public key: the SHA-256 of its SPKI bytes. */
export const keyIdOf = (key: KeyObject): string => sha256(key.export({ type: 'spki', format: 'der' }))

export function seal(statement: Statement, privateKey: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(statement))
  const sig = sign(null, preAuthentication(payload), privateKey).toString('base64')
  const keyid = keyIdOf(createPublicKey(privateKey))
  return written({ payloadType: PAYLOAD_TYPE, payload: payload.toString('base64'), signatures: [{ keyid, sig }] })
}

/** The signed bytes: type and payload with their lengths, so that neither can be read as part of the other. */
function preAuthentication(payload: Buffer): Buffer {
  const head = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}

const written = (envelope: unknown): string => `${JSON.stringify(envelope, null, 2)}\n`

/** Reads a receipt from any source. Refuses, with a reason, anything that is not byte for byte in the form that agent-loop writes. */
export function openReceipt(bytes: Uint8Array): Result<Receipt, string> {
  if (bytes.byteLength > LARGEST_RECEIPT) return fail('it is larger than any receipt')
  try {
    return opened(Buffer.from(bytes))
  } catch (error) {
    // Nesting too deep for the stack, or bytes that are not text.
    return fail(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function opened(bytes: Buffer): Result<Receipt, string> {
  const raw = json(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  if (raw === undefined) return fail('it is not JSON')
  const envelope = envelopeSchema.safeParse(raw)
  if (!envelope.success) return fail(`it is not a signed envelope: ${issueOf(envelope.error)}`)
  if (!bytes.equals(Buffer.from(written(raw)))) return fail('the envelope was reformatted after it was signed')
  const { payload: encoded, signatures } = envelope.data
  const [{ keyid, sig }] = signatures
  const [payload, signature] = [canonical(encoded), canonical(sig)]
  if (payload === null || signature === null) return fail('its payload or signature is not valid base64')
  const statement = statementSchema.safeParse(json(payload.toString()))
  if (!statement.success) return fail(`the statement was not written by agent-loop: ${issueOf(statement.error)}`)
  if (!namesItsCommands(statement.data.predicate.agentLoop.criterion))
    return fail('its commands are not those of its criterion')
  const publicKey = keyFrom(statement.data.predicate.agentLoop.key.public)
  if (publicKey === null) return fail('its public key is invalid')
  if (keyIdOf(publicKey) !== keyid) return fail('its key id does not match its public key')
  if (!verify(null, preAuthentication(payload), publicKey, signature))
    return fail('the signature does not match: the content was changed after signing')
  return ok({ statement: statement.data, keyId: keyid })
}

/** The commands are what people read, and the check is what `--run` runs. Redacted commands can have become the same. */
function namesItsCommands({ check, commands }: ReceiptFacts['criterion']): boolean {
  const criterion = provable(check)
  return criterion === null || commandsOf(criterion).join('\0') === [...new Set(commands)].join('\0')
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Several base64 texts decode to the same bytes. Only the canonical one is accepted. */
function canonical(encoded: string): Buffer | null {
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded ? bytes : null
}

function keyFrom(encoded: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(encoded, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
}

const issueOf = ({ issues: [issue] }: Issues): string => `${issue?.path.join('.') || 'the document'}: ${issue?.message}`
