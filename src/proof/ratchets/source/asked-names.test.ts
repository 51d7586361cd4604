import { expect, test } from 'vitest'
import { namesOfTests, newlyAskedNames } from './asked-names.ts'
import { shadowingFiles } from './shadowing.ts'

const HELPER: Readonly<Record<string, string>> = {
  'test/helper.php': '<?php\nclass Helper extends Base\n{\n    public function textLevel() {}\n}\n',
  'tests/helper.py': 'class Helper:\n    def text_level(self):\n        pass\n',
  'spec/helper_spec.rb': 'class Helper\n  def text_level\n  end\nend\n',
  'test/helper.test.js': 'class Helper {\n  textLevel() {\n    return 1\n  }\n}\n',
  'hash_test.go': 'package a\n\nvar all = flag.Bool("regressions", false, "all")\n',
}

test.each([
  ['a.php', "<?php\n$wide = is_callable(array($this, 'textLevel'));\n", 'textLevel'],
  ['a.php', "<?php\n$wide = method_exists($this, 'textLevel');\n", 'textLevel'],
  ['a.py', "wide = hasattr(self, 'text_level')\n", 'text_level'],
  ['a.rb', 'wide = respond_to?(:text_level)\n', 'text_level'],
  ['a.js', "const wide = typeof this.textLevel === 'function'\n", 'textLevel'],
  ['a.go', 'package a\n\nvar wide = flag.Lookup("regressions") != nil\n', 'regressions'],
  ['a.py', "wide = hasattr(self, 'other')\n", null],
  ['a.go', 'package a\n\nvar wide = flag.Lookup("verbose") != nil\n', null],
])('%s: %j', (path, now, name) => {
  const asked = newlyAskedNames([{ path, before: '', now, isTest: false }], 'make it wide')
  const tree = new Map(Object.entries({ ...HELPER, [path]: now }))
  expect(namesOfTests(asked, tree).map(one => one.name)).toEqual(name === null ? [] : [name])
  expect(newlyAskedNames([{ path, before: now, now, isTest: false }], 'make it wide')).toEqual([])
  expect(newlyAskedNames([{ path, before: '', now, isTest: false }], `use ${name ?? 'other verbose'}`)).toEqual([])
  const used = new Map([...tree, ['more.py', `${name} = 1\n`]])
  expect(namesOfTests(asked, used)).toEqual([])
})

const added = (path: string, now: string) => [{ path, before: null, now, isTest: false }]
test.each([
  ['lib.js', 'module.exports = 1\n', ['lib'], 1],
  ['lib.js', 'module.exports = 1\n', [], 0],
  ['src/lib.js', 'module.exports = 1\n', ['lib'], 0],
  ['helper.php', '<?php\nclass Helper {}\n', [], 1],
  ['helper.php', '<?php\nclass Other {}\n', [], 0],
  ['helper.py', 'class Helper:\n    pass\n', [], 1],
])('a new %s beside %s', (path, now, folders, count) => {
  const tree = {
    isModule: (folder: string) => (folders as readonly string[]).includes(folder),
    before: new Map(Object.entries(HELPER)),
  }
  expect(shadowingFiles(added(path, now), tree)).toHaveLength(count)
})
