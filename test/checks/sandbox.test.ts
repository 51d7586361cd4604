import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCheck, sandboxFor, testSuiteCheck } from '../../src/core.ts'
import { sandboxed } from '../../src/system/sandbox.ts'
import { newNonce, nodeShell } from '../../src/system/shell.ts'
import { snapshotOf } from '../rig/check-fixtures.ts'

const works = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', '--proc', '/proc', '--', 'true']).status === 0
const signal = AbortSignal.timeout(50_000)

function folder(parent: string): string {
  const path = realpathSync(mkdtempSync(join(parent, '.agent-loop-sandbox-')))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const suite = (command: string, workspace: string, writable: readonly string[] = []): Promise<string | null> =>
  testSuiteCheck({ command, sandbox: sandboxFor('bubblewrap'), writable }).check(snapshotOf(workspace), signal)

describe.skipIf(!works)('bubblewrap', () => {
  test('a write in the tree works, and is there afterwards', async () => {
    const tree = folder(tmpdir())
    expect(await suite('date > made.txt && test -s made.txt', tree)).toBeNull()
    expect(existsSync(join(tree, 'made.txt'))).toBe(true)
  })

  test.each([
    ['a plain write', (path: string) => `touch ${path}/made.txt`],
    ['over a link in the tree', (path: string) => `ln -s ${path} out && touch out/made.txt`],
    ['after mounting it again', (path: string) => `mount -o remount,rw / ; touch ${path}/made.txt`],
    ['by a process that outlives it', (path: string) => `(setsid sh -c "echo no > ${path}/made.txt" &) ; false`],
  ])('outside the tree it fails: %s', async (_, attempt) => {
    const [tree, outside] = [folder(tmpdir()), folder(homedir())]
    expect(await suite(attempt(outside), tree)).not.toBeNull()
    expect(existsSync(join(outside, 'made.txt'))).toBe(false)
  })

  test('the commands of a feature list are kept in it too', async () => {
    const [tree, outside] = [folder(tmpdir()), folder(homedir())]
    const verify = `touch made.txt; touch ${outside}/made.txt`
    writeFileSync(join(tree, 'feature_list.json'), JSON.stringify([{ name: 'a', passes: true, verify }]))
    const check = createCheck({ kind: 'feature_list', sandbox: 'bubblewrap' })
    expect(await check.check(snapshotOf(tree), signal)).toContain('incomplete features: a')
    expect([existsSync(join(tree, 'made.txt')), existsSync(join(outside, 'made.txt'))]).toEqual([true, false])
  })

  test('what is named as writable can be written, and what is not there is left out', async () => {
    const [tree, cache] = [folder(tmpdir()), folder(homedir())]
    expect(await suite(`touch ${cache}/made.txt`, tree, [cache, join(cache, 'not-there')])).toBeNull()
    expect(existsSync(join(cache, 'made.txt'))).toBe(true)
  })

  test('the temporary folder is its own, and empty', async () => {
    const tree = folder(homedir())
    const [name, outside] = [`agent-loop-${newNonce()}`, `/tmp/agent-loop-${newNonce()}`]
    writeFileSync(outside, '')
    expect(await suite(`touch /tmp/${name} && [ ! -e ${outside} ]`, tree)).toBeNull()
    rmSync(outside)
    expect(existsSync(`/tmp/${name}`)).toBe(false)
  })

  test('what is named as readable is seen there, and can only be read', async () => {
    const [tree, prompt] = [folder(homedir()), folder(tmpdir())]
    writeFileSync(join(prompt, 'prompt.md'), 'do it')
    const shell = sandboxed(nodeShell, sandboxFor('bubblewrap'), { writable: [tree], readable: [prompt] })
    const run = (command: string) =>
      shell.run({ command, cwd: tree, env: process.env, nonce: newNonce(), timeoutMs: 20_000 })
    expect(await run(`cat ${prompt}/prompt.md`)).toMatchObject({ exitCode: 0, output: 'do it' })
    expect(await run(`echo x > ${prompt}/prompt.md`)).toMatchObject({ exitCode: 1 })
  })

  test('a program and its arguments are wrapped as a line is', async () => {
    const tree = folder(tmpdir())
    const shell = sandboxed(nodeShell, sandboxFor('bubblewrap'), { writable: [tree] })
    const command = ['touch', 'made.txt', `${homedir()}/agent-loop-${newNonce()}`] as const
    const result = await shell.run({ command, cwd: tree, env: process.env, nonce: newNonce(), timeoutMs: 20_000 })
    expect(result).toMatchObject({ kind: 'exited', exitCode: 1 })
    expect(existsSync(join(tree, 'made.txt'))).toBe(true)
  })

  test.each([
    { offline: false, exitCode: 0 },
    { offline: true, exitCode: 1 },
  ])('the network stays unless it is taken away: %j', async ({ offline, exitCode }) => {
    const tree = folder(tmpdir())
    const server = createServer(socket => socket.end()).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise(listening => server.once('listening', listening))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    const shell = sandboxed(nodeShell, sandboxFor('bubblewrap'), { writable: [tree], offline })
    const command = `: < /dev/tcp/127.0.0.1/${port}`
    const result = await shell.run({ command, cwd: tree, env: process.env, nonce: newNonce(), timeoutMs: 20_000 })
    expect(result).toMatchObject({ kind: 'exited', exitCode })
  })

  test('a suite means in it what it means outside: pipes fail, words keep their quotes', async () => {
    const tree = folder(tmpdir())
    mkdirSync(join(tree, "it's a folder"))
    expect(await suite('false | cat', tree)).not.toBeNull()
    expect(await suite(`cd "it's a folder" && [ "$(basename "$PWD")" = 'it'"'"'s a folder' ]`, tree)).toBeNull()
    expect(await suite('echo to the error stream >&2; exit 3', tree)).toContain('to the error stream')
  })
})

test('who asks for a sandbox that is not installed is told, and not given none', () => {
  const program = `import { sandboxFor } from './dist/core.js'
    try { sandboxFor('bubblewrap'); console.log('given') } catch (error) { console.log(error.code, error.hint) }`
  const cwd = resolve(import.meta.dirname, '../..')
  const args = ['--input-type=module', '-e', program]
  const said = execFileSync(process.execPath, args, { cwd, env: { PATH: '/nowhere' }, encoding: 'utf8' })
  expect(said).toMatch(/^unsupported .*apt-get install bubblewrap/)
})
