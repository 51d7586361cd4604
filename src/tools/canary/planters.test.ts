import { expect, test } from 'vitest'
import { plantingFor } from './plans.ts'
import { textOf } from './plant.ts'

const planted = (text: string): string => {
  const plant = plantingFor('test/test_a.rb', ['minitest'])?.plant({
    path: 'test/test_a.rb',
    text,
    titles: [],
    word: () => 'w1',
    differed: [],
  })
  return plant ? textOf(plant).slice(text.length) : ''
}

test.each([
  [
    'a helper class stands above the tests',
    'class Formatter < HTML::Base\nend\nclass TestA < Minitest::Test\n  def test_x\n  end\nend\n',
  ],
  [
    'tests are defined in a loop',
    'class Formatter < HTML::Base\nend\nclass TestA < Minitest::Test\n  define_method("test_x") { }\nend\n',
  ],
  [
    'a helper class stands below the tests',
    'class TestA < Minitest::Test\n  def test_x\n  end\nend\nclass Fake < Server\nend\n',
  ],
])('a test is planted below the class of the tests: %s', (_, text) => {
  expect(planted(text)).toContain('class TestW1 < Minitest::Test')
})
