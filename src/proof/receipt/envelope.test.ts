import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { specWith } from '../../../test/rig/loop-parts.ts'
import type { LoopEvent } from '../../loop/events.ts'
import { newLoop } from '../../loop/state.ts'
import { makeStatement } from '../../run/receipts/make-statement.ts'
import { keyIdOf, openReceipt, seal } from './envelope.ts'
import { type Statement, statementSchema } from './statement.ts'

const { privateKey: key } = generateKeyPairSync('ed25519')
const published = join(import.meta.dirname, '../../../schemas/receipt.schema.json')

const facts = { loop: 'ralph-a-task-00000001', at: '2026-11-15T00:00:01.000Z' }
const checkEnd = {
  kind: 'check-end',
  ...facts,
  iteration: 1,
  verdict: 'verified',
  missing: null,
  evidence: [
    {
      command: 'check',
      verified: true,
      exit_code: 0,
      error: null,
      may_be_brought: false,
      closed: true,
      duration_ms: 5,
      tests: { passed: 2, failed: 0, skipped: 0, total: 2 },
      failing: [],
      failing_count: 0,
      executed: { count: 2, digest: 'a'.repeat(64) },
      measured: null,
    },
  ],
  missing_key: '',
  findings: [],
  proof: null,
  duration_ms: 5,
} as const
const loopEnd = {
  kind: 'loop-end',
  ...facts,
  status: 'verified',
  iterations: 1,
  exit_code: 0,
  reason: 'criterion_holds',
  message: '',
  receipt: null,
  outcome: { kind: 'verified', because: 'criterion_holds' },
} as const

function statement(gitTree: string | null = 'b'.repeat(40)): Statement | null {
  const events: readonly LoopEvent[] = [checkEnd, loopEnd]
  return makeStatement(events, newLoop(specWith()), loopEnd, {
    key,
    gitTree,
    commit: null,
    tree: { workspace: '', head: null },
    journal: { events: 3, head: 'c'.repeat(64) },
    tools: { agent_loop: '0', node: 'v20', git: null, platform: 'linux' },
  })
}

const receipt = (): Buffer => Buffer.from(seal(statement() ?? unexpected(), key))
const unexpected = (): never => {
  throw new Error('no statement')
}

describe('a receipt', () => {
  test('comes back as it was made, with the key that made it', () => {
    const opened = openReceipt(receipt())
    expect(opened).toMatchObject({ ok: true, value: { keyId: keyIdOf(createPublicKey(key)) } })
    expect(opened.ok && opened.value.statement).toEqual(statement())
    expect(z.safeParse(statementSchema, statement()).success).toBe(true)
  })

  test('with one byte changed, anywhere and to anything, is none, and says what is wrong', () => {
    const bytes = receipt()
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const other = Buffer.from(bytes)
        other[at] = ((other[at] ?? 0) + by) % 256
        const opened = openReceipt(other)
        expect(opened.ok).toBe(false)
        expect(opened.ok || opened.error.length).toBeGreaterThan(0)
      }),
      { numRuns: 1_000 },
    )
  })

  test('cut short at any place, or with something behind it, is none', () => {
    const bytes = receipt()
    for (let at = 0; at < bytes.length; at += 37) expect(openReceipt(bytes.subarray(0, at)).ok).toBe(false)
    expect(openReceipt(Buffer.concat([bytes, Buffer.from('\n')])).ok).toBe(false)
    expect(openReceipt(Buffer.from('['.repeat(500_000))).ok).toBe(false)
    expect(openReceipt(Buffer.alloc(5 * 1024 ** 2, 32)).ok).toBe(false)
  })

  test('signed by one key and naming another is none', () => {
    const other = generateKeyPairSync('ed25519').privateKey
    expect(openReceipt(Buffer.from(seal(statement() ?? unexpected(), other)))).toMatchObject({ ok: false })
  })

  test('of another kind of key, or of an unknown field, is none', () => {
    const made = statement() ?? unexpected()
    const more = { ...made, predicate: { ...made.predicate, extra: 1 } } as unknown as Statement
    expect(openReceipt(Buffer.from(seal(more, key)))).toMatchObject({ ok: false })
  })

  test('is not made about a tree that is not known', () => {
    expect(statement(null)).toBe(null)
    expect(statement('not a git id')).toBe(null)
  })
})

test('the published JSON Schema is the one in the code (UPDATE=1 rewrites it)', () => {
  const schema = JSON.stringify(z.toJSONSchema(statementSchema, { io: 'input' }), null, 2)
  if (process.env['UPDATE']) writeFileSync(published, `${schema}\n`)
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(JSON.parse(schema))
})
