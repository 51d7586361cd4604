import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fastProject as projectHere } from '../rig/in-process.ts'
import { sampled } from '../rig/long-form.ts'
import { DONE, environmentOf, isRunning, type Project, fastProject as project } from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const ID = 'ralph-x-00000000'
const files = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }),
  'a.test.mjs': `import { existsSync } from 'node:fs'
import { test } from 'node:test'
import assert from 'node:assert'
test('adds', () => assert.ok(existsSync('adds')))
test('keeps', () => assert.ok(existsSync('package.json')))
`,
}
const RUN = ['run', 'make it add', '-c', 'node --test', '--proof', 'fast', '--loop-id', ID, '--json']
/** Does the work, and removes a test beside it. */
const CHEAT = 'touch adds; sed -i /keeps/d a.test.mjs'

const lendsTerminals = spawnSync('script', ['--version']).status === 0
const hasNamespaces = spawnSync('unshare', ['-U', '-r', '-C', '-p', '-f', '--mount-proc', 'true']).status === 0
const hasSandbox = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', 'true']).status === 0

/** Whether this process may create control groups, as agent-loop does. */
const hasGroups = ((): boolean => {
  try {
    const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? ''
    const at = / (\S+) \S+ - cgroup2 /.exec(readFileSync('/proc/self/mountinfo', 'utf8'))?.[1] ?? '/nowhere'
    const group = join(at, own, `agent-loop-test-${process.pid}`)
    mkdirSync(group)
    rmdirSync(group)
    return true
  } catch {
    return false
  }
})()

const journal = (made: Project): readonly Record<string, unknown>[] =>
  made
    .read(`.aiwg/ralph/loops/${ID}/events.jsonl`)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
const kinds = (made: Project): readonly unknown[] => journal(made).map(({ kind }) => kind)

/** Opens a pseudo-terminal, and answers every question with what is given. */
function atTerminal(
  from: Project,
  args: readonly string[],
  answer = 'y',
): Promise<{ code: number | null; seen: string }> {
  const line = [process.execPath, CLI, ...args].map(word => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: from.path,
    env: { ...environmentOf(from.home), TERM: 'xterm', SHELL: '/bin/sh' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let seen = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!seen.includes('Waive this?') && (seen + text).includes('Waive this?')) child.stdin.end(answer)
    seen += text
  })
  return new Promise(done => child.on('close', code => done({ code, seen })))
}

const waive = (name: string) => ['waive', ID, name, '--reason', 'it is fine']

/**
 * Runs a program of the agent that nothing seems to connect with it: a session of its own, an empty environment, no parent.
 * It writes its process id to a file first.
 */
function escaped(made: Project, code: string): string {
  const script = join(made.home, 'escaped.mjs')
  const pid = join(made.home, 'escaped.pid')
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(pid)}, String(process.pid));${code}`,
  )
  const start = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(script)}], { detached: true, stdio: 'ignore', env: {}, cwd: ${JSON.stringify(made.path)} }).unref()`
  writeFileSync(join(made.home, 'start.cjs'), start)
  return `rm -f '${pid}'; '${process.execPath}' '${join(made.home, 'start.cjs')}'; until [ -s '${pid}' ]; do sleep 0.1; done`
}

const escapedPid = (made: Project): number => Number(readFileSync(join(made.home, 'escaped.pid'), 'utf8'))

/** The attack: opens a pseudo-terminal, waives, types y; again and again. Each attempt is logged outside the tree. */
function attack(made: Project): string {
  const log = join(made.home, 'attempts')
  const env = { ...environmentOf(made.home), TERM: 'xterm', SHELL: '/bin/sh' }
  const line = [process.execPath, CLI, ...waive('tests-gone')].map(word => `'${word}'`).join(' ')
  const code = `
    import { spawn } from 'node:child_process'; import { appendFileSync } from 'node:fs'
    const attempt = () => {
      const child = spawn('script', ['-qec', ${JSON.stringify(line)}, '/dev/null'], { env: ${JSON.stringify(env)} })
      let seen = ''
      child.stdout.on('data', text => { seen += text; if (seen.includes('Waive this?')) child.stdin.end('y') })
      child.on('close', code => { appendFileSync(${JSON.stringify(log)}, seen + '\\nattempt ' + code + '\\n'); setTimeout(attempt, 50) })
    }
    attempt()`
  return `${escaped(made, code)}; until grep -q '^attempt' '${log}'; do sleep 0.1; done`
}

