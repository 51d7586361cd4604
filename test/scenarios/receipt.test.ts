import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import type { Project } from '../rig/project.ts'

const ID = 'ralph-x-00000000'
const suite = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }),
  'a.test.mjs': `import { existsSync } from 'node:fs'
import { test } from 'node:test'
import assert from 'node:assert'
test('one', () => assert.ok(existsSync('one')))
test('two', () => assert.ok(true))
`,
  'bin/run.sh': '#!/bin/sh\n',
  '.gitignore': 'ignored.txt\n',
}
const RUN = ['run', 'make it', '-c', 'node --test', '--loop-id', ID, '--proof', 'fast']
const RECEIPT = `.aiwg/ralph/loops/${ID}/receipt.json`

async function verified(agent = 'touch one; echo x > ignored.txt'): Promise<Project> {
  const made = project(suite)
  chmodSync(join(made.path, 'bin/run.sh'), 0o755)
  symlinkSync('a.test.mjs', join(made.path, 'link'))
  made.git('init', '-q')
  commit(made)
  const end = await made.cli([...RUN, '--agent-cmd', agent, '--json'])
  expect(end.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'verified' })
  expect(existsSync(String(end.events.at(-1)?.['receipt']))).toBe(true)
  return made
}

function commit({ git }: Project): void {
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'x')
}

/** A receipt for the same files with another criterion, signed by a stranger. */
function forged(file: string, command: string, shown: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const statement = statementIn(file)
  Object.assign(statement.predicate['agentLoop'] as object, {
    criterion: {
      words: 'node --test passes',
      check: { kind: 'criterion', criterion: { kind: 'exit_code', command, expect: 0, said: 'node --test' } },
      commands: [shown],
    },
    key: { public: key.toString('base64'), readable_by_agent: true },
  })
  const [type, payload] = ['application/vnd.in-toto+json', Buffer.from(JSON.stringify(statement))]
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload])
  const signature = {
    keyid: createHash('sha256').update(key).digest('hex'),
    sig: sign(null, signed, privateKey).toString('base64'),
  }
  const envelope = { payloadType: type, payload: payload.toString('base64'), signatures: [signature] }
  return `${JSON.stringify(envelope, null, 2)}\n`
}

const statementIn = (
  file: string,
): { subject: { digest: { gitTree: string } }[]; predicate: Record<string, unknown> } =>
  JSON.parse(Buffer.from(JSON.parse(readFileSync(file, 'utf8')).payload, 'base64').toString())

