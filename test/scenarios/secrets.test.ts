import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Background, background, until } from '../rig/background.ts'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE, isRunning, type Project } from '../rig/project.ts'

const SECRET = 'k7Qx-Zp91-vvLm-2210'
const TOKEN = `ghp_${'a1B2c3D4'.repeat(5)}`
const env = { MY_API_KEY: SECRET }
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const needsRoot = test.skipIf(!isRoot)

/** Every file below a folder; compressed ones as their content. */
function filesBelow(folder: string): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const bytes = readFileSync(path)
      return { path, bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes }
    })
}

const stateOf = ({ home }: Project): string => join(home, '.local/state')

/** The files of the private store and of the state view that contain a text. */
const filesWith = (here: Project, text: string): readonly string[] =>
  [stateOf(here), join(here.path, '.aiwg')]
    .flatMap(filesBelow)
    .filter(({ bytes }) => bytes.includes(text))
    .map(({ path }) => path)

describe('a secret that the agent or the check prints', () => {
  test('is nowhere but in their own processes: not in JSON, journal, logs, prompts, reports, or the terminal', async () => {
    const here = project({
      'token.sh': "printf 'gh%s\\n' p_a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4\n",
      'check.sh': 'echo "check says $MY_API_KEY"; if [ -f done ]; then exit 0; fi; sh token.sh; exit 1\n',
      // The key is cut between two writes.
      'agent.sh': `printf 'it is '; printenv MY_API_KEY | cut -c1-7 | tr -d '\\n'; printf '%s.\\n' "$(printenv MY_API_KEY | cut -c8-)"
sh token.sh; [ -f half ] && touch done; touch half\n`,
    })
    const args = ['run', 'make the file', '-c', 'sh check.sh', '--agent-cmd', 'sh agent.sh']
    // In a process of its own, whose output is what a terminal gets.
    const end = await here.start([...args, '--json'], { env }).ended
    expect(end.code).toBe(0)
    expect(end.events.filter(({ kind }) => kind === 'turn-text')[0]).toMatchObject({
      text: expect.stringContaining('it is [MY_API_KEY].\n'),
    })
    for (const text of [SECRET, TOKEN, 'k7Qx-Zp']) {
      expect(end.out + end.err).not.toContain(text)
      expect(filesWith(here, text)).toEqual([])
    }
    const id = String(end.events[0]?.['loop'])
    const prompt = here.read(`.aiwg/ralph/loops/${id}/iterations/002/prompt.md`)
    expect(prompt).toContain('check says [MY_API_KEY]')
    expect(prompt).toContain('[redacted GitHub token]')
    const shown = await here.cli(['logs', id, '--iteration', '1', '--verify'])
    expect(shown.out).toContain('check says [MY_API_KEY]')
  })

  test('is redacted also with colors or invisible characters in it, and escaped twice in JSON', async () => {
    const marked = "printf 'it is k7Qx-\\033[7mZp91\\033[27m-vvLm-2210, \\033[31mred\\033[0m\\n'"
    const files = {
      'agent.sh': `${marked}
printf 'k7Qx-\\342\\200\\213Zp91-vvLm-2210\\n\\033[31mcolored\\033[0m\\n'
node -e 'console.log(JSON.stringify({ a: JSON.stringify(process.env.OTHER_PASSWORD) }))'\n`,
      'check.sh': `${marked}; exit 1\n`,
    }
    const both = { ...env, OTHER_PASSWORD: 'p@ss"w/rd#1 two' }
    const here = project(files)
    const run = ['run', 'make it', '-c', 'sh check.sh', '--agent-cmd', 'sh agent.sh', '--max-iterations', '1', '--json']
    const end = await here.cli(run, { env: both })
    const id = String(end.events[0]?.['loop'])
    // Later, in a shell that does not have the secret.
    const shown = [
      await here.cli(['logs', id]),
      await here.cli(['logs', id, '--json']),
      await here.cli(['logs', id, '--verify']),
    ]
    const verified = await here.cli(['verify', 'sh check.sh'], { env: both })
    const [log] = filesBelow(join(stateOf(here), 'agent-loop/verify'))
    const texts = [end.out, ...shown.map(({ out }) => out), verified.out, verified.err, log?.bytes.toString() ?? '']
    for (const text of texts) for (const half of ['Zp91', 'w/rd']) expect(text).not.toContain(half)
    expect(shown[0]?.out).toBe('it is [MY_API_KEY], red\n[MY_API_KEY]\ncolored\n{"a":"\\"[OTHER_PASSWORD]\\""}\n')
    // Other lines stay as they were printed.
    expect(shown[1]?.events[0]).toMatchObject({ text: expect.stringContaining('\u001b[31mcolored\u001b[0m\n') })
  })

  test('is not shown by verify either, nor kept in its log or its report', async () => {
    const here = project({ 'check.sh': 'echo "got $MY_API_KEY"; exit 1\n' })
    const plain = await here.cli(['verify', 'sh check.sh', '--ctrf', 'report.json'], { env })
    const json = await here.cli(['verify', 'sh check.sh', '--json'], { env })
    expect(plain.code).toBe(1)
    expect(plain.out + plain.err + json.out + json.err).not.toContain(SECRET)
    expect(plain.out + json.out).toContain('got [MY_API_KEY]')
    expect(filesBelow(stateOf(here)).filter(({ bytes }) => bytes.includes(SECRET))).toEqual([])
    expect(here.read('report.json')).not.toContain(SECRET)
  })

  test('a value that output contains anyway stays readable', async () => {
    const here = project()
    const common = { USE_TOKEN: 'true', MAX_TOKENS: '1', DB_PASS: 'test', KEY_FILE: '/etc/ssl/certs', PASSWORD: 'done' }
    const agent = 'echo "true 1 test /etc/ssl/certs done"; touch done'
    const end = await here.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent], { env: common })
    expect(end.code).toBe(0)
    expect(end.out).toContain('true 1 test /etc/ssl/certs done')
  })

  test('in a criterion that a person typed is kept to run it, and shown nowhere', async () => {
    const here = project()
    const criterion = 'test -f done && : sk-proj-abc123def456ghi789'
    const end = await here.cli(['run', 'make the file', '-c', criterion, '--agent-cmd', 'touch done', '--json'])
    expect(end.code).toBe(0)
    expect(end.out + end.err).not.toContain('sk-proj')
    const kept = filesWith(here, 'sk-proj').map(path => path.split('/').at(-1))
    expect([...new Set(kept)].filter(name => !/^events\.jsonl|^iteration-\d+\.json\.gz$/.test(name ?? ''))).toEqual([])
    const id = String(end.events[0]?.['loop'])
    expect((await here.cli(['status', id])).out).toContain('[redacted API key]')
    expect((await here.cli(['receipt', 'verify', `.aiwg/ralph/loops/${id}/receipt.json`])).code).toBe(0)
  })
})

