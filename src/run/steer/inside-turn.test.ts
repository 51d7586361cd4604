import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { leasesIn } from '../../store/layout.ts'
import { takeLease } from '../../store/lease.ts'
import { nodeDisk } from '../../system/disk.ts'
import { ownIdentity } from '../../system/process-table.ts'
import { stateHome } from '../../system/state-home.ts'
import { refuseCaller } from './inside-turn.ts'

test('a caller that cannot be found is refused only while a loop runs; one that is gone is always refused', async () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-callers-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const env = { XDG_STATE_HOME: home }
  const self = ownIdentity()
  const place = { disk: nodeDisk('private'), directory: leasesIn(stateHome(env)), self }
  const lease = { tree: '/x', loop: 'ralph-x-0123abcd', nonce: 'not-carried-by-any-process', owner: self }
  await refuseCaller(env, 'unknown')
  await expect(refuseCaller(env, 'closed')).rejects.toThrow('closed its connection')
  const taken = await takeLease(place, lease)
  await expect(refuseCaller(env, 'unknown')).rejects.toThrow('While the loop ralph-x-0123abcd is running')
  await refuseCaller(env, [process.pid])
  if (taken.ok) await taken.value.release()
  await refuseCaller(env, 'unknown')
  // Between two stops, the assistant's own client is the one that calls.
  await takeLease(place, { ...lease, host: self })
  await refuseCaller(env, 'unknown')
})
