import { beforeAll, expect, test } from 'vitest'
import { apply } from '../../src/loop/apply.ts'
import { loopEnd } from '../../src/loop/loop-end.ts'
import { isUsageError } from '../../src/std/usage-error.ts'
import { analyticsFile, archiveFile, checkpointFile, layoutFor, loopPaths } from '../../src/store/layout.ts'
import { archivedLoops } from '../../src/store/registry/archive.ts'
import { readOverview } from '../../src/store/registry/overview.ts'
import { livedLoop, storeOn } from '../rig/lived-loop.ts'
import { specWith } from '../rig/loop-parts.ts'
import { PowerCutDisk } from '../rig/power-cut-disk.ts'

const layout = layoutFor('/home', '/tree', '/tree/view')
const open = specWith()
const ended = { ...open, id: 'ralph-it-ended-00000000' }
const paths = loopPaths(layout, open.id)
const whole = new PowerCutDisk()

beforeAll(async () => {
  const { loop, state } = await livedLoop(whole, layout, ended)
  const end = loopEnd(state, { kind: 'aborted' }, ended.startedAt)
  await loop.save([end], apply(state, end))
  await livedLoop(whole, layout, open)
})

/** What a reader says of a damaged store: nothing, or the file's own path. */
async function said(read: () => Promise<unknown>): Promise<string> {
  try {
    await read()
    return ''
  } catch (error) {
    if (isUsageError(error) && error.code === 'state-corrupt') return error.message
    throw error
  }
}

/** Some 150 lengths over the whole file, and each of the last: EVERY_CUT=1 tries all of them. */
function cuts({ length }: string): number[] {
  const step = process.env['EVERY_CUT'] === '1' ? 1 : Math.ceil(length / 150)
  return [...Array(length).keys()].filter(at => at % step === 0 || at >= length - 30)
}

test.each([
  ['the registry', layout.registry],
  ['the line of a running loop', paths.pulse],
  ['the line of a past loop', archiveFile(layout, ended.id)],
  ['the journal', paths.journal],
  ['a checkpoint', checkpointFile(paths, 2)],
  ['the figures', analyticsFile(paths)],
])(
  '%s, cut anywhere, is read, or said with its path and moved aside or left; no other loop is lost',
  async (_, path) => {
    const bytes = (await whole.read(path)) ?? ''
    expect(bytes.length).toBeGreaterThan(50)
    for (const length of cuts(bytes)) {
      const disk = whole.clone()
      await disk.write(path, bytes.slice(0, length))
      const seen = await said(() => readOverview(disk, layout))
      if (seen !== '') expect(seen).toContain(path)
      const { damaged } = await archivedLoops(disk, layout)
      expect(damaged.filter(each => each !== path)).toEqual([])
      const warnings: string[] = []
      const opened = await said(() => storeOn(disk, layout, warnings).open(open.id))
      if (opened !== '') expect(opened).toContain(path)
      for (const aside of disk.files.filter(each => each.includes('.damaged'))) {
        expect(aside).toContain(path)
        expect(await disk.read(aside)).toBe(bytes.slice(0, length))
        expect(warnings.join('\n')).toContain(path)
      }
      // Whoever could go on has mended what is made from the journals.
      if (opened === '' && path === layout.registry) {
        const { active, recent } = await readOverview(disk, layout)
        const archive = (await archivedLoops(disk, layout)).loops
        expect([active, recent, archive].map(list => list.map(({ loop_id }) => loop_id))).toEqual([
          [open.id],
          [ended.id],
          [ended.id],
        ])
        expect(JSON.parse((await disk.read(layout.registry)) ?? '').totals).toEqual({
          started: 2,
          ended: 1,
          verified: 0,
        })
      }
    }
  },
)