describe.skipIf(!lendsTerminals)('an agent that types y at a terminal of its own', () => {
  test('is refused while its turn runs, and the loop is not verified', async () => {
    const made = project(files, { git: true })
    // The finding exists from the first check on; the second turn tries to waive it.
    const agent = `${CHEAT}; if [ -f turned ]; then ${attack(made)}; fi; touch turned`
    const end = await made.cli([...RUN, '--agent-cmd', agent, '--max-iterations', '2'])
    const attempts = readFileSync(join(made.home, 'attempts'), 'utf8')
    expect(attempts).toMatch(/^attempt [28]$/m)
    expect(attempts).not.toContain('Waived')
    expect(kinds(made)).not.toContain('waiver')
    expect(end.events.at(-1)).toMatchObject({ status: 'tampered' })
  })

  test.skipIf(!hasGroups)('does not survive its turn, so it cannot wait for the end of the loop', async () => {
    const made = project(files, { git: true })
    const end = await made.cli([...RUN, '--agent-cmd', `${CHEAT}; ${attack(made)}`, '--max-iterations', '1'])
    expect(end.code).toBe(5)
    expect(isRunning(escapedPid(made))).toBe(false)
    expect(kinds(made)).not.toContain('waiver')
  })
})

describe.skipIf(!hasGroups)('a process with its own session, an empty environment, and no parent', () => {
  const FOREVER = 'setInterval(() => {}, 1000)'

  test('of the agent is gone before the check runs', async () => {
    const made = project()
    const check = `test -f done && ! grep -q '^State:.[RSD]' "/proc/$(cat '${made.home}/escaped.pid')/status"`
    const agent = `${escaped(made, FOREVER)}; touch done`
    expect((await made.cli(['run', 'make the file', '-c', check, '--agent-cmd', agent])).code).toBe(0)
    expect(isRunning(escapedPid(made))).toBe(false)
  })

  test('of the check is gone when the loop ends', async () => {
    const made = project()
    const check = `test -f done && { ${escaped(made, FOREVER)}; }`
    const run = ['run', 'make the file', '-c', check, '--agent-cmd', 'touch done', '--proof', 'fast']
    expect((await made.cli(run)).code).toBe(0)
    expect(isRunning(escapedPid(made))).toBe(false)
  })

  test('that forks faster than processes can be listed is gone as well', async () => {
    const made = project()
    const [count, rabbit] = [join(made.home, 'count'), join(made.home, 'rabbit.sh')]
    writeFileSync(rabbit, `echo x >> '${count}'; sh '${rabbit}' & exit`)
    onTestFinished(() => writeFileSync(rabbit, ''))
    const code = `import { spawn } from 'node:child_process'
      spawn('/bin/sh', [${JSON.stringify(rabbit)}], { detached: true, stdio: 'ignore', env: { PATH: '/usr/bin:/bin' } }).unref()`
    const agent = `${escaped(made, code)}; until [ -s '${count}' ]; do sleep 0.1; done; touch done`
    expect((await made.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent])).code).toBe(0)
    const before = readFileSync(count, 'utf8').length
    await made.cli(['status'])
    expect(readFileSync(count, 'utf8')).toHaveLength(before)
  })

  test('of a killed loop is ended before the loop resumes', async () => {
    const made = project()
    const agent = `if [ -f '${made.home}/escaped.pid' ]; then touch done; else ${escaped(made, FOREVER)}; touch here; sleep 1000; fi`
    const first = made.start(['run', 'make the file', '-c', DONE, '--agent-cmd', agent, '--loop-id', ID, '--json'])
    await first.event(({ kind }) => kind === 'turn-start')
    while (!existsSync(join(made.path, 'here'))) await new Promise(next => setTimeout(next, 20))
    first.process.kill('SIGKILL')
    await first.ended
    expect(isRunning(escapedPid(made))).toBe(true)
    expect((await made.cli(['resume', ID])).code).toBe(0)
    expect(isRunning(escapedPid(made))).toBe(false)
  })
})

