import { chmodSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KNOWN_AGENTS } from '../../src/agents/known.ts'
import { commandIn } from '../rig/in-process.ts'
import { type Ended, environmentOf, type Project, project } from '../rig/project.ts'

const BUG = 'amount - discountPercent'
const FIX = 'amount * (1 - discountPercent / 100)'

const FILES: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "shop",
  "type": "module",
  "scripts": { "test": "node --test", "lint": "node --check price.js", "format": "node -e 0" }
}
`,
  'price.js': `export function price(amount, discountPercent) {\n  return ${BUG}\n}\n`,
  'price.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price } from './price.js'

test('without a discount the price stays', () => {
  assert.equal(price(200, 0), 200)
})

test('a discount of 10 % takes a tenth off', () => {
  assert.equal(price(200, 10), 180)
})
`,
  'CHANGELOG.md': '# Changelog\n',
  'PLAN.md': '- [ ] T1 Fix the failing test (until: `npm test`)\n- [ ] T2 Check the syntax (until: `npm run lint`)\n',
  'plan.yaml': `tasks:
  - { id: discount, task: fix the discount, until: node --test, paths: [price.js] }
  - { id: readme, task: explain the prices, until: README.md exists, after: [discount] }
`,
  'turns.yaml': `turns:\n  - - edit: { file: price.js, find: "${BUG}", replace: "${FIX}" }\n    - say: Fixed.\n`,
  'conversation.json': '[{ "role": "user", "content": "The tests fail. Fix them." }]',
  '.gitignore': '*.pem\nreceipt.json\nreport.json\nreport.html\n',
}

export interface Shop {
  readonly project: Project
  /** The id of a loop that was verified here. */
  readonly loop: string
  run(words: readonly string[]): Promise<Ended>
}

/** The project of the pages, with a failing test, and programs with the names of all agents. */
export function brokenShop(): Shop {
  const shop = project(FILES, { git: true })
  const agents = [
    ...Object.values(KNOWN_AGENTS).map(({ program }) => program),
    'my-agent',
    'claude-agent-acp',
    'codex-acp',
  ]
  for (const name of agents) put(join(shop.home, name), '#!/bin/sh\necho 1.0.0\n')
  const env = {
    ...environmentOf(shop.home),
    PATH: `${shop.home}:${process.env['PATH']}`,
    ANTHROPIC_API_KEY: 'unused-key',
    MY_KEY: 'unused-key',
  }
  return { project: shop, loop: 'none', run: words => commandIn(shop.path, words, env) }
}

/** The same after a verified loop, with its receipt and the key that signed it. */
export async function fixedShop(): Promise<Shop> {
  const shop = brokenShop()
  const end = await shop.run([
    'run',
    'fix the failing tests',
    '-c',
    'npm test',
    '--agent',
    'script:turns.yaml',
    '--json',
  ])
  const { loop, receipt } = end.events.at(-1) ?? {}
  if (end.code !== 0 || typeof loop !== 'string' || typeof receipt !== 'string') throw new Error(end.out + end.err)
  cpSync(receipt, join(shop.project.path, 'receipt.json'))
  const keys = join(shop.project.home, '.local/state/agent-loop/keys')
  cpSync(join(keys, 'receipts.pub.pem'), join(shop.project.path, 'signer.pem'))
  return { ...shop, loop }
}

function put(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}
