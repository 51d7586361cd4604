import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gitPrograms } from '../../system/git-programs.ts'
import { commitWork } from './commit-work.ts'

const root = mkdtempSync(join(tmpdir(), 'compare-commit-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const ENV = { PATH: process.env['PATH'], HOME: join(root, 'home'), GIT_CONFIG_NOSYSTEM: '1' }
const START = {
  'a.js': '1\n',
  'plus.js': '1 + 1\n',
  'id.js': '// $Id$\n',
  'win.txt': 'w\r\n',
  'x.bin': 'x\n',
  '.gitattributes': '*.txt text\n*.bin filter=upper\n',
}

function repository(name: string) {
  const tree = join(root, name)
  mkdirSync(tree, { recursive: true })
  const sh = (script: string): string =>
    execFileSync('sh', ['-ec', script], { cwd: tree, env: ENV, encoding: 'utf8', stdio: 'pipe' }).trim()
  sh('git init -q -b main; git config user.name t; git config user.email t@example.org')
  sh('git config filter.upper.clean "tr a-z A-Z"; git config filter.upper.smudge "tr A-Z a-z"')
  for (const [path, text] of Object.entries(START)) writeFileSync(join(tree, path), text)
  sh('git add -A; git commit -qm start')
  return { tree, sh, head: sh('git rev-parse HEAD') }
}

const OTHER = (path: string): string => `git would commit ${path} with other content than the checked file has`
const encoded = (attributes: string): string =>
  `printf '// +AAo-bad\\n' > a.js; echo 'a.js working-tree-encoding=UTF-7' >> ${attributes}`

test.each<readonly [string, string, readonly string[], string | null]>([
  ['an encoding of this clone', encoded('.git/info/attributes'), ['a.js'], OTHER('a.js')],
  ['a committed encoding', encoded('.gitattributes'), ['a.js', '.gitattributes'], OTHER('a.js')],
  [
    'an encoding for a file that did not change',
    "echo 'plus.js working-tree-encoding=UTF-7' >> .gitattributes",
    ['.gitattributes'],
    OTHER('plus.js'),
  ],
  [
    'text that ident removes',
    "printf '// $Id: bad $\\n' > a.js; echo '*.js ident' >> .git/info/attributes",
    ['a.js'],
    OTHER('a.js'),
  ],
  ['a filter for another file', "echo b > a.js; echo 'a.js filter=upper' >> .gitattributes", ['a.js'], OTHER('a.js')],
  [
    'an executable bit that git ignores',
    "printf 'echo 1\\n' > run.sh; chmod +x run.sh; git config core.fileMode false",
    ['run.sh'],
    'git would commit run.sh with another executable bit than the checked file has',
  ],
  ['an executable bit', "printf 'echo 1\\n' > run.sh; chmod +x run.sh", ['run.sh'], null],
  [
    'a name that is not UTF-8',
    `f=$(printf '\\377.js'); touch "$f"; git add -A; git commit -qm c; rm "$f"`,
    [],
    'the name of a changed file is not UTF-8',
  ],
  ['a changed file with such a name', ':', ['\ufffd.js'], 'the name of a changed file is not UTF-8'],
  [
    'a checked file that the agent no longer tracks',
    'git rm -q --cached a.js; git commit -qm c; echo a.js >> .git/info/exclude',
    [],
    'a.js was checked, but the commit does not contain it',
  ],
  [
    'a committed version that an ignore rule keeps',
    'echo bad > n.js; git add n.js; git commit -qm c; git rm -q --cached n.js; echo ok > n.js; echo n.js >> .git/info/exclude',
    ['n.js'],
    OTHER('n.js'),
  ],
  ['line endings', "printf 'w2\\r\\n' > win.txt", ['win.txt'], null],
  ['a filter of the project, also for a new file', 'echo y > y.bin; echo z > x.bin', ['x.bin', 'y.bin'], null],
  ['attributes that convert nothing', "echo '*.js ident' >> .gitattributes", ['.gitattributes'], null],
  ['a removed file and a link', 'rm a.js; ln -s plus.js l.js', ['a.js', 'l.js'], null],
])('the committed files are the checked ones: %s', async (name, script, changed, refusal) => {
  const { tree, sh, head } = repository(name.replaceAll(' ', '-'))
  sh(script)
  const own = join(tree, '.git')
  const after = {
    commit: 'end',
    ...{ head, ref: 'refs/heads/main', folders: { own, common: own }, dirty: [], push: null, pr: null },
    programs: await gitPrograms(tree, ENV),
  } as const
  const before = sh('git rev-parse HEAD')
  const end = await commitWork(after, { tree, env: ENV, changed, written: [], message: () => 'work' })
  expect(end.ok ? null : end.error).toBe(refusal)
  expect(sh('git rev-parse HEAD') === before).toBe(refusal !== null)
})
