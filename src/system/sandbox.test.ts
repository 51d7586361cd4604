import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxFor } from './sandbox.ts'

const works = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', 'true']).status === 0

// The sandbox hides temporary folders, and with them a checkout there.
const isTemporary = ['/tmp', '/var/tmp', tmpdir()].some(folder => import.meta.dirname.startsWith(`${folder}/`))

test.skipIf(!works || isTemporary)('hidden paths cannot be read in the sandbox, and missing ones are no error', () => {
  const folder = mkdtempSync(join(import.meta.dirname, 'hidden-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'daemon.sock')
  writeFileSync(file, 'plain text')
  const seenIn = (hidden: readonly string[]): string => {
    const argv = sandboxFor('bubblewrap').wrap(['sh', '-c', `cat '${file}' 2>&1`], { cwd: '/', writable: [], hidden })
    const [program = '', ...args] = argv
    return spawnSync(program, args, { encoding: 'utf8' }).stdout
  }
  expect(seenIn([])).toBe('plain text')
  expect(seenIn([file, join(folder, 'missing')])).not.toContain('plain text')
  expect(seenIn([folder])).toContain('No such file')
})
