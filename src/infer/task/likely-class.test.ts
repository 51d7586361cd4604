import { expect, test } from 'vitest'
import { featuresOf, likelyKind } from './likely-class.ts'

test('words of a sentence become features, whatever their case', () => {
  expect(featuresOf('Fix the LINT errors')).toEqual(featuresOf('fix the lint errors'))
  expect(featuresOf('fix the lint errors')).not.toEqual(featuresOf('fix the type errors'))
})

test.each([
  ['eslint complains about unused variables in src/api', 'lint'],
  ['tsc reports implicit any in the router module', 'types'],
  ['two unit tests of the parser fail since yesterday', 'tests'],
])('"%s" is most likely about %s', (task, kind) => expect(likelyKind(task).kind).toBe(kind))
