// Has the official inspector drive `agent-loop mcp` from its command line. Of the inspector only that part is fetched, once and into
// a folder of the cache: its window and its proxy are most of what it weighs, and no dependency of ours.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { install, placeOf } from './outside-packages.mjs'

const root = resolve(import.meta.dirname, '..')
const missing = install('inspector', ['@modelcontextprotocol/inspector-cli@1.0.3'])
if (missing !== null) {
  console.log(`inspector: ${missing}`)
  process.exit(0)
}
const scope = join(placeOf('inspector'), 'node_modules/@modelcontextprotocol')
const entry = join(scope, 'inspector-cli/build/index.js')
// By itself it looks for its manifest where that of the whole inspector would stand.
copyFileSync(join(scope, 'inspector-cli/package.json'), join(scope, 'package.json'))

const folder = mkdtempSync(join(tmpdir(), 'agent-loop-inspector-'))
const env = { PATH: process.env.PATH, HOME: folder }
const ask = (...words) => {
  const args = [entry, process.execPath, join(root, 'dist/cli.cjs'), 'mcp', '--method', ...words]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' }))
}
try {
  const { tools } = ask('tools/list')
  const names = tools.map(({ name }) => name)
  const call = (name, argument) => ask('tools/call', '--tool-name', name, '--tool-arg', argument)
  const parsed = call('parse_criterion', 'criterion=npm test passes')
  const verified = call('verify_completion', 'criterion=true exits 0')
  const { resourceTemplates } = ask('resources/templates/list')
  const expected = ['infer_completion', 'loop_adopt', 'loop_start', 'loop_status', 'loop_resume', 'loop_blocked']
  const good =
    expected.every(name => names.includes(name)) &&
    parsed.structuredContent.commands.includes('npm test') &&
    verified.structuredContent.verified === true &&
    resourceTemplates.length === 2
  console.log(`${names.length} tools: ${names.join(', ')}`)
  console.log(good ? 'ok' : JSON.stringify({ parsed, verified, resourceTemplates }))
  process.exitCode = good ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
