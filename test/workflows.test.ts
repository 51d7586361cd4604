import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { parseAction } from '@actions/workflow-parser/actions/action-parser'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = ['.github/workflows', 'examples/workflows']
const scripts = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts

interface Step {
  readonly id?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly name?: string
  readonly needs?: string | readonly string[]
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> }
  readonly 'continue-on-error'?: string
  readonly 'timeout-minutes'?: number
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly on: unknown
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

function workflowAt(file: string): Workflow {
  const content = readFileSync(join(ROOT, file), 'utf8')
  const { context } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter())
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
  return parse(content) as Workflow
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

/** A version or a commit, never a branch that moves with every commit; this repository itself is for the reader to fill in. */
const PINNED = /^(?:[\w.-]+\/[\w./-]+@(?:v\d+[\w.]*|[0-9a-f]{40})|<owner>\/agent-loop@<commit>)$/

describe.each(files)('%s', file => {
  const { jobs, permissions } = workflowAt(file)

  test('has few permissions, time limits, and pinned actions', () => {
    expect(permissions).toEqual({ contents: 'read' })
    for (const each of Object.values(jobs)) {
      expect(each['timeout-minutes']).toBeLessThanOrEqual(90)
      expect(each.steps.flatMap(({ uses = [] }) => uses).filter(uses => !PINNED.test(uses))).toEqual([])
    }
  })

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
    with: { version: expect.stringMatching(/ version$/), publish: 'bash scripts/publish-package' },
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

interface ActionFile {
  readonly inputs: Readonly<Record<string, object>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: {
    readonly steps: readonly [
      { readonly id: string; readonly run: string; readonly env: Readonly<Record<string, string>> },
    ]
  }
}

const errorsIn = (content: string): readonly string[] =>
  parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message)

test('action.yml fits the schema of GitHub, every input reaches the script as a variable, and its script contains no expression', () => {
  const file = readFileSync(join(ROOT, 'action.yml'), 'utf8')
  expect(errorsIn(file)).toEqual([])
  expect(errorsIn(file.replace('shell: bash', 'shel: bash'))).not.toEqual([])
  const action = parse(file) as ActionFile
  const [step] = action.runs.steps
  expect(Object.entries(step.env)).toEqual(
    Object.keys(action.inputs).map(name => [
      `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
      `\${{ inputs.${name} }}`,
    ]),
  )
  expect(Object.entries(action.outputs).map(([name, { value }]) => [name, value])).toEqual(
    Object.keys(action.outputs).map(name => [name, `\${{ steps.${step.id}.outputs.${name} }}`]),
  )
  expect(step.run).not.toContain('${{')
})
