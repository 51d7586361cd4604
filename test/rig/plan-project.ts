import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A task of the scenarios: what its list says, and the test that proves it. */
interface PlanTask {
  readonly name: string
  readonly says: string
  readonly test: string
  readonly after?: string
}

/** Planted bugs, missing features, two that edit one place, two that pass only alone, one that nobody solves, and one behind it. */
export const PLAN_TASKS: readonly PlanTask[] = [
  { name: 'add', says: 'fix add', test: "import { add } from '../src/add.js'\ncheck(add(1, 2), 3)" },
  { name: 'sub', says: 'fix sub', test: "import { sub } from '../src/sub.js'\ncheck(sub(3, 2), 1)" },
  { name: 'mul', says: 'fix mul', test: "import { mul } from '../src/mul.js'\ncheck(mul(2, 3), 6)" },
  { name: 'div', says: 'fix div', test: "import { div } from '../src/div.js'\ncheck(div(6, 3), 2)" },
  { name: 'neg', says: 'fix neg', test: "import { neg } from '../src/neg.js'\ncheck(neg(2), -2)" },
  { name: 'pow', says: 'write pow', test: "import { pow } from '../src/pow.js'\ncheck(pow(2, 3), 8)" },
  { name: 'upper', says: 'write upper', test: "import { upper } from '../src/text.js'\ncheck(upper('a'), 'A')" },
  { name: 'lower', says: 'write lower', test: "import { lower } from '../src/text.js'\ncheck(lower('A'), 'a')" },
  {
    name: 'cents',
    says: 'make price return cents',
    test: "import { price } from '../src/price.js'\ncheck(price(2), 200)",
  },
  { name: 'total', says: 'write total', test: "import { total } from '../src/total.js'\ncheck(total([1, 2]), 3)" },
  { name: 'hard', says: 'solve the unsolvable', test: "import { hard } from '../src/hard.js'\ncheck(hard, 1)" },
  {
    name: 'after',
    says: 'build on that',
    test: "import { after } from '../src/after.js'\ncheck(after, 1)",
    after: 'hard',
  },
]

export const criterionOf = (name: string): string => `node test/${name}.test.js`

const testFile = ({ name, test }: PlanTask): string => {
  const [lines, check = ''] = test.split('\ncheck')
  return `import assert from 'node:assert'\nimport test from 'node:test'\n${lines}\n\ntest('${name}', () => {\n  assert.equal${check}\n})\n`
}

/** The files of a project with these tasks, and its list. */
export function planFiles(names: readonly string[]): Readonly<Record<string, string>> {
  const tasks = PLAN_TASKS.filter(({ name }) => names.includes(name))
  const bugs = ['add', 'sub', 'mul', 'div', 'neg'].filter(name => names.includes(name))
  const boxes = tasks.map(({ name, says, after }) => {
    const behind = after === undefined ? '' : ` (after: ${after.toUpperCase()}-1)`
    return `- [ ] ${name.toUpperCase()}-1 ${says} [task ${name}]${behind}\n  - until: \`${criterionOf(name)}\``
  })
  return {
    'package.json': '{"name":"calc","type":"module","scripts":{"test":"node --test test/*.test.js"}}\n',
    'PLAN.md': `# Plan\n\n${boxes.join('\n')}\n`,
    'src/text.js': 'export const text = 1\n',
    'src/price.js': 'export const price = n => n\n',
    ...Object.fromEntries(bugs.map(name => [`src/${name}.js`, `export const ${name} = (a, b) => 42\n`])),
    ...Object.fromEntries(tasks.map(task => [`test/${task.name}.test.js`, testFile(task)])),
  }
}

const AGENT = resolve(import.meta.dirname, '../programs/plan-agent.mjs')

export const planAgent = (memory: string, seconds = 0, agent = AGENT): string =>
  `${process.execPath} ${agent} ${memory} ${seconds}`

