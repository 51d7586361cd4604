#!/usr/bin/env node
// npm run bench:infer-speed [-- --runs N] [-- --packages N]
// Ratios taken side by side in one run: `infer` on a small repository against bare `node -e 0`, and on a generated
// monorepo against a bare readdir walk of the same tree.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, packages: { type: 'string', default: '10000' } },
})
const cli = resolve(import.meta.dirname, '../dist/cli.cjs')
const RSS = 'data:text/javascript,process.on("exit",()=>process.stderr.write("maxrss="+process.resourceUsage().maxRSS))'
const WALK = `const fs=require('fs');let n=0;(function walk(d){for(const e of fs.readdirSync(d,{withFileTypes:true})){n++;if(e.isDirectory())walk(d+'/'+e.name)}})(process.argv[1]);console.log(n)`

const home = mkdtempSync(join(tmpdir(), 'infer-speed-'))
try {
  small(join(home, 'small'), Number(values.runs))
  for (const packages of [Math.round(Number(values.packages) / 10), Number(values.packages)])
    monorepo(join(home, `mono-${packages}`), packages)
} finally {
  rmSync(home, { recursive: true, force: true })
}

function small(root, runs) {
  write(root, {
    'package.json': JSON.stringify({
      name: 'small',
      scripts: { test: 'vitest run', lint: 'eslint .', build: 'tsc' },
      devDependencies: { vitest: '3', typescript: '5' },
    }),
    'package-lock.json': '{}',
    'tsconfig.json': '{}',
    'CLAUDE.md': '# Small\n\n## Development\n\n```bash\n# Run tests\nnpm test\n# Lint\nnpm run lint\n```\n',
    'README.md': '# Small\n\nA small project.\n\n## Testing\n\nRun `npm test`.\n',
    '.github/workflows/ci.yml':
      'name: ci\non: [push, pull_request]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm ci\n      - run: npm test\n      - run: npm run lint\n',
    'src/index.ts': 'export const one = 1\n',
  })
  const bare = []
  const infer = []
  for (let run = 0; run < runs; run++) {
    bare.push(took(['-e', '0']))
    infer.push(took([cli, 'infer', 'fix the failing tests', '--cwd', root]))
  }
  report('small repository', median(infer), 'node -e 0', median(bare), 3)
}

function monorepo(root, packages) {
  write(root, {
    'package.json': JSON.stringify({
      name: 'mono',
      private: true,
      workspaces: ['packages/*'],
      scripts: { test: 'turbo run test', build: 'turbo run build' },
    }),
    'package-lock.json': '{}',
    'turbo.json': '{"tasks":{"test":{},"build":{}}}',
  })
  for (let at = 0; at < packages; at++) {
    const folder = join(root, 'packages', `pkg-${at}`)
    for (const inner of ['src', 'test', 'src/deep']) mkdirSync(join(folder, inner), { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: `@mono/pkg-${at}`, scripts: { test: 'vitest run', build: 'tsc' } }),
    )
    for (let file = 0; file < 19; file++)
      writeFileSync(join(folder, file < 9 ? 'src' : file < 14 ? 'src/deep' : 'test', `file-${file}.ts`), '')
  }
  const walks = []
  const infers = []
  let memory = 0
  for (let run = 0; run < 3; run++) {
    walks.push(took(['-e', WALK, root]))
    infers.push(took([cli, 'infer', `fix the tests of the pkg-${packages - 1} package`, '--cwd', root]))
  }
  const seen = spawnSync(process.execPath, ['--import', RSS, cli, 'infer', 'fix the tests', '--cwd', root], {
    encoding: 'utf8',
  })
  memory = Number(/maxrss=(\d+)/.exec(seen.stderr)?.[1] ?? 0) / 1024
  report(`${packages} packages, ${packages * 20} files`, median(infers), 'readdir walk', median(walks), 4)
  console.log(`  memory ${memory.toFixed(0)} MB (at most 200)`)
}

function write(root, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** With a bare environment: what slows every start of Node, as certificates of one's own do, would flatter the ratio. */
function took(args) {
  const env = { PATH: process.env.PATH, HOME: home }
  const start = process.hrtime.bigint()
  execFileSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return Number(process.hrtime.bigint() - start) / 1e6
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

function report(what, ms, against, other, bar) {
  console.log(
    `${what.padEnd(36)} ${ms.toFixed(0).padStart(6)} ms   ${against} ${other.toFixed(0)} ms   ratio ${(ms / other).toFixed(2)} (at most ${bar})`,
  )
}
