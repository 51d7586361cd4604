// Other loops, driven by the same pretended agent. They are installed outside of the repository, and only when they are asked for.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, placeOf } from './outside-packages.mjs'

const BUN = `@oven/bun-${process.platform}-${process.arch}`
const PACKAGES = ['ralph-tui@0.11.0', 'ralphy-cli@4.7.2', `${BUN}@1.4.4`]
const modules = join(placeOf('peers'), 'node_modules')

/**
 * Neither runs a check: a task is done when the agent says so. Each is given a list of tasks, and keeps in the list which are done.
 * `place`: the tree, how many turns at most, the tasks and what is to be true at the end of each.
 */
export const PEERS = [
  {
    name: 'ralphy-cli',
    command({ tree, turns, tasks }) {
      writeFileSync(join(tree, 'PRD.md'), ['# Tasks', ...tasks.map(({ title }) => `- [ ] ${title}`), ''].join('\n'))
      const flags = ['--prd', 'PRD.md', '--no-commit', '--max-iterations', String(turns), '--max-retries', '1']
      return [process.execPath, [join(modules, '.bin/ralphy'), ...flags]]
    },
    accepts: tree => /^- \[x\]/im.test(readFileSync(join(tree, 'PRD.md'), 'utf8')),
  },
  {
    name: 'ralph-tui',
    command({ tree, turns, tasks }) {
      writeFileSync(join(tree, 'prd.json'), JSON.stringify(stories(tasks)))
      const list = ['--prd', 'prd.json', '--headless', '--no-setup', '--agent', 'claude', '--iterations', String(turns)]
      const flags = [...list, '--delay', '0', '--no-notify', '--no-sandbox']
      return [join(modules, BUN, 'bin/bun'), [join(modules, 'ralph-tui/dist/cli.js'), 'run', ...flags]]
    },
    accepts: tree => JSON.parse(readFileSync(join(tree, 'prd.json'), 'utf8')).userStories.every(({ passes }) => passes),
  },
]

/** Null when they are there; else what npm said. */
export const installPeers = () => install('peers', PACKAGES)

/** As `bench:loop` measures them: a task for each turn, and one more, so that they do not end before. */
export function peers() {
  const trouble = installPeers()
  return PEERS.map(({ name, command }) => ({
    name: `${name} (no check)`,
    run({ tree, turns, env }) {
      if (trouble !== null) return trouble
      const tasks = Array.from({ length: turns + 1 }, (_, index) => ({ title: `task ${index}`, ends: 'it is done' }))
      const [program, args] = command({ tree, turns, tasks })
      spawnSync(program, args, { cwd: tree, env, stdio: 'ignore', timeout: 600_000 })
    },
  }))
}

function stories(tasks) {
  const userStories = tasks.map(({ title, ends }, index) => ({
    id: `US-${index + 1}`,
    title,
    description: title,
    acceptanceCriteria: [ends],
    priority: index + 1,
    passes: false,
    dependsOn: [],
  }))
  return { name: 'bench', branchName: 'bench', description: 'bench', userStories }
}
