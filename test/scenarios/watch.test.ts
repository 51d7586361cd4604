import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { background, until } from '../rig/background.ts'
import { hasTerminals, onTerminal } from '../rig/terminal.ts'

test.skipIf(!hasTerminals)(
  'status --watch at a terminal shows a loop as in the foreground, and leaves how it ended',
  async () => {
    const files = background({}, { git: true })
    const id = await files.begin('until test -f ../go; do sleep 0.1; done; touch done')
    await until(async () => (existsSync(join(files.path, '.aiwg/ralph/loops', id)) ? true : null))
    let seen = ''
    const watching = onTerminal(files, ['status', '--watch'], [], text => {
      seen += text
      if (/turn 1\/10 · agent working/.test(seen)) writeFileSync(join(files.path, '../go'), '')
    })
    const { code, out } = await watching
    expect(code).toBe(0)
    const [live = '', after = ''] = out.split('\u001b[?1049l')
    expect(live).toContain('\u001b[?1049h')
    expect(live).toMatch(/left · test -f done/)
    expect(after).toContain(`${id}  verified  turn 1 of 10`)
  },
)
