import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { codeBlocks, pageNamed, root } from './markdown.ts'

interface Example {
  /** Where it stands, for messages. */
  readonly of: string
  readonly code: string
}

const onPage: readonly Example[] = codeBlocks(pageNamed('docs/library.md'))
  .filter(({ language }) => language === 'ts')
  .map(({ lines }, at) => ({ of: `docs/library.md, example ${at + 1}`, code: lines.join('\n') }))

/** The values that a file of the package exports, with the comment in front of each. */
function documented(entry: string): readonly { readonly name: string; readonly comment: string }[] {
  const exported = readFileSync(join(root, entry), 'utf8').matchAll(/^export \{ (.+) \} from '(.+)'$/gm)
  return [...exported].flatMap(([, names = '', file = '']) => {
    const source = readFileSync(join(root, dirname(entry), file), 'utf8')
    return names.split(', ').map(name => {
      const at = source.search(new RegExp(`^export (?:async )?(?:function|class|const) ${name}\\b`, 'm'))
      const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(source.slice(0, at))?.[0] ?? ''
      return { name, comment }
    })
  })
}

const front = documented('src/index.ts')

const examplesIn = (comment: string): readonly string[] =>
  [...comment.matchAll(/^ \* ```ts\n([\s\S]*?)^ \* ```$/gm)].map(([, block = '']) => block.replace(/^ \* ?/gm, ''))

const inComments: readonly Example[] = front.flatMap(({ name, comment }) =>
  examplesIn(comment).map(code => ({ of: name, code })),
)

/** Somebody else's project, in which the package is installed under its own name. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-library-')))
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }))
  const folder = join(outer, 'project')
  for (const name of ['project/node_modules', 'project/bin', 'home']) mkdirSync(join(outer, name), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/agent-loop'))
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const CONFIG = {
  compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, types: ['node'], skipLibCheck: true },
  include: ['example*.ts'],
}

const FILES = {
  'package.json': '{"type": "module", "scripts": {"test": "node --test unit.test.js"}}',
  'unit.test.js': "import { test } from 'node:test'\ntest('adds', () => {})\n",
  'tsconfig.json': JSON.stringify(CONFIG),
  'bin/claude':
    '#!/bin/sh\necho "## 2.0.0" > CHANGELOG.md\necho \'{"type":"result","subtype":"success","is_error":false,"result":"Done.","session_id":"1"}\'\n',
}

/** Runs them one after the other in one process; what each prints stands below its number. */
const ALL = `
import { rmSync } from 'node:fs'
for (let at = 0; at < Number(process.argv[2]); at++) {
  rmSync('CHANGELOG.md', { force: true })
  console.log('## ' + at)
  await import('./example' + at + '.js')
}
`

/** What an example says that it prints: the comment behind each \`console.log\`. */
const promised = (code: string): readonly string[] =>
  [...code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, printed = '']) => printed)

test('every example compiles against the package, is short, and prints what it says', () => {
  const examples = [...onPage, ...inComments]
  for (const { of, code } of examples) expect([of, code.split('\n').length <= 20]).toEqual([of, true])
  const sources = examples.map(({ code }, at) => [`example${at}.ts`, `${code}\nexport {}\n`] as const)
  const folder = projectWith({ ...FILES, ...Object.fromEntries(sources), 'all.mjs': ALL })
  chmodSync(join(folder, 'bin/claude'), 0o755)
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: join(folder, '../home') }
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  expect(node(join(root, 'node_modules/typescript-7/bin/tsc'), '-p', '.')).toBe('')
  const printed = node('all.mjs', String(examples.length))
    .split(/^## \d+\n/m)
    .slice(1)
  const found = examples.map(({ of }, at) => [of, printed[at]?.trim().split('\n')])
  expect(found).toEqual(examples.map(({ of, code }) => [of, promised(code)]))
  // Eight loops, one after the other.
}, 240_000)

test('the front page is small, and every export of it has an example', () => {
  expect(front.filter(({ comment }) => examplesIn(comment).length === 0).map(({ name }) => name)).toEqual([])
  expect(inComments.filter(({ code }) => promised(code).length === 0)).toEqual([])
  expect(front.length).toBeGreaterThan(10)
  expect(front.length).toBeLessThanOrEqual(18)
})

test('every export that the library page names exists, and the front page is in the building blocks', async () => {
  const [page, core] = [await import('../../src/index.ts'), await import('../../src/core.ts')]
  const rows = pageNamed('docs/library.md')
    .text.split('\n')
    .filter(line => line.startsWith('| `'))
  const named = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  const exported = [...Object.keys(page), ...Object.keys(core)]
  expect(named.filter(name => !exported.includes(name))).toEqual([])
  expect(Object.keys(page).filter(name => !named.includes(name))).toEqual([])
  expect(Object.keys(page).filter(name => !Object.hasOwn(core, name))).toEqual(['infer', 'run', 'verify'])
})
