import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newNonce } from '../host/shell.ts'
import { openRoom } from './room.ts'

test('x', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'room-test-')))
  const tree = join(folder, 'a:b,c \\d e')
  mkdirSync(join(tree, 'sub/__pycache__'), { recursive: true })
  mkdirSync(join(tree, '.aiwg/ralph'), { recursive: true })
  writeFileSync(join(tree, 'f'), 'old')
  execFileSync('git', ['init', '-q'], { cwd: tree })
  execFileSync('git', ['add', '-A'], { cwd: tree })
  execFileSync('git', ['-c','user.name=x','-c','user.email=x@y','commit', '-qm','x'], { cwd: tree })
  for (const copy of [false, true]) {
  const t0 = performance.now()
  const r = await openRoom({ tree, exclude: ['.aiwg/ralph'], scratch: join(folder, 'scratch'), env: {}, copy })
  console.log(r, performance.now() - t0)
  if (!r.ok) continue
  const room = r.value
  for (let i = 0; i < 3; i++) {
    const t = performance.now()
    console.log(await room.shell.run({ command: 'pwd; ls -la . .aiwg sub; cat f; echo new > f; echo $TMPDIR; git status; git log --oneline; cat .git/config; sleep 1000 & disown; false | true', cwd: tree, env: { PATH: process.env['PATH'] }, timeoutMs: 5000, nonce: newNonce() }), performance.now() - t)
  }
  console.log(Buffer.from((await room.read('f')) ?? '').toString(), await room.disturbed())
  const t = performance.now()
  const k = await room.fork()
  console.log(performance.now() - t)
  if (k.ok) { console.log(Buffer.from((await k.value.read('f')) ?? '').toString()); console.log(await k.value.write('x/y/z', Buffer.from('hi'), 0o755)); await k.value.close() }
  await room.close()
  console.log(readdirSync(join(folder, 'scratch')))
  }
})
