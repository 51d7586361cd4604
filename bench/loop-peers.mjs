// Other loops, driven by the same pretended agent. They are installed outside of the repository, and only when they are asked for.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = ['ralph-tui@0.11.0', 'ralphy-cli@4.7.2', `@oven/bun-${process.platform}-${process.arch}@1.4.4`]
const CACHE = process.env.AGENT_LOOP_BENCH_CACHE ?? join(homedir(), '.cache/agent-loop-bench')
const modules = join(CACHE, 'node_modules')

/** Neither checks anything: a turn is done when the agent says so. So they are given a list of tasks, one for each turn. */
export function peers() {
  const trouble = install()
  return [
    peer('ralphy-cli (no check)', trouble, ({ tree, turns }) => {
      const tasks = Array.from({ length: turns + 1 }, (_, index) => `- [ ] task ${index}`)
      writeFileSync(join(tree, 'PRD.md'), ['# Tasks', ...tasks, ''].join('\n'))
      const flags = ['--prd', 'PRD.md', '--fast', '--no-commit', '--max-iterations', String(turns)]
      return [process.execPath, [join(modules, '.bin/ralphy'), ...flags]]
    }),
    peer('ralph-tui (no check)', trouble, ({ tree, turns }) => {
      writeFileSync(join(tree, 'prd.json'), JSON.stringify(stories(turns + 1)))
      const flags = [
        '--prd',
        'prd.json',
        '--headless',
        '--no-setup',
        '--agent',
        'claude',
        '--iterations',
        String(turns),
      ]
      const bun = join(modules, `@oven/bun-${process.platform}-${process.arch}/bin/bun`)
      return [
        bun,
        [join(modules, 'ralph-tui/dist/cli.js'), 'run', ...flags, '--delay', '0', '--no-notify', '--no-sandbox'],
      ]
    }),
  ]
}

const peer = (name, trouble, prepare) => ({
  name,
  run(place) {
    if (trouble !== null) return trouble
    const [program, args] = prepare(place)
    spawnSync(program, args, { cwd: place.tree, env: place.env, stdio: 'ignore', timeout: 600_000 })
  },
})

function stories(count) {
  const userStories = Array.from({ length: count }, (_, index) => ({
    id: `US-${index + 1}`,
    title: `task ${index + 1}`,
    description: 'do it',
    acceptanceCriteria: ['it is done'],
    priority: index + 1,
    passes: false,
    dependsOn: [],
  }))
  return { name: 'bench', branchName: 'bench', description: 'bench', userStories }
}

/** Null when they are there; else what npm said. */
function install() {
  if (existsSync(join(modules, 'ralph-tui')) && existsSync(join(modules, 'ralphy-cli'))) return null
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, 'package.json'), '{"private": true}')
  const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], {
    cwd: CACHE,
    encoding: 'utf8',
  })
  return npm.status === 0 ? null : `not installed: ${npm.stderr.trim().split('\n').at(-1)}`
}
