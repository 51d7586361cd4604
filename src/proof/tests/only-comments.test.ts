import { expect, test } from 'vitest'
import { isAboutComments } from './about-text.ts'
import { isWork } from './only-comments.ts'

const REFACTORING = 'regression-gate'

test.each([
  ['refactor the cart module', 'foo.txt', null, 'hi\n'],
  ['remove dead code', 'foo.txt', null, 'hi\n'],
  ['refactor the cart module', 'README.md', '# Shop\n', '# Shop!\n'],
  ['optimize total()', 'src/fast.js', null, '// fast\n'],
  ['refactor formatPrice', 'src/price.js', 'f()\n', '// better\nf()\n'],
  ['refactor the cart module', 'src/cart.py', 'x = 1\n', 'x = 1\n\n# clean\n'],
  ['refactor the cart module', 'src/view.jsx', 'const a = <b>Hi</b>\n', '// nice\nconst a = <b>Hi</b>\n'],
  ['refactor the cart module', 'cart.md', null, '# Cart\n'],
  ['refactor the cart module', 'foo.json', null, '{}\n'],
])('"%s": %s is no work', (task, path, before, now) =>
  expect(isWork({ path, before, now }, { task, work: REFACTORING })).toBe(false),
)

test.each([
  ['refactor the cart module', 'src/cart.js', 'f()\n', 'g()\n'],
  ['remove dead code', 'src/old.js', 'f()\n', null],
  ['upgrade eslint to 9', 'package.json', '{}\n', '{"a":1}\n'],
  ['upgrade requests', 'requirements.txt', 'requests==1\n', 'requests==2\n'],
  ['migrate to docker', 'Dockerfile', null, 'FROM node\n'],
  ['simplify the guide', 'docs/guide.md', 'long\n', 'short\n'],
  ['move NOTES.md to docs', 'docs/NOTES.md', null, 'x\n'],
  ['simplify the styles', 'app.css', 'a {}\n', 'b {}\n'],
  ['refactor the lua scripts', 'main.lua', 'a()\n', 'b()\n'],
  ['rename the label to Save', 'src/view.jsx', 'const a = <b>Hi</b>\n', 'const a = <b>Save</b>\n'],
  ['simplify the page', 'page.vue', '<template><p>Hi all</p></template>\n', '<template><p>Hi</p></template>\n'],
])('"%s": %s is work', (task, path, before, now) =>
  expect(isWork({ path, before, now }, { task, work: REFACTORING })).toBe(true),
)

test.each(['add a logo', 'add robots.txt'])('"%s" may add any file', task =>
  expect(
    isWork(
      { path: task.endsWith('txt') ? 'robots.txt' : 'logo.svg', before: null, now: 'x' },
      { task, work: 'implement-feature' },
    ),
  ).toBe(true),
)

test.each([
  ['refactor formatPrice', false],
  ['refactor the header component', false],
  ['optimize the todo app', false],
  ['simplify format_date', false],
  ['remove the commented code', true],
  ['remove outdated comments', true],
  ['reformat src/price.js', true],
  ['fix the typos in cart.js', true],
  ['update the license headers', true],
  ['remove all TODOs', true],
] as const)('"%s" is about comments: %s', (task, about) => expect(isAboutComments(task)).toBe(about))
