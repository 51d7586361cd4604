import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUsageError } from '../../src/std/usage-error.ts'

/** Seconds for each target; the suite itself only looks whether every target still runs. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? '0')
const RUNS = SECONDS > 0 ? Number.MAX_SAFE_INTEGER : 20

const ROOT = resolve(import.meta.dirname, '../..')
const LONGEST = 4_000

/** Real texts to start from: the first files of a folder, cut. */
export function samples(folder: string, ends: RegExp): readonly string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(name => ends.test(name))
  return files.sort().map(name => readFileSync(join(ROOT, folder, name), 'utf8').slice(0, LONGEST))
}

interface StoredFile {
  readonly text?: string
  readonly brotli?: string
}

/** Files of these names that version 0.1.0 left on disk. */
export function stored(name: RegExp): readonly string[] {
  const lines = readFileSync(join(ROOT, 'fixtures/state-0.1.0/state.jsonl'), 'utf8').trim().split('\n')
  const files = lines.flatMap(line => Object.entries((JSON.parse(line) as { files: Record<string, StoredFile> }).files))
  return files.flatMap(([file, { text, brotli }]) => {
    const found = brotli === undefined ? text : brotliDecompressSync(Buffer.from(brotli, 'base64')).toString()
    return name.test(file) && found ? [found] : []
  })
}

/** Values that JSON allows where a program expects an object. */
const SURPRISES = ['\0', '\u202e', '\x1b[2J', 'null', '[]', '0', '""', '{"__proto__":{"a":1}}', '{"constructor":null}']
const junk = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.json(), fc.constantFrom(...SURPRISES))

/** A sample with a part cut out, repeated, or replaced by noise or by a part of another one. */
const mutated = (from: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...from), fc.constantFrom(...from), fc.nat(LONGEST), fc.nat(200), junk, fc.nat(4))
    .map(([text, other, at, length, noise, kind]) => {
      const part = [noise, '', text.slice(at, at + length).repeat(3), other.slice(at, at + length)][kind]
      // One value of a document becomes another one, so that it stays a document.
      if (part === undefined)
        return text.replace(/(?<=: ?)(?:"[^"\n]*"|\d+|true|false|null)/, () => JSON.stringify(noise))
      return text.slice(0, at) + part + text.slice(at + length)
    })

export interface FuzzTarget {
  readonly from: readonly string[]
  readonly parse: (text: string) => unknown
}

/** Every text is understood or refused. */
export const fuzz = (targets: Readonly<Record<string, FuzzTarget>>): void =>
  test.each(Object.entries(targets))('%s', { timeout: SECONDS * 1_000 + 60_000 }, async (_, { from, parse }) => {
    expect(from.length).toBeGreaterThan(0)
    const property = fc.asyncProperty(fc.oneof(mutated(from), junk), async text => {
      try {
        JSON.stringify(await parse(text))
      } catch (error) {
        if (!isUsageError(error)) throw error
      }
    })
    const limit = SECONDS > 0 ? { interruptAfterTimeLimit: SECONDS * 1_000 } : {}
    await fc.assert(property, { numRuns: RUNS, ...limit })
  })
