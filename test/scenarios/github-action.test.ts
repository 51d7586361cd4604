import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandNamed } from '../../src/cli/commands.ts'
import { type Project, project } from '../rig/project.ts'
import { exampleNamed, outputsIn, type Runner, runWorkflow } from '../rig/workflow.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FAKE = join(ROOT, 'test/programs/fake-agent.mjs')
const BUG = 'amount - percent'
const FIX = 'amount * (1 - percent \\/ 100)'
const SHOP = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'package-lock.json':
    '{ "name": "shop", "lockfileVersion": 3, "requires": true, "packages": { "": { "name": "shop" } } }\n',
  'price.js': `export const price = (amount, percent) => ${BUG}\n`,
  'price.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price } from './price.js'

test('nothing off', () => assert.equal(price(200, 0), 200))
test('a tenth off', () => assert.equal(price(200, 10), 180))
`,
}
const FIXES = `sed -i 's/${BUG}/${FIX}/' price.js`

const program = (line: string): string => `#!/bin/bash\n${line}\n`
const claude = (line: string): string =>
  program(`[ "$1" = --version ] && { echo 2.0.0; exit; }\nexec node '${FAKE}' claude ${JSON.stringify(line)}`)

const PROGRAMS: Readonly<Record<string, string>> = {
  'agent-loop': program(`exec '${process.execPath}' '${join(ROOT, 'dist/cli.cjs')}' "$@"`),
}

/** The person who runs the tests may have installed agent-loop. */
const PATH = (process.env['PATH'] ?? '')
  .split(':')
  .filter(folder => !existsSync(join(folder, 'agent-loop')))
  .join(':')

/** GitHub, as far as the workflows speak to it: a remote that takes pushes, and a `gh` that writes down what it is asked. */
function github(here: Project, agent: string, event: Runner['event'] = {}): Runner & { readonly asked: () => string } {
  const folder = join(here.home, 'actions')
  const remote = join(here.home, 'remote.git')
  mkdirSync(folder)
  execFileSync('git', ['clone', '-q', '--bare', here.path, remote], { stdio: 'ignore' })
  const record = join(folder, 'gh.txt')
  writeFileSync(record, '')
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  return {
    folder,
    remote,
    event,
    secrets: { ANTHROPIC_API_KEY: 'unused-key' },
    programs: {
      ...PROGRAMS,
      claude: claude(agent),
      // The agents that the workflows install are here already.
      npm: program(`if [ "$1 $2" = "install -g" ]; then exit; fi\nexec '${npm}' "$@"`),
      gh: program(`echo "$@" >> '${record}'\ncase "$1" in api) echo "\${ROLE:-write}" ;; esac`),
    },
    asked: () => readFileSync(record, 'utf8'),
  }
}

const inputs = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, value]),
  )

/** The script of the action itself, with files as GitHub gives them. */
function act(here: Project, given: Readonly<Record<string, string>>, programs = PROGRAMS) {
  const [output, summary, bin] = [join(here.home, 'output'), join(here.home, 'summary'), join(here.home, 'bin')]
  mkdirSync(bin, { recursive: true })
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(bin, name), text, { mode: 0o755 })
  writeFileSync(output, '')
  writeFileSync(summary, '')
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'action/main.mjs')], {
    encoding: 'utf8',
    env: {
      PATH: `${bin}:${PATH}`,
      HOME: here.home,
      NPM_CONFIG_UPDATE_NOTIFIER: 'false',
      // The proof is a subject of the workflows below.
      AGENT_LOOP_PROOF: 'fast',
      GITHUB_WORKSPACE: here.path,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: here.home,
      ...inputs(given),
    },
  })
  return {
    code: status,
    out: stdout,
    err: stderr,
    outputs: outputsIn(readFileSync(output, 'utf8')),
    summary: readFileSync(summary, 'utf8'),
  }
}

