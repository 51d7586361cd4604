import { expect, test } from 'vitest'
import { spread } from './noticed-changes.ts'

const lines = (path: string, count: number) => Array.from({ length: count }, (_, at) => ({ path, line: at + 1 }))

test('build output, code of others, and demos take no tries', () => {
  const paths = ['dist/index.js', 'packages/a/build/a.js', 'third_party/x.js', 'src/a.min.js', 'examples/b.js']
  expect(spread([...paths.flatMap(path => lines(path, 800)), ...lines('src/a.js', 1)])).toEqual(lines('src/a.js', 1))
  expect(spread(lines('dist/index.js', 3))).toEqual([])
  expect(spread(lines('src/build/index.js', 3)).length).toBe(3)
})

test('each file has a try before a long one has more', () => {
  const tried = spread([...lines('src/long.js', 800), ...lines('src/a.js', 1), ...lines('src/b.js', 2)])
  expect(tried.length).toBe(6)
  expect(new Set(tried.map(({ path }) => path))).toEqual(new Set(['src/long.js', 'src/a.js', 'src/b.js']))
  expect(new Set(tried).size).toBe(6)
  expect(Math.max(...tried.map(({ line }) => line))).toBeGreaterThan(400)
})
