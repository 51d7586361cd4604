import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RATCHET_RULES } from './ratchets/changed-text.ts'
import { RULES } from './rules.ts'

const sources = readdirSync(import.meta.dirname)
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'rules.ts')
  .map(name => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')

test('every rule that a finding can name is explained, and every explained one can be found', () => {
  const named = [
    ...sources.matchAll(/rule: '([a-z-]+)'|finding\(\s*'([a-z-]+)'|\? '(canary-[a-z]+)' : '(canary-[a-z]+)'/g),
  ].flatMap(found => found.slice(1).filter(Boolean))
  expect([...new Set([...named, ...RATCHET_RULES])].sort()).toEqual(RULES.map(({ rule }) => rule).sort())
})