describe.skipIf(!lendsTerminals)('after a waiver', () => {
  /** Ends on a finding that a person can waive. */
  async function refused(...flags: readonly string[]): Promise<Project> {
    const made = projectHere(files, { git: true })
    made.git('init', '-q', '--bare', join(made.home, 'bare.git'))
    made.git('remote', 'add', 'origin', join(made.home, 'bare.git'))
    const count = `printf x >> '${made.home}/turns'`
    const end = await made.cli([...RUN, '--agent-cmd', `${count}; ${CHEAT}`, '--max-iterations', '1', ...flags])
    expect(end.code).toBe(5)
    expect((await atTerminal(made, waive('tests-gone'))).seen).toContain(`agent-loop resume ${ID}`)
    return made
  }

  test('the loop resumes with a check of the tree, without a turn, and the receipt says who was not authenticated', async () => {
    const after = ['--commit', 'end', '--push', '--remote', 'origin', '--pr', '--pr-cmd', 'touch deployed']
    const made = await refused('--on-verified', 'touch deployed', ...after)
    const again = await made.cli(['resume', ID, '--json'])
    expect(again.events.at(-1)).toMatchObject({
      status: 'verified',
      skipped: ['on-verified', 'push', 'pr'].map(action => ({ action, because: 'waiver-not-authenticated' })),
    })
    expect(again.err).toContain('not pushed: a finding was waived')
    expect(made.git('--git-dir', join(made.home, 'bare.git'), 'for-each-ref')).toBe('')
    expect(made.git('log', '-1', '--format=%B')).toContain('Waived: tests-gone')
    expect(readFileSync(join(made.home, 'turns'), 'utf8')).toBe('x')
    expect(existsSync(join(made.path, 'deployed'))).toBe(false)
    expect(again.err).toContain('--on-verified did not run')
    const shown = await made.cli(['receipt', ID])
    expect(shown.out).toContain('The person was not authenticated')
    const checked = await made.cli(['receipt', 'verify', `.aiwg/ralph/loops/${ID}/receipt.json`, '--json'])
    expect(checked.events[0]).toMatchObject({
      accepted: true,
      receipt: {
        predicate: {
          agentLoop: { approval: { waivers: ['tests-gone'], raised_limits: [], person: 'not-authenticated' } },
        },
      },
    })
  })

  test.skipIf(!hasSandbox)('a sandbox does not vouch for a person either: the check runs outside of it', async () => {
    const made = await refused('--sandbox', '--on-verified', 'touch deployed')
    const again = await made.cli(['resume', ID, '--json'])
    expect(again.events.at(-1)).toMatchObject({ status: 'verified', skipped: [{ action: 'on-verified' }] })
    expect(existsSync(join(made.path, 'deployed'))).toBe(false)
    expect((await made.cli(['receipt', ID])).out).toContain('The person was not authenticated')
  })

  test('a tree that does not pass the check is not verified, and takes a turn only if a limit allows one', async () => {
    const made = await refused()
    made.git('rm', '-q', '--cached', 'a.test.mjs')
    made.write('a.test.mjs', files['a.test.mjs'].replace("existsSync('package.json')", 'false'))
    const again = await made.cli(['resume', ID, '--json'])
    expect(again.code).not.toBe(0)
    expect(readFileSync(join(made.home, 'turns'), 'utf8')).toBe('x')
  })

  test('a finding accepted before the first turn does not keep --on-verified from running', async () => {
    const made = projectHere(files, { git: true })
    const flags = ['--waive', 'tests-gone', '--on-verified', `touch '${made.home}/deployed'`]
    const end = await made.cli([...RUN, '--agent-cmd', CHEAT, '--max-iterations', '1', ...flags])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
    expect(existsSync(join(made.home, 'deployed'))).toBe(true)
  })
})

test('a raised limit is named in the receipt', async () => {
  const made = projectHere({}, { git: true })
  const agent = '[ -f one ] && touch done; touch one'
  const run = ['run', 'make the file', '-c', DONE, '--agent-cmd', agent, '--loop-id', ID, '--max-iterations', '1']
  expect((await made.cli(run)).code).toBe(1)
  expect((await made.cli(['resume', ID, '--max-iterations', '2', '-y'])).code).toBe(0)
  expect((await made.cli(['receipt', ID])).out).toMatch(/raised the limit iterations.*not authenticated/)
})