describe('the receipt of a verified loop', () => {
  test('speaks of the tree as git names it, and is accepted where exactly these files are', async () => {
    const made = await verified()
    const file = join(made.path, RECEIPT)
    const { subject, predicate } = statementIn(file)
    made.git('add', '-A')
    expect(subject[0]?.digest.gitTree).toBe(made.git('write-tree').trim())
    expect(predicate).toMatchObject({
      result: 'PASSED',
      passedTests: ['node --test'],
      agentLoop: {
        checked: true,
        criterion: { words: 'node --test passes', commands: ['node --test'] },
        runs: [{ exit_code: 0, tests: { passed: 2, total: 2 }, executed: { count: 2 } }],
        gate_runs: { total: 2, runs: [{ verdict: 'not_yet' }, { verdict: 'verified' }] },
        key: { readable_by_agent: true },
      },
    })
    const keys = join(made.home, '.local/state/agent-loop/keys')
    expect(statSync(join(keys, 'receipts.pem')).mode & 0o777).toBe(0o600)
    expect(statSync(keys).mode & 0o777).toBe(0o700)

    const here = await made.cli(['receipt', 'verify', RECEIPT, '--json'])
    expect(here.code).toBe(0)
    expect(here.events[0]).toMatchObject({ accepted: true, key_known: true, tree: 'same', head: 'different' })
    commit(made)
    expect((await made.cli(['receipt', 'verify', RECEIPT, '--json'])).events[0]).toMatchObject({ head: 'same' })

    const shown = await made.cli(['receipt', ID])
    expect(shown.code).toBe(0)
    expect(shown.out.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
    for (const words of [
      'node --test passes',
      '2 passed',
      subject[0]?.digest.gitTree,
      'which the agent could also read',
    ])
      expect(shown.out).toContain(words)
    expect((await made.cli(['receipt', ID, '--json'])).out).toBe(readFileSync(file, 'utf8'))
  })

  test('on a second clone: known by its key or by a run, and refused as soon as a file differs', async () => {
    const made = await verified()
    commit(made)
    const clone = project()
    rmSync(clone.path, { recursive: true })
    made.git('clone', '-q', made.path, clone.path)
    const [file, key] = [join(clone.home, 'receipt.json'), join(clone.home, 'key.pem')]
    copyFileSync(join(made.path, RECEIPT), file)
    copyFileSync(join(made.home, '.local/state/agent-loop/keys/receipts.pub.pem'), key)

    const stranger = await clone.cli(['receipt', 'verify', file])
    expect(stranger.code).toBe(1)
    expect(stranger.out).toContain('is unknown here')
    expect((await clone.cli(['receipt', 'verify', file, '--key', key])).code).toBe(0)
    const ran = await clone.cli(['receipt', 'verify', file, '--run'])
    expect(ran.out).toContain('same result as in the receipt (the outcome, the counts, the ids of the tests)')
    expect(ran.err).toContain('runs        node --test')
    expect(ran.code).toBe(0)

    clone.write('one', 'changed\n')
    const other = await clone.cli(['receipt', 'verify', file, '--key', key, '--json'])
    expect(other.code).toBe(1)
    expect(other.events[0]).toMatchObject({ accepted: false, valid: true, tree: 'different', head: 'same' })
    commit(clone)
    const replayed = await clone.cli(['receipt', 'verify', file, '--key', key, '--run', '--json'])
    expect(replayed.code).toBe(1)
    expect(replayed.events[0]).toMatchObject({ accepted: false, tree: 'different', head: 'different', ran: false })
  })

  test('a run that does not say what the receipt says is a difference, whatever else is right', async () => {
    const made = await verified()
    const outside = join(made.home, 'green')
    writeFileSync(outside, '')
    made.write(
      'b.test.mjs',
      `import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { existsSync } from 'node:fs'\ntest('b', () => assert.ok(existsSync(${JSON.stringify(outside)})))\n`,
    )
    const second = 'ralph-y-00000000'
    const again = ['run', 'make the tests pass', ...RUN.slice(2).map(word => (word === ID ? second : word))]
    const end = await made.cli([...again, '--agent-cmd', 'true', '--json'])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified', reason: 'already_green' })
    // An older receipt, for a tree that has changed since.
    expect((await made.cli(['receipt', 'verify', RECEIPT])).code).toBe(1)
    const receipt = RECEIPT.replace(ID, second)
    expect((await made.cli(['receipt', 'verify', receipt])).code).toBe(0)
    rmSync(outside)
    const ran = await made.cli(['receipt', 'verify', receipt, '--run'])
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('the check fails here')
  })

  test('with one byte changed it is refused, with what is wrong; and what is no receipt too', async () => {
    const made = await verified()
    const bytes = readFileSync(join(made.path, RECEIPT))
    const file = join(made.home, 'changed.json')
    for (const at of [0, 40, Math.floor(bytes.length / 2), bytes.length - 100, bytes.length - 1]) {
      const other = Buffer.from(bytes)
      other[at] = (other[at] ?? 0) ^ 1
      writeFileSync(file, other)
      const end = await made.cli(['receipt', 'verify', file])
      expect(end.code).toBe(2)
      expect(end.out).toMatch(/✗ not accepted\n {2}This is not a valid receipt: \S+/)
    }
    expect((await made.cli(['receipt', 'verify', 'a.test.mjs'])).code).toBe(2)
    expect((await made.cli(['receipt', 'verify', 'nowhere.json'])).code).toBe(2)
    expect((await made.cli(['receipt', 'verify', RECEIPT, '--key', 'a.test.mjs'])).code).toBe(2)
    expect((await made.cli(['receipt', 'ralph-none-00000000'])).code).toBe(2)
  })

  test('the commands that --run runs are the ones that it shows, in full', async () => {
    const made = await verified()
    const [file, ran] = [join(made.home, 'forged.json'), join(made.home, 'ran')]
    writeFileSync(file, forged(join(made.path, RECEIPT), `touch ${ran}`, 'node --test'))
    const other = await made.cli(['receipt', 'verify', file, '--run'])
    expect(other.code).toBe(2)
    expect(other.out).toContain('its commands are not those of its criterion')
    expect(existsSync(ran)).toBe(false)
    const long = `true ${' '.repeat(400)}\ntouch ${ran}`
    writeFileSync(file, forged(join(made.path, RECEIPT), long, long))
    const shown = await made.cli(['receipt', 'verify', file, '--run'])
    expect(shown.err).toContain(`runs        ${JSON.stringify(long)}`)
    expect(existsSync(ran)).toBe(true)
  })

  test('no escape in its strings reaches the terminal', async () => {
    const made = project(suite, { git: true })
    const task = 'make \u001b]0;owned\u0007 \u009b31m \u202e it\nnow'
    await made.cli([...RUN.map(word => (word === 'make it' ? task : word)), '--agent-cmd', 'touch one'])
    for (const args of [
      ['receipt', ID],
      ['receipt', 'verify', RECEIPT],
      ['receipt', 'verify', RECEIPT, '--json'],
    ]) {
      const { out, code } = await made.cli(args)
      expect(code).toBe(0)
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    }
  })

  test('a loop that ended otherwise has none, and says so', async () => {
    const made = project(suite, { git: true })
    const end = await made.cli([...RUN, '--agent-cmd', 'true', '--max-iterations', '1', '--json'])
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached', receipt: null })
    const shown = await made.cli(['receipt', ID])
    expect(shown.code).toBe(2)
    expect(shown.err).toContain('ended as limit_reached')
  })
})
