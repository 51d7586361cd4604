import { expect, test } from 'vitest'
import { strongest } from './finding.ts'
import { findingId, namedFinding, nameOf, withWaivers } from './waiver.ts'

const gone = (...places: string[]) =>
  ({ rule: 'tests-gone', objection: 'tampered', says: 'They are gone.', places }) as const
const waived = (name: string) => ({ ...namedFinding(name), reason: 'dropped on purpose', by: 'ann' })

test('a rule accepts whatever it finds; with places only those', () => {
  const [one, two] = [gone('a.test.js::x'), gone('a.test.js::y')]
  expect(strongest(withWaivers([one, two], [waived('tests-gone')]))).toBe(null)
  expect(strongest(withWaivers([one], [waived(findingId(one))]))).toBe(null)
  expect(strongest(withWaivers([two], [waived(findingId(one))]))).toBe('tampered')
  expect(strongest(withWaivers([one], [waived('tests-skipped'), waived('test:a.test.js::x')]))).toBe('tampered')
})

test('what is accepted stays to be seen, with who accepted it', () => {
  expect(withWaivers([gone('a')], [waived('tests-gone')])[0]?.says).toBe('Accepted by ann: They are gone.')
})

test.each(['tests-gone', 'tests-gone#0a1b2c3d', 'test:a.test.js::x # y'])('%s is a name, and named so again', name => {
  expect(nameOf(namedFinding(name))).toBe(name)
})

test('the id of a finding does not depend on the order of its tests', () => {
  expect(findingId(gone('a', 'b'))).toBe(findingId(gone('b', 'a')))
})