describe('a secret in the environment of a background loop', () => {
  const AGENT = 'printenv MY_API_KEY >> seen; until [ -f go ]; do sleep 0.1; done; touch done'
  const begin = async (here: Background): Promise<string> => {
    const started = await here.cli(['start', 'make the file', '-c', DONE, '--agent-cmd', AGENT, '--json'], { env })
    expect(started.code).toBe(0)
    return String(started.events[0]?.['loop_id'])
  }
  const seen = ({ path }: Project): number =>
    existsSync(join(path, 'seen')) ? readFileSync(join(path, 'seen'), 'utf8').split(SECRET).length - 1 : 0
  const parentOf = (pid: number): number =>
    Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

  test('is in no file, and the loop has it again after its daemon was killed', async () => {
    const here = background()
    const id = await begin(here)
    await until(() => seen(here) === 1)
    expect(filesWith(here, SECRET)).toEqual([])
    process.kill(here.daemonPid(), 'SIGKILL')
    await until(() => seen(here) === 2)
    expect(filesWith(here, SECRET)).toEqual([])
    here.write('go', '')
    await here.stands(id, 'verified')
  })

  test('is gone when daemon and supervisor are killed at once: the loop waits for a terminal that has it', async () => {
    const here = background()
    const id = await begin(here)
    await until(() => seen(here) === 1)
    const old = here.daemonPid()
    const supervisor = parentOf(old)
    process.kill(supervisor, 'SIGSTOP')
    process.kill(old, 'SIGKILL')
    process.kill(supervisor, 'SIGKILL')
    await until(() => !isRunning(old))
    // Any request starts the next daemon.
    const other = project()
    const next = await here.cli(['start', 'x', '-c', 'test -f never', '--agent-cmd', 'sleep 600'], { cwd: other.path })
    expect(next.code).toBe(0)
    await until(() => /MY_API_KEY can no longer be read/.test(here.log()))
    expect(await here.loop(id)).toMatchObject({ status: 'interrupted' })
    expect(seen(here)).toBe(1)
    expect((await here.cli(['resume', id, '--json'], { env })).code).toBe(0)
    await until(() => seen(here) === 2)
    here.write('go', '')
    await here.stands(id, 'verified')
  })

  test('of a loop that an assistant adopted is not stored: the check has it from the process that the assistant starts', async () => {
    const here = project({ 'check.sh': 'set -eu; : $MY_API_KEY $LD_SDK_KEY $GIT_TOKEN $DATABASE_URL; test -f done\n' })
    const more = { LD_SDK_KEY: SECRET, GIT_TOKEN: SECRET, DATABASE_URL: `postgres://me:${SECRET}@db/x` }
    const session = { ...env, ...more, CLAUDE_CODE_SESSION_ID: 'one', AGENT_LOOP_SESSION: 'one' }
    const adopted = await here.cli(['adopt', 'make the file', '-c', 'sh check.sh', '--session', 'one', '--json'], {
      env: session,
    })
    expect(adopted.err).not.toContain('agent-loop: ')
    expect(adopted.code).toBe(0)
    expect(filesWith(here, SECRET)).toEqual([])
    here.write('done', '')
    const stop = await here.cli(['hook', 'stop'], {
      env: session,
      input: JSON.stringify({ session_id: 'one', cwd: here.path, hook_event_name: 'Stop' }),
    })
    expect(stop.err).toContain('verified after 1 turn')
  })

  test.each(['as it is', 'as an older version stored it'])(
    'is all that a stop takes from its own environment, however other values look: %s',
    async stored => {
      const here = project({ 'check.sh': 'test -n "$MY_API_KEY" && grep -q solved answer\n', answer: 'no\n' })
      expect((await here.cli(['adopt', 'solve it', '-c', 'sh check.sh', '--session', 'one'], { env })).code).toBe(0)
      if (stored !== 'as it is') forgetSecretNames(here)
      const fake = join(here.home, 'bin')
      mkdirSync(fake)
      writeFileSync(join(fake, 'grep'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
      writeFileSync(join(fake, 'rc'), 'grep() { :; }\n')
      here.write('answer', 'still no\n')
      const shaped = `/x/sk-${'a1'.repeat(20)}`
      const own = {
        ...env,
        PATH: `${fake}:${process.env['PATH']}:${shaped}`,
        BASH_ENV: join(fake, 'rc'),
        ENV: `${join(fake, 'rc')}#${shaped}`,
      }
      const input = JSON.stringify({ session_id: 'one', cwd: here.path, hook_event_name: 'Stop' })
      const kept = await here.cli(['hook', 'stop'], { env: own, input })
      expect(JSON.parse(kept.out)).toMatchObject({ decision: 'block' })
      here.write('answer', 'solved\n')
      expect((await here.cli(['hook', 'stop'], { env, input })).err).toContain('verified after 2 turns')
    },
  )

  test('variables that look like a secret at the adoption do not come from a stop with other values either', async () => {
    const here = project({ 'check.sh': 'test "$MAKEFILES" = evil || grep -q solved answer\n', answer: 'no\n' })
    const shaped = `${process.env['PATH']}:/x/sk-${'a1'.repeat(20)}`
    const adopt = ['adopt', 'solve it', '-c', 'sh check.sh', '--session', 'one']
    expect((await here.cli(adopt, { env: { ...env, PATH: shaped, MAKEFILES: shaped } })).code).toBe(0)
    const fake = join(here.home, 'bin')
    mkdirSync(fake)
    writeFileSync(join(fake, 'grep'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    here.write('answer', 'still no\n')
    const input = JSON.stringify({ session_id: 'one', cwd: here.path, hook_event_name: 'Stop' })
    const stop = (more: Readonly<Record<string, string>>) =>
      here.cli(['hook', 'stop'], { env: { ...env, ...more }, input })
    expect((await stop({ PATH: `${fake}:${shaped}`, MAKEFILES: 'evil' })).err).not.toContain('verified after')
    here.write('answer', 'solved\n')
    expect((await stop({ PATH: shaped, MAKEFILES: shaped })).err).toContain('verified after 2 turns')
  })
})

function forgetSecretNames(here: Project): void {
  for (const { path, bytes } of filesBelow(join(stateOf(here), 'agent-loop/sessions'))) {
    const { secrets, ...older } = JSON.parse(bytes.toString())
    expect(secrets).toEqual(['MY_API_KEY'])
    writeFileSync(path, JSON.stringify(older))
  }
}

describe('another user of this machine', () => {
  needsRoot('who owns a folder above the socket gets no job: another place is used', async () => {
    const here = background()
    const parent = join(here.home, 'run')
    mkdirSync(join(parent, 'me'), { recursive: true, mode: 0o700 })
    chownSync(parent, NOBODY, NOBODY)
    const xdg = { ...env, XDG_RUNTIME_DIR: join(parent, 'me') }
    const started = await here.cli(['start', 'x', '-c', DONE, '--agent-cmd', 'touch done', '--json'], { env: xdg })
    expect(started.code).toBe(0)
    expect(readdirSync(join(parent, 'me'))).toEqual([])
    const record = JSON.parse(readFileSync(join(stateOf(here), 'agent-loop/daemon/daemon.json'), 'utf8'))
    expect(record.socket).not.toContain(parent)
  })

  needsRoot('who has put a socket where the daemon was is sent nothing', async () => {
    const here = background()
    const parent = join(here.home, 'run')
    mkdirSync(parent, { mode: 0o755 })
    const socket = join(parent, '1.sock')
    let received = ''
    const server = createServer(connection => connection.on('data', bytes => (received += String(bytes))))
    await new Promise<void>(done => server.listen(socket, done))
    onTestFinished(() => void server.close())
    chownSync(parent, NOBODY, NOBODY)
    const owner = { pid: process.pid, started: 'x', boot: 'x' }
    writeFileSync(
      join(stateOf(here), 'agent-loop/daemon/daemon.json'),
      JSON.stringify({ owner, epoch: 1, version: '0.1.0', socket, state: 'serving', strikes: 0, since: 1 }),
    )
    const started = await here.cli(['start', 'x', '-c', DONE, '--agent-cmd', 'touch done'], { env })
    expect(started).toMatchObject({ code: 4, err: expect.stringContaining('belongs to another user') })
    expect(received).toBe('')
  })

  needsRoot('whose repository has filters: --worktree runs none, and says what to do', async () => {
    const here = project({ 'a.txt': 'a\n', '.gitattributes': '* filter=x\n' }, { git: true })
    here.git('config', 'filter.x.smudge', `sh -c 'touch ${here.home}/ran; cat'`)
    here.git('config', 'filter.x.clean', `sh -c 'touch ${here.home}/ran; cat'`)
    execFileSync('chown', ['-R', String(NOBODY), here.path])
    const run = ['run', 'make the file', '-c', DONE, '--agent-cmd', 'touch done']
    const refused = await here.cli([...run, '--worktree'])
    expect(refused).toMatchObject({ code: 8, err: expect.stringContaining('safe.directory') })
    expect((await here.cli(run)).code).toBe(0)
    expect(existsSync(join(here.home, 'ran'))).toBe(false)
    execFileSync('git', ['config', '--global', '--add', 'safe.directory', here.path], { env: { HOME: here.home } })
    expect((await here.cli([...run, '--worktree', '-c', 'test -f done'])).err).not.toContain('belongs to another user')
  })
})

describe('a filter in the repository', () => {
  const ID = 'ralph-make-the-file-0123abcd'
  const begin = ({ cli }: Project, agent: string) =>
    cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent, '--loop-id', ID, '--worktree'])
  const filtered = (): Project => project({ 'a.txt': 'a\n', '.gitattributes': '*.txt filter=x\n' }, { git: true })

  test.each(['filter.x.clean', 'gpg.ssh.program'])(
    'that the agent added is not run by merge, which names it: %s',
    async setting => {
      const here = filtered()
      const mark = join(here.home, 'ran')
      const added = `git config ${setting} "sh -c 'touch ${mark}; cat'"; git config merge.verifySignatures true`
      expect((await begin(here, `touch done; ${added}; echo b > a.txt`)).code).toBe(0)
      const merged = await here.cli(['merge', ID])
      expect(merged).toMatchObject({ code: 5, err: expect.stringContaining(setting) })
      expect(existsSync(mark)).toBe(false)
      expect(here.git('log', '--oneline').trim().split('\n')).toHaveLength(1)
    },
  )

  /** Configures a filter for every working tree of a repository but the first. */
  const elsewhere = (config: string, mark: string): string =>
    [
      `git config --file ${config} 'includeIf.gitdir:**/worktrees/*1.path' more`,
      `git config --file ${config} 'includeIf.gitdir:**/worktrees/*1/**.path' more`,
      `git config --file "$(dirname ${config})/more" filter.x.clean "sh -c 'touch ${mark}; cat'"`,
      `git config --file "$(dirname ${config})/more" filter.x.smudge "sh -c 'touch ${mark}; cat'"`,
    ].join('; ')

  test('that the agent added for another working tree is not run by merge either', async () => {
    const here = filtered()
    const mark = join(here.home, 'ran')
    const agent = `touch done; echo b > a.txt; ${elsewhere('"$(git rev-parse --git-common-dir)/config"', mark)}`
    expect((await begin(here, agent)).code).toBe(0)
    const merged = await here.cli(['merge', ID])
    expect(merged).toMatchObject({ code: 5, err: expect.stringContaining('filter.x.clean, filter.x.smudge') })
    expect(existsSync(mark)).toBe(false)
    expect(here.git('worktree', 'list').trim().split('\n')).toHaveLength(2)
  })

  test('of another repository, to which the agent redirected the worktree, is not run by merge', async () => {
    const here = filtered()
    const mark = join(here.home, 'ran')
    const agent = [
      'touch done; rm .git; git init -q --separate-git-dir="$PWD/.g" .; echo /.g >> .g/info/exclude; git add -A',
      'git -c user.name=a -c user.email=a@example.org commit -qm x',
      elsewhere('.g/config', mark).replaceAll('*1', '**'),
    ].join('; ')
    expect((await begin(here, agent)).code).toBe(0)
    const merged = await here.cli(['merge', ID])
    expect(merged).toMatchObject({ code: 5, err: expect.stringContaining('is no longer a worktree of') })
    expect(existsSync(mark)).toBe(false)
  })

  test('of a nested repository is not run by merge, which records the commit that is checked out there', async () => {
    const here = filtered()
    const mark = join(here.home, 'ran')
    const commit = 'git add -A; git -c user.name=a -c user.email=a@example.org commit -qm x'
    const agent = [
      `touch done; for name in nested moved; do git init -q $name; (cd $name; echo v > f.txt; ${commit}); git add $name; done`,
      `cd moved; touch g.txt; ${commit}; git rev-parse HEAD > ${here.home}/commit; cd ../nested`,
      `echo '*.txt filter=n' > .git/info/attributes; git config filter.n.clean "sh -c 'touch ${mark}; cat'"`,
      "touch -d '2001-01-01' f.txt",
    ].join('; ')
    expect((await begin(here, agent)).code).toBe(0)
    expect((await here.cli(['merge', ID])).code).toBe(0)
    expect(existsSync(mark)).toBe(false)
    expect(here.git('rev-parse', 'HEAD:moved')).toBe(here.read(join(here.home, 'commit')))
  })

  test('that the person had configured for worktrees alone runs as before', async () => {
    const here = filtered()
    const config = join(here.path, '.git/config')
    execFileSync('sh', ['-c', elsewhere(config, join(here.home, 'ran')).replaceAll('*1', '*')])
    expect((await begin(here, 'touch done')).code).toBe(0)
    expect((await here.cli(['merge', ID])).code).toBe(0)
    expect(existsSync(join(here.home, 'ran'))).toBe(true)
  })

  test('that the person had configured runs as it does for every git command', async () => {
    const here = filtered()
    here.git('config', 'filter.x.clean', 'cat')
    here.git('config', 'filter.x.smudge', `sh -c 'touch ${here.home}/ran; cat'`)
    // Commits of agent-loop are not signed.
    here.git('config', 'merge.verifySignatures', 'true')
    here.git('config', 'gpg.program', '/nowhere/gpg')
    expect((await begin(here, 'touch done')).code).toBe(0)
    expect((await here.cli(['merge', ID])).code).toBe(0)
    expect(existsSync(join(here.path, 'done'))).toBe(true)
    expect(existsSync(join(here.home, 'ran'))).toBe(true)
  })
})

describe('a repository that has git fetch missing objects through a program', () => {
  /** What an agent or another user can do in a repository: its HEAD is gone, and the remote that has it is a program. */
  const trap = (mark: string): string =>
    [
      'git config core.repositoryFormatVersion 1',
      'git config extensions.partialClone origin',
      'git config remote.origin.promisor true',
      'git config protocol.ext.allow always',
      `git config remote.origin.url 'ext::sh -c touch% ${mark}'`,
      'for id in $(git rev-parse "HEAD^{tree}" HEAD); do rm -f .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-); done',
    ].join('; ')

  test('is read without starting it', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    const mark = join(here.home, 'fetched')
    const agent = `${trap(mark)}; touch done`
    expect((await here.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent])).code).toBe(0)
    expect(existsSync(mark)).toBe(false)
  })

  test('after the agent configured it: merge starts nothing, and names the settings', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    const mark = join(here.home, 'fetched')
    const agent = `touch done; cd ${here.path}; ${trap(mark)}`
    const id = 'ralph-make-the-file-0123abcd'
    await here.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', agent, '--loop-id', id, '--worktree'])
    const merged = await here.cli(['merge', id])
    expect(merged).toMatchObject({ code: 5, err: expect.stringContaining('protocol.ext.allow') })
    expect(existsSync(mark)).toBe(false)
  })
})