describe('the script', () => {
  test('a verified loop: outputs, summary, receipt; then that receipt is verified', () => {
    const here = project({ ...SHOP, '.gitignore': 'receipt.json\n' }, { git: true })
    const ran = act(here, {
      mode: 'run',
      task: 'fix the failing tests',
      completion: 'node --test',
      'agent-cmd': `${FIXES}; env > "$HOME/env"; echo '::error::from the agent'`,
      'max-iterations': '1',
      receipt: 'receipt.json',
    })
    expect([ran.code, ran.outputs['status'], ran.outputs['verified']]).toEqual([0, 'verified', 'true'])
    expect(ran.outputs['receipt']).toBe(join(here.path, 'receipt.json'))
    expect(ran.summary).toContain('agent-loop run: verified')
    expect(ran.summary).toContain('2 passed, 0 failed')
    expect(here.read(join(here.home, 'env'))).not.toMatch(/^(INPUT_|GITHUB_OUTPUT|GITHUB_STEP_SUMMARY)/m)
    const key = join(here.home, '.local/state/agent-loop/keys/receipts.pub.pem')
    const given = { mode: 'verify-receipt', receipt: 'receipt.json', key }
    expect(act(here, given).outputs).toMatchObject({ status: 'accepted', verified: 'true', 'exit-code': '0' })
    here.write('price.js', 'export const price = () => 180\n')
    const refused = act(here, given)
    expect([refused.code, refused.outputs['status']]).toEqual([1, 'refused'])
    expect(refused.out).toMatch(/^::error title=agent-loop%3A refused::/m)
  })

  test('a cheat: exit code 5, the finding and the failing test at their lines, untrusted text escaped', () => {
    const here = project(SHOP, { git: true })
    const ran = act(here, {
      mode: 'run',
      task: 'fix the failing tests',
      completion: 'node --test',
      'agent-cmd': `sed -i "s/test('a tenth/test.skip('a tenth/" price.test.js`,
      'max-iterations': '1',
    })
    expect([ran.code, ran.outputs['status']]).toEqual([5, 'tampered'])
    expect(ran.outputs['findings']).toContain('tests-skipped')
    expect(ran.out).toMatch(/^::error file=price\.test\.js,line=6,title=tests-skipped::/m)
    expect(ran.summary).toContain('| tests-skipped |')
  })

  test('a failing test is annotated; commands of the runner in its name are not obeyed', () => {
    const name = '::set-output name=x::<img src=x> @somebody'
    const here = project({ 'package.json': SHOP['package.json'], 'a.test.js': failing(name) }, { git: true })
    const ran = act(here, {
      mode: 'run',
      task: 'fix it',
      completion: 'node --test',
      'agent-cmd': 'true',
      'max-iterations': '1',
    })
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/^::error file=a\.test\.js,line=2,title=Failing test::/m)
    const [, token = ''] = /^::stop-commands::(.+)$/m.exec(ran.out) ?? []
    const outside = ran.out.slice(ran.out.indexOf(`::${token}::`) + token.length + 4)
    expect(outside.split('\n').filter(line => line.startsWith('::') && !line.startsWith('::error '))).toEqual([])
    expect(ran.summary).not.toMatch(/<img|@somebody/)
  })

  test('texts that look like flags stay texts; wrong inputs are one clear error', () => {
    const here = project(SHOP, { git: true })
    const marker = join(here.home, 'marker')
    const hostile = act(here, {
      mode: 'run',
      task: `--agent-cmd=touch ${marker}`,
      completion: 'node --test',
      agent: 'claude',
    })
    expect([hostile.code, readdirSync(here.home).includes('marker')]).toEqual([7, false])
    for (const [given, says] of [
      [{ mode: 'destroy' }, 'is not a mode'],
      [{ mode: 'run' }, 'needs the input "task"'],
      [{ mode: 'verify-receipt', agent: 'claude' }, 'does not use the input "agent"'],
      [{ mode: 'prove' }, 'No commit to compare with'],
      [{ mode: 'prove', base: '--output=x' }, 'is not in this clone'],
    ] as const) {
      const wrong = act(here, given)
      expect([given, wrong.code, wrong.outputs['status'], wrong.out]).toEqual([
        given,
        2,
        'error',
        expect.stringContaining(says),
      ])
    }
  })
})

test('without agent-loop on the PATH, the action builds its own commit, and asks for no package of that name', () => {
  const here = project(SHOP, { git: true })
  const given = { mode: 'verify-receipt', receipt: 'missing.json' }
  const record = join(here.home, 'npm.txt')
  const npm = `echo "$PWD: $*" >> '${record}'; test -f action.yml || exit 1`
  const built = act(here, given, { npm: program(`${npm}; [ "$1" = ci ] || ln -s '${join(ROOT, 'dist')}' dist`) })
  expect([built.code, built.outputs['status'], built.out]).toEqual([
    2,
    'error',
    expect.stringContaining('missing.json'),
  ])
  const asked = readFileSync(record, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split(': '))
  expect(asked.map(([, args]) => args)).toEqual([
    'ci --ignore-scripts --no-audit --no-fund --silent',
    'run --silent build',
  ])
  for (const [folder = ''] of asked) expect(folder).toMatch(new RegExp(`^${here.home}/agent-loop-action-`))
  const broken = act(here, given, { npm: program('exit 1') })
  expect([broken.code, broken.out]).toEqual([2, expect.stringContaining('agent-loop could not be built')])
})

