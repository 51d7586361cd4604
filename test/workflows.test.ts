import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = ['.github/workflows', 'examples/workflows']
const scripts = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts

/** The documented shape of a workflow file, as far as ours use it: https://docs.github.com/actions/reference/workflow-syntax */
const text = z.string().min(1)
const id = z.string().regex(/^[a-zA-Z_][\w-]*$/)
const variables = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.union([z.string(), z.number(), z.boolean()]))
const access = z.enum(['read', 'write', 'none'])
const permissions = z.strictObject(
  Object.fromEntries(
    ['actions', 'checks', 'contents', 'id-token', 'issues', 'pull-requests', 'statuses'].map(name => [
      name,
      access.optional(),
    ]),
  ),
)
const step = z
  .strictObject({
    id: id.optional(),
    name: text.optional(),
    if: text.optional(),
    // A version, never a branch that moves with every commit.
    uses: z
      .string()
      .regex(/^(\.\/|[\w.-]+\/[\w./-]+@(v\d+[\w.]*|[0-9a-f]{40})$)/)
      .optional(),
    run: text.optional(),
    shell: text.optional(),
    'working-directory': text.optional(),
    'continue-on-error': z.boolean().optional(),
    'timeout-minutes': z.number().positive().optional(),
    with: z.record(id, z.union([z.string(), z.number(), z.boolean()])).optional(),
    env: variables.optional(),
  })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), 'a step has either `uses` or `run`')
const job = z.strictObject({
  name: text.optional(),
  if: text.optional(),
  needs: z.union([id, z.array(id)]).optional(),
  'runs-on': text,
  permissions: permissions.optional(),
  strategy: z
    .strictObject({
      'fail-fast': z.boolean().optional(),
      matrix: z.record(id, z.array(z.unknown())),
    })
    .optional(),
  'continue-on-error': z.union([z.boolean(), text]).optional(),
  'timeout-minutes': z.number().positive().max(360),
  concurrency: z.unknown().optional(),
  outputs: z.record(id, text).optional(),
  env: variables.optional(),
  steps: z.array(step).min(1),
})
const workflowSchema = z.strictObject({
  name: text,
  on: z.union([text, z.array(text), z.record(text, z.unknown())]),
  permissions,
  concurrency: z
    .union([text, z.strictObject({ group: text, 'cancel-in-progress': z.boolean().optional() })])
    .optional(),
  env: variables.optional(),
  jobs: z.record(id, job),
})
type Job = z.infer<typeof job>

function workflowAt(file: string): z.infer<typeof workflowSchema> {
  const document = parseDocument(readFileSync(join(ROOT, file), 'utf8'), { uniqueKeys: true })
  expect([file, document.errors, document.warnings]).toEqual([file, [], []])
  return workflowSchema.parse(document.toJS())
}

const files = FOLDERS.flatMap(folder =>
  readdirSync(join(ROOT, folder))
    .filter(name => name.endsWith('.yml'))
    .map(name => `${folder}/${name}`),
)

/** Every `${{ … }}` below a value. */
const expressionsIn = (value: unknown): readonly string[] =>
  [...JSON.stringify(value).matchAll(/\$\{\{(.*?)\}\}/g)].map(([, inner = '']) => inner.trim())

const CONTEXTS = /^(github|env|vars|job|steps|runner|secrets|strategy|matrix|needs|inputs)$/

/** What an expression names that does not exist where it stands. */
function unknownNames(expression: string, { strategy, steps }: Job, jobs: Readonly<Record<string, Job>>): string[] {
  const bare = expression.replaceAll(/'[^']*'/g, '')
  const has = {
    matrix: (name: string) =>
      JSON.stringify(strategy?.matrix.include ?? []).includes(`"${name}"`) || strategy?.matrix[name] !== undefined,
    steps: (name: string) => steps.some(each => each.id === name),
    needs: (name: string) => jobs[name] !== undefined,
  }
  return [...bare.matchAll(/([a-z]+)\.([\w-]+)[\w.-]*/g)]
    .filter(([, context = '', name = '']) => {
      const known = Object.entries(has).find(([each]) => each === context)?.[1]
      return !CONTEXTS.test(context) || known?.(name) === false
    })
    .map(([whole]) => whole)
}

describe.each(files)('%s', file => {
  const { jobs } = workflowAt(file)

  test('names what exists: contexts, steps, jobs, matrix values, npm scripts, and files', () => {
    for (const each of Object.values(jobs)) {
      expect(expressionsIn(each).flatMap(expression => unknownNames(expression, each, jobs))).toEqual([])
      expect([each.needs ?? []].flat().filter(name => jobs[name] === undefined)).toEqual([])
      const lines = each.steps.map(({ run = '' }) => run).join('\n')
      const own = file.startsWith('.github')
      const called = [...lines.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
      if (own) expect(called.filter(name => scripts[name] === undefined)).toEqual([])
      const paths = [...lines.matchAll(/\b(scripts\/[\w./-]+)/g)].map(([, path = '']) => path)
      expect(paths.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
    }
  })

  test('no script contains an expression, and nobody keeps a token who does not push', () => {
    for (const { steps, permissions: own } of Object.values(jobs)) {
      expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
      const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
      const pushes = own?.['contents'] === 'write'
      if (!pushes)
        expect(checkouts.map(({ with: given }) => given?.['persist-credentials'])).toEqual(checkouts.map(() => false))
    }
  })
})

test('the suite runs on Ubuntu and macOS with Node 20, 22, and 24, and macOS is marked as not run by us', () => {
  const run = workflowAt('.github/workflows/ci.yml').jobs['test']
  const { os = [], node = [], include = [] } = run?.strategy?.matrix ?? {}
  expect([os, node]).toEqual([['ubuntu-latest'], [20, 22, 24]])
  expect(include).toEqual([20, 22, 24].map(version => ({ os: 'macos-latest', node: version, untried: true })))
  expect(run?.['continue-on-error']).toMatch(/matrix\.untried == true/)
  expect(run?.name).toContain("matrix.untried && ' (not run by us yet)'")
  expect(run?.steps.at(-1)?.run).toBe('npm test')
})

test('a release is tested, checked, collected from changesets, and published with provenance', () => {
  const { on, permissions: all, jobs } = workflowAt('.github/workflows/release.yml')
  const release = jobs['release']
  expect([on, all]).toEqual([{ push: { branches: ['main'] } }, { contents: 'read' }])
  expect(release?.permissions).toEqual({ contents: 'write', 'pull-requests': 'write', 'id-token': 'write' })
  const publishes = release?.steps.findIndex(({ uses = '' }) => uses.startsWith('changesets/action@')) ?? -1
  const before = release?.steps.slice(0, publishes).map(({ run }) => run)
  expect(before).toEqual(expect.arrayContaining(['npm ci', 'npm test', 'npm run check:package']))
  expect(release?.steps[publishes]).toMatchObject({
    with: { version: expect.stringMatching(/ version$/), publish: expect.stringMatching(/ publish$/) },
    env: { NPM_CONFIG_PROVENANCE: 'true' },
  })
})

test('changesets name this package and a kind of change', () => {
  const { baseBranch, access: published } = JSON.parse(readFileSync(join(ROOT, '.changeset/config.json'), 'utf8'))
  expect([baseBranch, published]).toEqual(['main', 'public'])
  for (const name of readdirSync(join(ROOT, '.changeset')).filter(each => /\.md$/.test(each) && each !== 'README.md'))
    expect(readFileSync(join(ROOT, '.changeset', name), 'utf8')).toMatch(
      /^---\n"agent-loop": (patch|minor|major)\n---\n\n\S/,
    )
})