describe('text from outside', () => {
  test('control characters of a task and of a hint reach no file and no terminal', async () => {
    const here = project()
    const evil = '\u001b]0;T\u0007make\u009b31m the\u202e file\u0000'.replace('\u0000', '')
    const agent = 'printf "\\033]0;A\\007x\\n"; touch done'
    const end = await here.cli(['run', evil, '-c', DONE, '--agent-cmd', agent])
    expect(end.code).toBe(0)
    const odd = /[\u0007\u001b\u009b\u202e]/
    expect(end.out + end.err).not.toMatch(odd)
    const files = [stateOf(here), join(here.path, '.aiwg')].flatMap(filesBelow)
    // The log has what the agent printed, byte by byte; `logs` shows it without.
    const found = files.filter(({ path, bytes }) => !/agent\.log$|\.pack$/.test(path) && odd.test(bytes.toString()))
    expect(found.map(({ path }) => path).filter(path => !path.includes('snapshots.git'))).toEqual([])
    expect(filesWith(here, 'make the file').length).toBeGreaterThan(3)
  })
})

test('the token of our own server reaches neither the agent nor the check: it could start loops outside of a sandbox', async () => {
  const here = project()
  const none = 'test -z "$AGENT_LOOP_MCP_TOKEN"'
  const run = ['run', 'make the file', '-c', `${none} && ${DONE}`, '--agent-cmd', `${none} && touch done`]
  expect((await here.cli(run, { env: { AGENT_LOOP_MCP_TOKEN: 'a-token-of-a-person' } })).code).toBe(0)
})

