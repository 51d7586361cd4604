import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject, project } from '../rig/in-process.ts'
import { DONE } from '../rig/project.ts'

const TASK = 'make the file'

describe('a loop ends for the right reason', () => {
  test('the lying agent is not believed: exit 1', async () => {
    const { cli } = fastProject()
    const end = await cli([
      'run',
      TASK,
      '-c',
      DONE,
      '--agent-cmd',
      'echo "<promise>DONE</promise> All 42 tests pass"',
      '--max-iterations',
      '2',
      '--json',
    ])
    expect(end.code).toBe(1)
    expect(end.events.at(-1)).toMatchObject({
      kind: 'loop-end',
      status: 'limit_reached',
      iterations: 2,
      exit_code: 1,
      reason: 'not_yet',
    })
    expect(end.events.filter(({ kind }) => kind === 'check-end')).toHaveLength(2)
  })

  test('the fixer is verified: exit 0', async () => {
    const { cli } = project()
    const end = await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--json'])
    expect(end.code).toBe(0)
    expect(end.events.map(({ kind }) => kind)).toEqual([
      'loop-start',
      'baseline-end',
      'turn-start',
      'turn-end',
      'check-end',
      'loop-end',
    ])
    expect(end.events.at(-1)).toMatchObject({
      status: 'verified',
      iterations: 1,
      exit_code: 0,
      reason: 'criterion_holds',
    })
  })

  test('the silent fixer, who never claims to be done, is seen all the same: exit 0', async () => {
    const { cli, write } = fastProject()
    write('turns.yaml', 'turns:\n  - - write: { file: done, text: "" }\n    - claim: false\n')
    const end = await cli(['run', TASK, '-c', DONE, '--agent', 'script:turns.yaml', '--json'])
    expect(end.events.find(({ kind }) => kind === 'turn-end')).toMatchObject({
      claims_done: false,
      ended: 'wants-more',
    })
    expect(end.code).toBe(0)
  })

  test('an agent that ends badly has its work checked: exit 0', async () => {
    const { cli } = fastProject()
    expect((await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done; exit 3'])).code).toBe(0)
  })

  test('a green baseline needs no agent: exit 0, and it is never called', async () => {
    const { cli, path } = project({ done: '' })
    const end = await cli(['run', `make \`${DONE}\` pass`, '-c', DONE, '--agent-cmd', 'touch called', '--json'])
    expect(end.code).toBe(0)
    expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 0, reason: 'already_green' })
    expect(readdirSync(path)).not.toContain('called')
  })

  test('a criterion whose command does not exist is a broken gate: exit 4, told before a turn', async () => {
    const { cli } = fastProject()
    const end = await cli(['run', TASK, '-c', 'no-such-command --flag', '--agent-cmd', 'touch called', '--json'])
    expect(end.code).toBe(4)
    expect(end.events.at(-1)).toMatchObject({ status: 'gate_broken', iterations: 0 })
    expect(end.events.at(-1)?.['message']).toContain('no-such-command')
  })

  test('a baseline that never ends is a broken gate: exit 4', async () => {
    const { cli } = fastProject()
    const end = await cli([
      'run',
      TASK,
      '-c',
      'node -e "setTimeout(() => process.exit(1), 1e6)"',
      '--agent-cmd',
      'true',
      '--verify-timeout',
      '300ms',
      '--json',
    ])
    expect(end.code).toBe(4)
    expect(end.events.at(-1)?.['message']).toContain('300ms')
  })

  test('a check that hangs after a turn has not said yes: the agent is told, exit 1', async () => {
    const { cli } = fastProject()
    const end = await cli([
      'run',
      TASK,
      '-c',
      'test ! -f slow || sleep 1000; test -f done',
      '--agent-cmd',
      'touch slow done',
      '--verify-timeout',
      '400ms',
      '--max-iterations',
      '1',
      '--json',
    ])
    expect(end.code).toBe(1)
    expect(end.events.at(-2)).toMatchObject({ kind: 'check-end', verdict: 'not_yet' })
  })

  test('an agent that cannot be run: exit 7', async () => {
    const { cli } = fastProject()
    const end = await cli([
      'run',
      TASK,
      '-c',
      DONE,
      '--agent-cmd',
      'no-such-agent -p',
      '--max-iterations',
      '1',
      '--json',
    ])
    expect(end.code).toBe(7)
    expect(end.events.at(-1)).toMatchObject({ status: 'agent_failed', iterations: 1 })
    expect(end.events.at(-1)?.['message']).toContain('no-such-agent')
  })

  test('a first turn that did some of its work before it failed to find a program is checked', async () => {
    const { cli } = fastProject()
    expect((await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done; no-such-tool'])).code).toBe(0)
  })

  test('a word that is an argument of the command stays one', async () => {
    const { cli } = fastProject()
    const end = await cli(['run', TASK, '-c', 'test -f passes', '--agent-cmd', 'true', '--max-iterations', '1'])
    expect(end.code).toBe(1)
  })

  test('a tree that was moved away is no clean tree: exit 4', async () => {
    const { cli, path } = project({ bad: '' })
    const end = await cli(['run', TASK, '-c', 'test ! -e bad', '--agent-cmd', `mv ${path} ${path}-away`, '--json'])
    expect(end.code).toBe(4)
    expect(end.events.at(-1)).toMatchObject({ status: 'gate_broken' })
  })

  test('a line that never ends is shown, and costs no more than lines that do', async () => {
    const { cli } = fastProject()
    const end = await cli(['run', TASK, '-c', DONE, '--agent-cmd', "yes | tr -d '\\n' | head -c 60000000; touch done"])
    expect(end.code).toBe(0)
  })

  test('the time of a scripted turn holds for all its steps together', async () => {
    const { cli, write } = fastProject()
    write('turns.yaml', 'turns:\n  - - sleep: 1s\n    - run: sleep 1000\n    - write: { file: done, text: "" }\n')
    const end = await cli([
      'run',
      TASK,
      '-c',
      DONE,
      '--agent',
      'script:turns.yaml',
      '--turn-timeout',
      '1500ms',
      '--max-iterations',
      '1',
      '--json',
    ])
    expect(end.events.find(({ kind }) => kind === 'turn-end')).toMatchObject({ ended: 'failed' })
    expect(end.code).toBe(1)
  })

  test('a command line that no system takes is said, and nothing crashes', async () => {
    const { cli, write } = fastProject()
    write('agent-loop.config.json', JSON.stringify({ 'agent-cmd': 'echo \u0000' }))
    const end = await cli(['run', TASK, '-c', DONE, '--trust-config', '--json'])
    expect(end.code).toBe(7)
    expect(end.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'agent_failed' })
  })

  test('three failed turns that change nothing: exit 7', async () => {
    const { cli } = fastProject()
    const end = await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'echo "quota exceeded"; exit 1', '--json'])
    expect(end.code).toBe(7)
    expect(end.events.at(-1)).toMatchObject({ status: 'agent_failed', iterations: 3 })
  })

  test('failed turns that change files go on', async () => {
    const { cli } = fastProject()
    const end = await cli([
      'run',
      TASK,
      '-c',
      DONE,
      '--agent-cmd',
      'echo x >> work; test "$(wc -l < work)" = 5 && touch done; exit 1',
      '--json',
    ])
    expect(end.code).toBe(0)
    expect(end.events.at(-1)).toMatchObject({ iterations: 5 })
  })

  test('the time that is left ends the turn in flight, and what is in the tree is still checked', async () => {
    const { cli } = fastProject()
    const lost = await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'sleep 1000', '--timeout', '500ms', '--json'])
    expect(lost.code).toBe(1)
    expect(lost.events.at(-1)).toMatchObject({ status: 'limit_reached', iterations: 1, outcome: { limit: 'time' } })
    const won = await cli([
      'run',
      TASK,
      '-c',
      DONE,
      '--agent-cmd',
      'touch done; sleep 1000',
      '--timeout',
      '1s',
      '--json',
    ])
    expect(won.events.at(-1)).toMatchObject({ status: 'verified' })
  })

  test('a pipe does not hide a failure', async () => {
    const { cli } = fastProject()
    expect((await cli(['run', TASK, '-c', 'false | cat', '--agent-cmd', 'true', '--max-iterations', '1'])).code).toBe(1)
  })

  test('what a command prints is seen in the order in which it was printed, errors among the rest', async () => {
    const { cli } = fastProject()
    const end = await cli([
      'run',
      TASK,
      '-c',
      'echo one; echo two >&2; echo three; false',
      '--agent-cmd',
      'true',
      '--max-iterations',
      '1',
      '--json',
    ])
    expect(end.events[1]?.['missing']).toContain('one\ntwo\nthree')
  })
})

