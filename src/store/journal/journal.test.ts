import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specWith } from '../../../test/rig/loop-parts.ts'
import { PowerCutDisk } from '../../../test/rig/power-cut-disk.ts'
import type { LoopEvent } from '../../loop/events.ts'
import { nodeDisk } from '../../system/disk.ts'
import { createJournal, openJournal, readJournal } from './journal.ts'

const spec = specWith()
const at = spec.startedAt
const start: LoopEvent = { kind: 'loop-start', loop: spec.id, at, spec }
const turn = (iteration: number): LoopEvent => ({ kind: 'turn-start', loop: spec.id, at, iteration })
const PATH = '/store/events.jsonl'

async function written(): Promise<{ disk: PowerCutDisk; text: string }> {
  const disk = new PowerCutDisk()
  const journal = await createJournal(disk, PATH, start)
  await journal.append([turn(1)])
  await journal.append([turn(2), turn(3), turn(4)])
  return { disk, text: (await disk.read(PATH)) ?? '' }
}

test('reads what was written', async () => {
  const { disk } = await written()
  expect((await readJournal(disk, PATH))?.events).toEqual([start, turn(1), turn(2), turn(3), turn(4)])
})

test('cut at any byte, it reads as one of the saves and goes on from there', async () => {
  const { disk, text } = await written()
  const seen = new Set<number>()
  for (let length = 0; length <= text.length; length++) {
    await disk.write(PATH, text.slice(0, length))
    const read = await openJournal(disk, PATH)
    seen.add(read?.events.length ?? -1)
    await read?.journal.append([turn(9)])
    expect((await readJournal(disk, PATH))?.events).toEqual([...(read?.events ?? []), turn(9)])
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 5])
})

test('after something could not be written to disk nothing more is saved', async () => {
  const disk = new PowerCutDisk()
  const open = disk.open.bind(disk)
  disk.open = async path => ({ ...(await open(path)), sync: () => Promise.reject(new Error('EIO')) })
  const journal = await createJournal(disk, PATH, start)
  await expect(journal.append([turn(1)])).rejects.toThrow('EIO')
  await expect(journal.append([turn(2)])).rejects.toMatchObject({ code: 'storage', problem: 'journal-not-durable' })
  await journal.close()
})

test('a changed line, a missing line and a foreign line are seen, and the file is left as it is', async () => {
  const { disk, text } = await written()
  const lines = text.split('\n')
  const edits = [
    text.replace('"iteration":1', '"iteration":7'),
    lines.filter((_, index) => index !== 1).join('\n'),
    [lines[0], '{"kind":"loop-end"}', ...lines.slice(1)].join('\n'),
    [lines[0], 'not json', ...lines.slice(1)].join('\n'),
  ]
  for (const edit of edits) {
    await disk.write(PATH, edit)
    await expect(openJournal(disk, PATH)).rejects.toMatchObject({
      code: 'state-corrupt',
      message: expect.stringContaining(PATH),
    })
    expect(await disk.read(PATH)).toBe(edit)
  }
})

test('taken over while its holder slept: what the holder writes afterwards is refused, and is nowhere', async () => {
  const disk = new PowerCutDisk()
  const sleeper = await createJournal(disk, PATH, start)
  await sleeper.append([turn(1)])
  const heir = await openJournal(disk, PATH)
  await expect(sleeper.append([turn(2)])).rejects.toMatchObject({ code: 'tree-busy' })
  await expect(sleeper.append([turn(3)])).rejects.toMatchObject({ code: 'tree-busy' })
  await heir?.journal.append([turn(4)])
  expect((await readJournal(disk, PATH))?.events).toEqual([start, turn(1), turn(4)])
})

test('taken over in the middle of a save: acknowledged and in the copy, or refused and not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-journal-'))
  const [disk, path] = [nodeDisk('private'), join(folder, 'events.jsonl')]
  let holder = await createJournal(disk, path, start)
  const acknowledged: number[] = []
  for (let round = 1; round <= 60; round++) {
    const before = holder
    const [saved, heir] = await Promise.all([
      before.append([turn(round)]).then(
        () => true,
        () => false,
      ),
      openJournal(disk, path),
    ])
    if (saved) acknowledged.push(round)
    await before.close()
    if (heir) holder = heir.journal
  }
  const kept = (await readJournal(disk, path))?.events.flatMap(event =>
    event.kind === 'turn-start' ? event.iteration : [],
  )
  expect(kept).toEqual(expect.arrayContaining(acknowledged))
  await holder.close()
  rmSync(folder, { recursive: true, force: true })
})