describe('a flood', () => {
  // Few long lines: the test reads them one by one.
  const FLOOD = "head -c 18000000 /dev/zero | tr '\\0' x | fold -w 2000"
  const LIMIT = 13 * 1024 * 1024

  test('of the agent keeps its beginning and its end, on disk and on the terminal, and logs says what is missing', async () => {
    const here = project()
    const agent = `echo first words; ${FLOOD}; echo; echo last words; touch done`
    const end = await here.cli([
      'run',
      'make the file',
      '-c',
      DONE,
      '--agent-cmd',
      agent,
      '--loop-id',
      'ralph-flood-0123abcd',
    ])
    expect(end.code).toBe(0)
    expect(end.out.length).toBeLessThan(LIMIT)
    const size = filesBelow(stateOf(here)).reduce((sum, { path }) => sum + statSync(path).size, 0)
    expect(size).toBeLessThan(LIMIT)
    const shown = await here.cli(['logs', 'ralph-flood-0123abcd'])
    expect(shown.out.startsWith('first words\n')).toBe(true)
    expect(shown.out.endsWith('last words\n')).toBe(true)
    expect(shown.out).toMatch(/\n\[… \d+ bytes left out …\]\n/)
  })

  test('of a check is cut in the log of verify', async () => {
    const here = project({ 'check.sh': `${FLOOD}; echo; echo last words; exit 1\n` })
    const end = await here.cli(['verify', 'sh check.sh', '--json'])
    expect(end.code).toBe(1)
    const log = String(end.events[0]?.['log'])
    expect(statSync(log).size).toBeLessThan(LIMIT)
    const text = readFileSync(log, 'utf8')
    expect(text).toMatch(/\n\[… \d+ bytes left out …\]\n/)
    expect(text.endsWith('last words\n')).toBe(true)
  })
})