/** The regression gate of the scenarios: cheaper than the same through npm. */
export const GATE = 'node --test test/*.test.js has no new failures'

/** Ids of the tasks that the list on the branch marks as done. */
export const tickedIn = (list: string): readonly string[] =>
  [...list.matchAll(/^- \[x\] (\w+)-1/gm)].map(([, name = '']) => name.toLowerCase())

interface Repository {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** What a branch is compared with. */
interface BranchRules {
  /** The commit on which the plan began. */
  readonly start: string
  readonly criterionOf: (name: string) => string
  /** Pathspecs of the tests: criteria run with the tests as they were when the plan began. */
  readonly tests: readonly string[]
}

/** Everything that must be true of a plan's branch, as sentences about what is wrong. */
export function wrongWithBranch(
  { path, env }: Repository,
  scratch: string,
  rules: Partial<BranchRules> = {},
): readonly string[] {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: path, env, encoding: 'utf8' }).trim()
  const { start = git('rev-list', '--max-parents=0', 'HEAD'), tests = ['test'] } = rules
  // One folder for all: compilers remember what they built by its path.
  const checkOut = (commit: string): void => {
    rmSync(scratch, { recursive: true, force: true })
    mkdirSync(scratch, { recursive: true })
    const specs = tests.map(spec => `'${spec}'`).join(' ')
    const unpack = `git archive ${commit} | tar -x -C ${scratch} && git archive ${start} ${specs} | tar -x -C ${scratch}`
    execFileSync('sh', ['-c', unpack], { cwd: path, env })
  }
  const holds = (name: string): boolean => passes(scratch, (rules.criterionOf ?? criterionOf)(name), env)
  const commits = git('log', '--reverse', '--format=%H %P %s', `${start}..HEAD`)
    .split('\n')
    .flatMap(line => {
      const [, commit = '', parents = '', subject = ''] = /^(\w+) ((?:\w{40} )*)(.*)$/.exec(line) ?? []
      const name = /\[task (\w+)\]/.exec(subject)?.[1] ?? ''
      return line === '' ? [] : [{ commit, parents: parents.trim().split(' '), name }]
    })
  const wrong: string[] = []
  checkOut(start)
  // A criterion that holds without the work would say nothing about the commits.
  for (const { name } of commits) if (holds(name)) wrong.push(`${name} holds before the plan`)
  const merged: string[] = []
  for (const { commit, parents, name } of commits) {
    if (parents.length !== 1) wrong.push(`${commit} is not linear`)
    merged.push(name)
    checkOut(commit)
    for (const each of merged) if (!holds(each)) wrong.push(`${each} does not hold on the commit of ${name}`)
    const ticked = tickedIn(git('show', `${commit}:PLAN.md`))
    if ([...ticked].sort().join() !== [...merged].sort().join())
      wrong.push(`on the commit of ${name}, ticked: ${ticked.join()}; merged: ${merged.join()}`)
  }
  if (new Set(merged).size !== merged.length) wrong.push(`merged twice: ${merged.join()}`)
  return wrong
}

function passes(folder: string, criterion: string, env: Readonly<Record<string, string>>): boolean {
  try {
    execFileSync('sh', ['-c', criterion], { cwd: folder, env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Worktrees and branches of loops that are still there. */
export function leftOf(
  { path, env }: Repository,
  home: string,
): { readonly worktrees: readonly string[]; readonly branches: readonly string[] } {
  const git = (...args: string[]): readonly string[] =>
    execFileSync('git', args, { cwd: path, env, encoding: 'utf8' })
      .split('\n')
      .filter(line => line.trim() !== '')
  const folder = join(home, '.local/state/agent-loop-worktrees')
  return {
    worktrees: [...git('worktree', 'list').slice(1), ...(existsSync(folder) ? readdirSync(folder) : [])],
    branches: git('branch', '--list', 'agent-loop/*'),
  }
}

export function writeFiles(path: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
}
