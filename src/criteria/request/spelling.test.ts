import { expect, test } from 'vitest'
import { respelled } from './spelling.ts'

test.each([
  ['kep trying untill tests pass', 'keep trying until tests pass'],
  ['keep fixng unitl lint is clean', 'keep fixing until lint is clean'],
  ['dont stop', "don't stop"],
  ['iterrate until green', 'iterate until green'],
  ['kepp trying', 'keep trying'],
  ['ralph thsi: fix lint', 'ralph this: fix lint'],
  ['need u to loop', 'need you to loop'],
])('%s', (said, meant) => {
  expect(respelled(said)).toBe(meant)
})

test.each(['move it to util now', 'we kept trying', 'keep tying knots', 'fix the backgroud', 'the literate until'])(
  'no slip: %s',
  said => {
    expect(respelled(said)).toBe(said)
  },
)
