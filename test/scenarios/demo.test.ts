import { expect, test } from 'vitest'
import { project } from '../rig/project.ts'

test('the demo: the lie is refused, the work is verified, and the home of the person stays empty', async () => {
  const { cli, home } = project()
  const end = await cli(['demo', '--json'])
  expect(end.code).toBe(0)
  expect(end.events.filter(({ kind }) => kind === 'check-end').map(({ verdict }) => verdict)).toEqual([
    'not_yet',
    'verified',
  ])
  expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 2 })
  const { readdirSync } = await import('node:fs')
  expect(readdirSync(home).filter(name => name !== '.npm')).toEqual([])
})