describe('the agent is told what it needs', () => {
  test('the prompt is on standard input and in the file, outside the tree, and carries the last reason', async () => {
    const { cli, read } = fastProject()
    const agent =
      'n=$(ls prompts 2>/dev/null | wc -l); mkdir -p prompts; cat > prompts/$n; cmp prompts/$n "$AGENT_LOOP_PROMPT_FILE" && cmp prompts/$n {prompt_file} && echo "$AGENT_LOOP_PROMPT_FILE" > where'
    await cli([
      'run',
      'make "it" right',
      '-c',
      'echo the-reason-is-42; false',
      '--agent-cmd',
      agent,
      '--max-iterations',
      '2',
    ])
    const [first, second] = [read('prompts/0'), read('prompts/1')]
    expect(first.split('make "it" right')).toHaveLength(2)
    expect(first).toContain('echo the-reason-is-42; false')
    expect(first).toContain('turn 1 of at most 2')
    expect(second).toContain('turn 2 of at most 2')
    expect(second).toContain('Your last turn ended, and the work is not done yet')
    expect(second.split('\nthe-reason-is-42\n')).toHaveLength(2)
    expect(read('where')).not.toContain(join('project', '.aiwg'))
  })

  test('an agent that does not read its input is no trouble, however long the prompt', async () => {
    const { cli } = fastProject()
    const end = await cli(['run', 'x'.repeat(100_000), '-c', DONE, '--agent-cmd', 'exec <&-; touch done'])
    expect(end.code).toBe(0)
  })

  test('agent and check run where the person stands, also below the toplevel', async () => {
    const { cli, path } = fastProject({ 'packages/a/x': '' }, { git: true })
    const end = await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'], { cwd: join(path, 'packages/a') })
    expect(end.code).toBe(0)
    expect(readdirSync(join(path, 'packages/a'))).toContain('done')
    expect(readdirSync(join(path, '.aiwg/ralph'))).toContain('registry.json')
  })
})