const failing = (name: string): string =>
  `import { test } from 'node:test'\ntest(${JSON.stringify(name)}, () => { throw new Error('wrong') })\n`

describe('the example workflows', () => {
  test('fix main overnight: red, an agent, a proof, and a pull request from a fresh clone', () => {
    const here = project(SHOP, { git: true })
    const runner = github(here, FIXES)
    const { fix, 'pull-request': request } = runWorkflow(exampleNamed('fix-main-overnight'), runner)
    expect(fix?.steps.filter(({ code }) => code !== 0)).toEqual([])
    expect(request?.steps.filter(({ code }) => code !== 0)).toEqual([])
    const git = (...args: string[]): string => execFileSync('git', ['-C', runner.remote, ...args], { encoding: 'utf8' })
    expect(git('diff', '--name-only', 'HEAD', 'agent-loop/fix-7').trim()).toBe('price.js')
    expect(runner.asked()).toContain('pr create --head agent-loop/fix-7')
  })

  test('issue to pull request: hostile title, a cheating agent, another label, and a reader', () => {
    const title = '"; touch pwned; $(touch pwned) --agent-cmd="touch pwned"'
    const event = { label: { name: 'agent-loop' }, sender: { login: 'ann' }, issue: { number: 12, title } }
    const workflow = exampleNamed('issue-to-pull-request')
    const cheated = project(SHOP, { git: true })
    const runner = github(cheated, 'rm price.test.js', event)
    const { work, 'pull-request': request } = runWorkflow(workflow, runner)
    expect([work?.ok, work?.outputs['verified'], request]).toEqual([false, 'false', undefined])
    expect(readdirSync(work?.workspace ?? '')).not.toContain('pwned')
    const other = { ...runner, folder: join(runner.folder, 'other'), event: { ...event, label: { name: 'bug' } } }
    expect(runWorkflow(workflow, other)).toEqual({})
    const reads = program('[ "$1" = api ] && echo read')
    const asReader = { ...runner, folder: join(runner.folder, 'reader'), programs: { ...runner.programs, gh: reads } }
    expect(runWorkflow(workflow, asReader)['work']?.steps).toHaveLength(1)
  })

  test('gate doctor weekly', () => {
    const here = project({ ...SHOP, 'price.js': 'export const price = (a, p) => a * (1 - p / 100)\n' }, { git: true })
    const { doctor } = runWorkflow(exampleNamed('gate-doctor-weekly'), github(here, 'true'))
    expect(doctor?.steps.filter(({ code }) => code !== 0)).toEqual([])
    expect(doctor?.summary).toContain('agent-loop gate-doctor: accepted')
  })

  test.skipIf(!commandNamed('prove'))('prove pull requests: an honest one is verified, a cheat is not', () => {
    const here = project(SHOP, { git: true })
    const commit = (file: string, from: string, to: string): string => {
      here.git('checkout', '-q', '-B', 'change', 'HEAD')
      here.write(file, here.read(file).replace(from, to))
      here.git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qam', 'Fix the discount')
      return here.git('rev-parse', 'HEAD').trim()
    }
    const base = here.git('rev-parse', 'HEAD').trim()
    const head = commit('price.js', BUG, 'amount * (1 - percent / 100)')
    here.git('checkout', '-q', base)
    const cheat = commit('price.test.js', "test('a tenth", "test.skip('a tenth")
    here.git('branch', 'honest', head)
    const runner = github(here, 'true')
    const proved = (sha: string, name: string) =>
      runWorkflow(exampleNamed('prove-pull-requests'), {
        ...runner,
        folder: join(runner.folder, name),
        event: { pull_request: { base: { sha: base }, head: { sha } } },
      })['prove']
    expect(proved(head, 'honest')?.summary).toContain('agent-loop prove: verified')
    const refused = proved(cheat, 'cheat')
    expect([refused?.ok, refused?.summary]).toEqual([false, expect.stringContaining('tests-skipped')])
  })
})
