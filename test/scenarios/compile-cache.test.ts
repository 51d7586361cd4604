import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../rig/project.ts'

const OFF = { NODE_DISABLE_COMPILE_CACHE: '1' }
const DIST = resolve(import.meta.dirname, '../../dist')
/** Node 22.8 and later have a cache with a format of their own. */
const ownCache = !('enableCompileCache' in process.getBuiltinModule('node:module'))

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface Copy {
  /** The folder of a program that nobody has started yet. */
  readonly dist: string
  /** Runs `status --json`. */
  status(env?: Readonly<Record<string, string>>): Ended
  /** Paths of all files in the cache. */
  cached(): readonly string[]
}

function copyOfProgram(): Copy {
  const here = project()
  const dist = join(here.home, 'dist')
  cpSync(DIST, dist, { recursive: true, filter: source => !source.includes('.cache') })
  const cache = join(dist, '.cache')
  const paths = (): string[] => readdirSync(cache, { recursive: true, encoding: 'utf8' }).map(each => join(cache, each))
  return {
    dist,
    status: env => {
      const options = { cwd: here.path, env: { ...here.env, ...env }, encoding: 'utf8' } as const
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(dist, 'cli.cjs'), 'status', '--json'],
        options,
      )
      return { code: status, out: stdout, err: stderr }
    },
    cached: () => (existsSync(cache) ? paths().filter(path => statSync(path).isFile()) : []),
  }
}

const expectStatus = ({ code, out, err }: Ended): void =>
  expect({ code, out: JSON.parse(out), err }).toMatchObject({ code: 0, out: expect.anything(), err: '' })

const contents = (files: readonly string[]): readonly string[] =>
  files.map(path => readFileSync(path).toString('base64'))

describe('the cache of compiled code', () => {
  test('is created by the first start, and stays as it is', () => {
    const { status, cached } = copyOfProgram()
    const first = status()
    expectStatus(first)
    const files = cached()
    expect(files.length).toBeGreaterThan(0)
    const before = contents(files)
    expect(status().out).toBe(first.out)
    expect(cached()).toEqual(files)
    expect(contents(files)).toEqual(before)
  })

  test.runIf(ownCache)('is replaced when its files are damaged', () => {
    const { status, cached } = copyOfProgram()
    status()
    const files = cached()
    for (const damage of [
      () => Buffer.from('no cache'),
      () => Buffer.alloc(0),
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
      (bytes: Buffer) => bytes.fill(1, bytes.length / 2, bytes.length / 2 + 64),
    ]) {
      const damaged = files.map(path => damage(readFileSync(path)))
      files.forEach((path, index) => void writeFileSync(path, damaged[index] ?? ''))
      expectStatus(status())
      expect(contents(cached())).not.toEqual(damaged.map(bytes => bytes.toString('base64')))
      expect(cached()).toEqual(files)
    }
  })

  test('is not used for a file that was changed since', () => {
    const { dist, status } = copyOfProgram()
    status()
    const layer = readdirSync(dist).find(name => /^state-.*\.cjs$/.test(name)) ?? ''
    const path = join(dist, layer)
    // The same length, because V8 itself compares nothing else.
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, 'process.exit(9)'.padEnd(source.length))
    expect(status().code).toBe(9)
  })

  test('is left out when the folder of the program cannot be written', () => {
    const { dist, status, cached } = copyOfProgram()
    // The user root may write everywhere, but not into a file.
    if (process.getuid?.() === 0) writeFileSync(join(dist, '.cache'), '')
    else chmodSync(dist, 0o555)
    expectStatus(status())
    expectStatus(status())
    if (process.getuid?.() !== 0) expect(cached()).toEqual([])
    chmodSync(dist, 0o755)
  })

  test('is left out where Node is told to keep none', () => {
    const { status, cached } = copyOfProgram()
    expectStatus(status(OFF))
    expect(cached()).toEqual([])
  })

  test('does not change stack traces', () => {
    const { dist, status } = copyOfProgram()
    const layer = readdirSync(dist).find(name => /^state-.*\.cjs$/.test(name)) ?? ''
    const path = join(dist, layer)
    writeFileSync(path, `console.error(new Error('here').stack.split('\\n')[1]);${readFileSync(path, 'utf8')}`)
    const traces = [status(), status()].map(({ err }) => err)
    expect(traces[0]).toContain(`${layer}:1:15`)
    expect(traces[1]).toBe(traces[0])
    expect(status(OFF).err).toBe(traces[0])
  })
})

describe('the files that a start opens', () => {
  const opened = async (args: readonly string[], input = ''): Promise<readonly string[]> => {
    const here = project({}, { git: true })
    const adopt = ['adopt', 'a task', '-c', 'test -f done', '--session', 'ours', '--proof', 'fast']
    expect((await here.cli(adopt)).code).toBe(0)
    here.write(
      'list-files.cjs',
      `process.on('exit', () => console.error('opened ' + Object.keys(require.cache).filter(each => each.startsWith(${JSON.stringify(DIST)})).join(' ')))`,
    )
    const env = { NODE_OPTIONS: `--require ${join(here.path, 'list-files.cjs')}` }
    const { err } = await here.cli(args, { env, input: input.replace('HERE', here.path) })
    // Child processes that are Node programs list nothing of ours.
    return (/^opened (\S.*)$/m.exec(err)?.[1] ?? '').split(' ')
  }

  test('are at most ten, for the most frequent commands', async () => {
    const payload = (session: string): string =>
      JSON.stringify({ session_id: session, cwd: 'HERE', hook_event_name: 'Stop' })
    const counts = {
      version: (await opened(['--version'])).length,
      status: (await opened(['status'])).length,
      'hook stop, session without a loop': (await opened(['hook', 'stop'], payload('another'))).length,
      'hook stop, failing turn': (await opened(['hook', 'stop'], payload('ours'))).length,
    }
    for (const [name, count] of Object.entries(counts)) {
      expect(count, name).toBeGreaterThan(1)
      expect(count, name).toBeLessThanOrEqual(10)
    }
  })
})