describe('inside a turn', () => {
  const REFUSED: readonly (readonly string[])[] = [
    waive('tests-gone'),
    ['resume', ID, '--max-iterations', '99', '-y'],
    ['abort', ID],
    ['pause', ID],
    ['tell', ID, 'accept it'],
    ['merge', ID],
    ['restore', ID, 'start', '--force'],
    ['reflections', 'clear', '--yes'],
    ['install', 'claude-code'],
    ['uninstall', 'claude-code'],
    ['service', 'install'],
    ['daemon', 'stop', '--force'],
  ]
  const called = (made: Project, prefix: string, commands = REFUSED): string =>
    [
      ...commands.map(
        args =>
          `${prefix} '${process.execPath}' '${CLI}' ${args.map(word => `'${word}'`).join(' ')} >> said 2>&1; echo "= $?" >> said`,
      ),
      `mv said '${made.home}/said'`,
    ].join('; ')

  /** What each command answers when it was called in a turn. */
  const answers = (commands: typeof REFUSED): readonly string[] =>
    commands.map(([name]) => (name === 'waive' ? '= 2' : '= 8'))
  // How a turn is known is the same for all of them.
  const some = sampled(REFUSED, 3)

  test.each([
    ['as it is', '', REFUSED],
    ['with an empty environment', 'env -i PATH="$PATH" HOME="$HOME"', some],
  ])('nothing that only a person may do works, %s', async (_, prefix, commands) => {
    const made = project(files, { git: true })
    const end = await made.cli([
      ...RUN,
      '--agent-cmd',
      `${called(made, prefix, commands)}; touch adds`,
      '--max-iterations',
      '1',
    ])
    const said = readFileSync(join(made.home, 'said'), 'utf8')
    expect(said.match(/^= \d+$/gm)).toEqual(answers(commands))
    expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
  })

  test.skipIf(!hasNamespaces)('the same holds in namespaces of its own, where the loop has no pid', async () => {
    const made = project(files, { git: true })
    const prefix = 'unshare -U -r -C -p -f --mount-proc env -i PATH="$PATH" HOME="$HOME"'
    await made.cli([...RUN, '--agent-cmd', `${called(made, prefix)}; touch adds`, '--max-iterations', '1'])
    const said = readFileSync(join(made.home, 'said'), 'utf8')
    expect(said.match(/^= \d+$/gm)).toEqual(REFUSED.map(([name]) => (name === 'waive' ? '= 2' : '= 8')))
  })

  test.skipIf(!hasNamespaces)(
    'a loop is not taken for dead from another namespace, and its tree stays its own',
    async () => {
      const made = project(files, { git: true })
      const other = `'${process.execPath}' '${CLI}' run other -c 'test -f x' --agent-cmd true`
      const agent = `env -u AGENT_LOOP_ID unshare -U -r -p -f --mount-proc ${other} > '${made.home}/said' 2>&1; echo "= $?" >> '${made.home}/said'; touch adds`
      const end = await made.cli([...RUN, '--agent-cmd', agent, '--max-iterations', '1'])
      expect(readFileSync(join(made.home, 'said'), 'utf8')).toContain('= 8')
      expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
    },
  )

  test.skipIf(!hasGroups)('the same holds for a process without environment, session, and parent', async () => {
    const made = project(files, { git: true })
    const lines = called(made, '', some)
    const code = `import { spawnSync } from 'node:child_process'
      spawnSync('/bin/sh', ['-c', ${JSON.stringify(lines)}], { cwd: ${JSON.stringify(made.path)}, env: ${JSON.stringify(environmentOf(made.home))} })`
    const agent = `${escaped(made, code)}; until [ -f '${made.home}/said' ]; do sleep 0.1; done; touch adds`
    await made.cli([...RUN, '--agent-cmd', agent, '--max-iterations', '1'])
    const said = readFileSync(join(made.home, 'said'), 'utf8')
    expect(said.match(/^= \d+$/gm)).toEqual(answers(some))
  })
})

