import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { fastProject, project } from '../rig/in-process.ts'
import { DONE } from '../rig/project.ts'

// What people ran into who had only the pages.

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const WHO = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']

test('after a merge, every command says where the work is', async () => {
  const id = 'ralph-make-the-file-0123abcd'
  const here = fastProject({ 'a.txt': 'a\n' }, { git: true })
  await here.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', 'touch done', '--loop-id', id, '--worktree'])
  const progress = `.aiwg/ralph/loops/${id}/progress.md`
  expect(here.read(progress)).toContain(`Next: \`agent-loop merge ${id}\``)
  expect((await here.cli(['merge', id])).code).toBe(0)
  const head = here.git('rev-parse', 'HEAD').trim()
  const status = await here.cli(['status', id])
  expect(status.out).toMatch(new RegExp(`merged +into \\w+, commit ${head.slice(0, 12)}`))
  expect(status.out).not.toContain('agent-loop-worktrees')
  expect((await here.cli(['list'])).out).toMatch(/ {2}make the file {2}\[merged into \w+\]/)
  expect((await here.cli(['report', id])).out).toContain(`commit \`${head.slice(0, 12)}\``)
  const json = await here.cli(['status', id, '--json'])
  expect(json.events[0]?.['loops']).toMatchObject([{ merged: { commit: head } }])
})

test('an agent that fails in every turn is named as the reason; text that claims nothing is no claim', async () => {
  const here = fastProject({})
  const failed = await here.cli(['run', 'x', '-c', DONE, '--agent-cmd', 'exit 3', '--max-iterations', '2'])
  expect(failed.code).toBe(1)
  expect(failed.out).toMatch(/agent +failed in every turn: exit code 3\n/)
  expect(failed.out).toMatch(/next +read .*agent\.log/)
  expect((await here.cli(['list'])).out).toContain('limit reached')
  const silent = await here.cli(['run', 'x', '-c', DONE, '--agent-cmd', 'echo hm', '--max-iterations', '1'])
  expect(silent.out).toContain('agent     ended its turn, changed nothing')
  const claimed = await here.cli(['run', 'x', '-c', DONE, '--agent-cmd', 'touch done; echo It is done.'])
  expect(claimed.out).toContain('agent     says it is done, changed files')
})

test('what prove prints can be typed, and speaks of no turn; each refusal stands at its own step', async () => {
  const body = (wanted: number) =>
    `. ./a.sh\n[ "$(answer)" = ${wanted} ] && echo "ok - two" || { echo "not ok - two"; exit 1; }\n`
  const here = project({ 'a.sh': 'answer() { echo 1; }\n', 'test.sh': body(2) }, { git: true })
  here.write('test.sh', body(1))
  here.git(...WHO, 'commit', '-qam', 'answer with two')
  const end = await here.cli(['prove', 'HEAD~1..HEAD', '-c', 'sh test.sh', '--json'])
  expect(end.code).toBe(5)
  const steps = end.events.flatMap(({ kind, proof }) =>
    kind === 'check-end' ? (proof as { steps: { step: string; result: string }[] }).steps : [],
  )
  expect(steps.filter(({ result }) => result === 'refused')).toMatchObject([{ step: 'checks as before' }])
  expect(end.out).not.toMatch(/first turn|agent-loop blocked/)
  const shown = await here.cli(['prove', 'HEAD~1..HEAD', '-c', 'sh test.sh'])
  expect(shown.out).toContain("agent-loop prove 'HEAD~1..HEAD' -c 'sh test.sh' --waive check-bent\n")
  const accepted = await here.cli(['prove', 'HEAD~1..HEAD', '-c', 'sh test.sh', '--waive', 'check-bent'])
  expect(accepted.code).toBe(0)
})

test('a script that prints only what passes has no end that could be missing', async () => {
  const here = project({
    'a.sh': 'answer() { echo 1; }\n',
    'test.sh': '. ./a.sh\n[ "$(answer)" = 2 ] && echo "ok - two"\n',
  })
  const end = await here.cli(['run', 'answer with two', '-c', 'sh test.sh', '--agent-cmd', 'sed -i s/1/2/ a.sh'])
  expect(end.code).toBe(0)
})

describe('before a loop starts', () => {
  test('infer says that the configuration sets the criterion; hints name commands of the project', async () => {
    const here = fastProject({ 'go.mod': 'module example.com/a\n', 'a_test.go': 'package a\n' })
    const vague = await here.cli(['run', 'fix it', '-c', 'it works', '--agent-cmd', 'true'])
    expect(vague.err).toContain('"go test ./... passes')
    expect(vague.err).not.toContain('npm')
    here.write('agent-loop.config.json', '{ "completion": "make check" }\n')
    const inferred = await here.cli(['infer', 'fix the failing tests'])
    expect(inferred.err).toContain('agent-loop.config.json sets the criterion "make check"')
    expect((await here.cli(['prove', '-c', 'make check'])).err).toContain("agent-loop verify 'make check'")
  })

  test.skipIf(!has('pytest'))(
    'tests that cannot be loaded are a warning with the commands that may load them',
    async () => {
      const here = fastProject({
        'lib.py': 'one = 1\n',
        'tests/test_lib.py': 'from lib import one\ndef test_one():\n  assert one == 2\n',
      })
      const end = await here.cli(['run', 'fix one', '-c', 'pytest', '--agent-cmd', 'true', '--max-iterations', '1'])
      expect(end.out).toMatch(/warning +tests-not-loaded: .*`python -m pytest`/)
      const other = await here.cli([
        'run',
        'fix one',
        '-c',
        'python -m pytest',
        '--agent-cmd',
        'true',
        '--max-iterations',
        '1',
      ])
      expect(other.out).not.toContain('tests-not-loaded')
    },
  )
})

test.skipIf(!has('make') || !has('gcc'))('warnings of what is up to date still count', async () => {
  const here = project(
    {
      Makefile: 'prog: main.o util.o\n\tgcc -o prog main.o util.o\n%.o: %.c\n\tgcc -Wall -c $<\n',
      'main.c': 'int add(int, int);\nint main(void) { int unused; return add(0, 0); }\n',
      'util.c': 'int add(int a, int b) { return a + b; }\n',
      '.gitignore': '*.o\nprog\n',
    },
    { git: true },
  )
  const loop = (agent: string) =>
    here.cli(['run', 'get rid of all compiler warnings', '-c', 'make', '--agent-cmd', agent, '--max-iterations', '1'])
  const aside = await loop('echo "int sub(int a, int b) { return a - b; }" >> util.c')
  expect([aside.code, aside.out]).toEqual([1, expect.stringContaining('a build of all source still prints 1 warning')])
  expect((await loop("sed -i 's/int unused; //' main.c")).code).toBe(0)
})

test.skipIf(!has('pytest'))('an example in a docstring that nothing runs is no test', async () => {
  const here = project({
    'm.py': 'def one():\n    return 1\n',
    'test_m.py': 'from m import one\n\n\ndef test_one():\n    assert one() == 1\n',
  })
  here.write('../stub.py', '\n\ndef lerp(a, b, t):\n    """\n    >>> lerp(0, 10, 0.5)\n    5.0\n    """\n')
  const agent = 'cat ../stub.py >> m.py'
  const task = 'add a function lerp(a, b, t) to m.py with tests'
  const end = await here.cli(['run', task, '-c', 'pytest', '--agent-cmd', agent, '--max-iterations', '1', '--json'])
  expect(end.code).toBe(1)
  expect(end.events.filter(({ kind }) => kind === 'finding')).toMatchObject([{ finding: { rule: 'nothing-was-red' } }])
})
