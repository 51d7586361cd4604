import { expect, test } from 'vitest'
import { parseMounts } from './mounts.ts'

const table = String.raw`22 27 0:21 / / rw - ext4 x rw
30 22 0:1 / /a/tree rw - ext4 x rw
31 30 0:2 / /a/tree/node\040modules/deep rw - tmpfs x rw
32 30 0:3 / /a/tree/node\040modules rw - tmpfs x rw
33 30 0:4 / /a/tree-2/x rw - tmpfs x rw
34 30 0:5 / /a/tree/node\040modules rw - tmpfs x rw
`

test('mounts below a folder, outer ones first, each once', () => {
  expect(parseMounts(table, '/a/tree')).toEqual(['node modules', 'node modules/deep'])
  expect(parseMounts(table, '/b')).toEqual([])
})
