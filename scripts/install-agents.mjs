// The real agents that we drive, pinned, and how they get into a folder outside the project. Called by `.ci/e2e` and by
// `npm run bench:agents`, and by nothing else: `npm test` fetches nothing.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A package takes the binary of this platform with it, and no other. */
export const PINNED = {
  codex: '@openai/codex@0.166.0',
  goose: '@aaif/goose-acp@1.50.0',
  claude: '@anthropic-ai/claude-code@2.1.197',
  opencode: 'opencode-ai@1.18.33',
  gemini: '@google/gemini-cli@0.61.0',
  copilot: '@github/copilot@1.0.102',
  qwen: '@qwen-code/qwen-code@0.24.4',
  pi: '@mariozechner/pi-coding-agent@0.73.1',
  'codex-acp': '@agentclientprotocol/codex-acp@2.6.0',
  'claude-acp': '@agentclientprotocol/claude-agent-acp@0.49.0',
}

export const versionOf = name => PINNED[name].slice(PINNED[name].lastIndexOf('@') + 1)

const cache = () =>
  process.env.AGENT_LOOP_AGENTS_CACHE ??
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'agent-loop/test-agents')

const folderOf = name => join(cache(), `${name}-${versionOf(name)}`)

/** The folder with its commands; null when it is not installed whole. */
export const installedBin = name =>
  existsSync(join(folderOf(name), 'installed')) ? join(folderOf(name), 'node_modules/.bin') : null

const INSTALL_MS = 180_000

/** Installs one that is not there yet, whole or not at all; resolves to the reason why not, or null. */
export async function install(name) {
  if (installedBin(name) !== null) return null
  const folder = folderOf(name)
  const part = `${folder}.${process.pid}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  writeFileSync(join(part, 'package.json'), '{"private":true}')
  const because = await npm(part, ['install', ...QUIETLY, '--save-exact', PINNED[name]])
  if (because === null) {
    writeFileSync(join(part, 'installed'), `${PINNED[name]}\n`)
    mkdirSync(dirname(folder), { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
  } else rmSync(part, { recursive: true, force: true })
  return because
}

// Whoever has no way to the packages shall hear so soon.
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']

function npm(cwd, args) {
  const { PATH, HOME } = process.env
  const child = spawn('npm', args, {
    cwd,
    env: { PATH, HOME, ...registry() },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: INSTALL_MS,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said = (said + text).slice(-4_000)
  })
  return new Promise(done => {
    child.on('error', error => done(error.message))
    child.on('close', (code, signal) => done(code === 0 ? null : whyNot(said) || `npm ended with ${code ?? signal}`))
  })
}

/** The first line in which npm says what is wrong; below it stand advice and the name of its log. */
const whyNot = said => /^npm error (?!code|errno|syscall|A complete log)(.+)$/m.exec(said)?.[1]?.trim()

/** How this machine reaches its packages is the machine's affair; nothing else of its environment is passed on. */
function registry() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(npm_config_|NPM_CONFIG_)/.test(name)))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await Promise.all(
    process.argv.slice(2).map(async name => {
      const because = await install(name)
      if (because !== null) console.log(`skipped: ${PINNED[name]} cannot be installed here: ${because}`)
    }),
  )