describe('through the library', () => {
  /** A program that decides about the loop in every way, with an environment of its own choice, and prints the answers. */
  function decides(made: Project, env: Readonly<Record<string, string>>): string {
    const program = join(made.home, 'decides.mjs')
    const waiver = { rule: 'tests-gone', places: null, test: null, by: 'me', reason: 'it is fine' }
    const code = `import { createAgentLoop } from ${JSON.stringify(resolve(CLI, '../core.js'))}
      const loops = createAgentLoop({ cwd: ${JSON.stringify(made.path)}, env: ${JSON.stringify(env)} })
      const answer = promise => promise.then(() => 'done', error => error.message)
      console.log(await answer(loops.waive('${ID}', ${JSON.stringify(waiver)})))
      for (const name of process.argv.slice(2)) console.log(await answer(loops[name]('${ID}', 'a hint')))`
    writeFileSync(program, code)
    return program
  }

  test('an agent can neither accept nor control the work of another loop', async () => {
    const made = projectHere(files, { git: true })
    const end = await made.cli([...RUN, '--agent-cmd', CHEAT, '--max-iterations', '1'])
    expect(end.code).toBe(5)
    const other = project()
    const env = environmentOf(made.home)
    const ways = ['resume', 'abort', 'pause', 'tell', 'revert']
    const agent = `'${process.execPath}' '${decides(made, env)}' ${ways.join(' ')} > said 2>&1; touch done`
    const run = await other.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent], { env })
    expect(run.code).toBe(0)
    expect(other.read('said').match(/Only a person can do that/g)).toHaveLength(ways.length + 1)
    expect(kinds(made)).not.toContain('waiver')
  })

  test('an agent cannot end a turn of another loop that an assistant adopted', async () => {
    const made = projectHere()
    const env = environmentOf(made.home)
    const adopt = ['adopt', 'make the file', '-c', DONE, '--max-iterations', '1', '--loop-id', ID, '--session', 's1']
    expect((await made.cli(adopt)).code).toBe(0)
    const other = project()
    other.write('stop.json', JSON.stringify({ session_id: 's1', cwd: made.path, hook_event_name: 'Stop' }))
    const call = (...args: readonly string[]): string => [process.execPath, CLI, 'hook', ...args].join(' ')
    const agent = [
      `${call('stop')} < stop.json > said 2>&1`,
      `env -i PATH="$PATH" HOME="$HOME" ${call('stop')} < stop.json >> said 2>&1`,
      `${call('finish', ID)} > refused 2>&1`,
      'touch done',
    ].join('; ')
    expect((await other.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent], { env })).code).toBe(0)
    expect(other.read('said')).toBe('')
    expect(other.read('refused')).toContain('Only a person can do that')
    expect(kinds(made)).not.toContain('turn-end')
    made.write('done', '')
    const stop = await made.cli(['hook', 'stop'], { input: other.read('stop.json') })
    expect(stop.err).toContain('verified after 1 turn')
  })

  test('an assistant cannot accept its own work, also after the loop has ended', async () => {
    const made = projectHere(files, { git: true })
    const env = { ...environmentOf(made.home), CLAUDECODE: '1' }
    const loop = ['--proof', 'fast', '--loop-id', ID, '--max-iterations', '1', '--session', 's1']
    expect((await made.cli(['adopt', 'make it add', '-c', 'node --test', ...loop], { env })).code).toBe(0)
    spawnSync('/bin/sh', ['-c', CHEAT], { cwd: made.path })
    const input = JSON.stringify({ session_id: 's1', cwd: made.path, hook_event_name: 'Stop' })
    await made.cli(['hook', 'stop', '--host', 'claude-code'], { env, input })
    expect(journal(made).at(-1)).toMatchObject({ kind: 'loop-end', status: 'tampered' })
    const said = spawnSync(process.execPath, [decides(made, environmentOf(made.home))], { env, encoding: 'utf8' })
    expect(said.stdout).toContain('Only a person can do that')
    expect(kinds(made)).not.toContain('waiver')
  })
})

describe.skipIf(!hasSandbox)('in a sandbox', () => {
  test('the agent has a process namespace of its own: nothing survives its turn, and no state can be written', async () => {
    const made = project({}, { git: true })
    const state = join(made.home, '.local/state/agent-loop')
    // Process ids in there are not ours, so the survivor is known by what it writes.
    const agent = [
      `(setsid env -i sh -c 'while :; do date +%s%N > beat; sleep 0.1; done' > /dev/null 2>&1 &)`,
      'until [ -s beat ]; do sleep 0.1; done',
      `mkdir -p '${state}' 2> /dev/null; (echo x > '${state}/forged') 2> /dev/null`,
      'ls /proc | grep -c "^[0-9]" > seen; touch done',
    ].join('; ')
    const end = await made.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent, '--sandbox', '--json'])
    expect(end.code).toBe(0)
    const beat = made.read('beat')
    await made.cli(['status'])
    expect(made.read('beat')).toBe(beat)
    expect(existsSync(join(state, 'forged'))).toBe(false)
    expect(Number(made.read('seen'))).toBeLessThan(12)
  })

  test('the agent can write into its inbox only: a link in place of a log is not followed, and the rest of the state home is hidden', async () => {
    const made = project({ 'check.sh': 'echo from-the-check; test -f done\n' })
    // Not in the temporary folder, which is empty in the sandbox anyway.
    const state = mkdtempSync(join(import.meta.dirname, 'state-'))
    onTestFinished(() => rmSync(state, { recursive: true }))
    const profile = join(made.home, '.profile')
    writeFileSync(profile, 'mine\n')
    const agent = [
      'turn=$(dirname "$AGENT_LOOP_INBOX")',
      `ln -s '${profile}' "$turn/verify.log"; ln -s '${profile}' "$AGENT_LOOP_INBOX/1.json"`,
      'mkfifo "$AGENT_LOOP_INBOX/2.json"',
      'cat "$AGENT_LOOP_PROMPT_FILE" > prompt; ls -A "$turn/../../../../../.." > seen; touch done',
    ].join('; ')
    const run = ['run', 'make the file', '-c', 'sh check.sh', '--agent-cmd', agent, '--sandbox']
    expect((await made.cli(run, { env: { XDG_STATE_HOME: state } })).code).toBe(0)
    expect(made.read(profile)).toBe('mine\n')
    expect(made.read('prompt')).toContain('make the file')
    expect(made.read('seen').trim()).toBe('projects')
  })

  test('sockets of programs that start others cannot be reached, also where the tree contains them', async () => {
    const made = project()
    const sockets = [join(made.path, 'docker.sock'), join(made.home, '.docker/run/docker.sock')]
    mkdirSync(join(made.home, '.docker/run'), { recursive: true })
    for (const socket of sockets) {
      const server = createServer(connection => connection.end('reached'))
      await new Promise<void>(done => server.listen(socket, done))
      onTestFinished(() => void server.close())
    }
    made.write(
      'ask.cjs',
      `for (const path of ${JSON.stringify(sockets)})
  require('node:net').connect(path).on('data', bytes => require('node:fs').appendFileSync('seen', bytes)).on('error', () => {})`,
    )
    const agent = `echo > seen; ls -A /run > run; ${process.execPath} ask.cjs; touch done`
    const run = ['run', 'make the file', '-c', DONE, '--agent-cmd', agent, '--sandbox']
    expect((await made.cli(run, { env: { DOCKER_HOST: `unix://${sockets[0]}` } })).code).toBe(0)
    expect(made.read('seen').trim()).toBe('')
    expect(made.read('run')).not.toContain('user')
  })

  test('no setting of the machine can be opened for writing, also by root', async () => {
    const made = project()
    // Opening is enough to tell; nothing is written, because it would change the whole machine.
    made.write(
      'open.cjs',
      `const fs = require('node:fs')
const opens = path => { try { fs.closeSync(fs.openSync(path, fs.constants.O_WRONLY)); return true } catch { return false } }
const below = folder => fs.readdirSync(folder, { withFileTypes: true, recursive: true }).filter(entry => entry.isFile())
const settings = ['/proc/sys/kernel', '/proc/sys/vm', '/proc/sys/net/ipv4', '/proc/irq'].filter(fs.existsSync).flatMap(below)
fs.writeFileSync('seen', JSON.stringify({
  settings: settings.length,
  opened: settings.map(entry => entry.parentPath + '/' + entry.name).filter(opens),
  readable: fs.readFileSync('/proc/sys/kernel/ostype', 'utf8').trim(),
}))`,
    )
    const agent = `${process.execPath} open.cjs; touch done`
    expect((await made.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent, '--sandbox'])).code).toBe(0)
    const { settings, opened, readable } = JSON.parse(made.read('seen'))
    expect(settings).toBeGreaterThan(10)
    expect(opened).toEqual([])
    expect(readable).toBe('Linux')
  })

  test('a project around the state home is refused, with what to do', async () => {
    const made = project()
    const env = { XDG_STATE_HOME: join(made.path, 'state') }
    const end = await made.cli(['run', 'x', '-c', DONE, '--agent-cmd', 'touch done', '--sandbox'], { env })
    expect(end).toMatchObject({ code: 2, err: expect.stringContaining('Set XDG_STATE_HOME to a folder outside') })
  })
})
