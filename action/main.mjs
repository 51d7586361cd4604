// The script of the GitHub Action: reads its inputs from variables, runs agent-loop once, and reports. Nothing goes through a shell.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { commandFor } from './command.mjs'
import { annotations, progressLine, summary, writeOutputs, writeSummary } from './report.mjs'

const env = process.env
const input = name => (env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '').trim()
const cwd = resolve(env.GITHUB_WORKSPACE ?? '.', input('working-directory') || '.')

/** The event that started the workflow; empty where there is none. */
function githubEvent() {
  try {
    return JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8'))
  } catch {
    return {}
  }
}

/** Agents and tests get neither the files through which a step steers the runner nor the tokens of the job. */
const PRIVATE = /^(INPUT_|ACTIONS_(RUNTIME|ID_TOKEN|CACHE|RESULTS)_|GITHUB_(OUTPUT|ENV|PATH|STATE|STEP_SUMMARY)$)/
const publicEnv = Object.fromEntries(Object.entries(env).filter(([name]) => !PRIVATE.test(name)))

/** The program on the PATH, else this commit of it. No registry is asked for a package of that name: it may be somebody else's. */
function program() {
  const found = (env.PATH ?? '').split(delimiter).find(folder => existsSync(join(folder, 'agent-loop')))
  return found ? [join(found, 'agent-loop')] : [process.execPath, builtHere()]
}

/** What npm printed last, in characters. */
const TAIL = 1_500

const NOT_SOURCE = new Set(['.git', 'node_modules', 'dist'])

/** Built in a new folder, so that nothing of an earlier step is part of it. */
function builtHere() {
  const folder = mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), 'agent-loop-action-'))
  const source = fileURLToPath(new URL('..', import.meta.url))
  cpSync(source, folder, { recursive: true, filter: path => !NOT_SOURCE.has(basename(path)) })
  for (const args of [
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'],
    ['run', '--silent', 'build'],
  ]) {
    const { status, output } = spawnSync('npm', args, { cwd: folder, env: publicEnv, encoding: 'utf8' })
    if (status !== 0)
      throw new Error(`agent-loop could not be built: npm ${args.join(' ')}\n${output?.join('').slice(-TAIL)}`)
  }
  return join(folder, 'dist/cli.cjs')
}

/** Runs it and collects the JSON lines. The runner must not read what agents and tests print as its own commands. */
function run(mode, [path, ...first], args) {
  const token = randomUUID()
  console.log(`::stop-commands::${token}`)
  return new Promise((done, failed) => {
    const events = []
    const child = spawn(path, [...first, ...args], { cwd, env: publicEnv, stdio: ['ignore', 'pipe', 'inherit'] })
    createInterface({ input: child.stdout }).on('line', line => {
      try {
        const event = JSON.parse(line)
        events.push(event)
        const shown = progressLine(mode, event)
        if (shown !== null) console.log(shown)
      } catch {
        console.log(line)
      }
    })
    child.on('error', failed)
    child.on('close', code => {
      console.log(`::${token}::`)
      done({ code: code ?? 4, events })
    })
  })
}

function report(mode, { code, events }) {
  const result = summary(mode, code, events)
  for (const line of annotations(result, { cwd, root: resolve(env.GITHUB_WORKSPACE ?? '.') })) console.log(line)
  writeSummary(env.GITHUB_STEP_SUMMARY, result)
  writeOutputs(env.GITHUB_OUTPUT, { ...result.outputs, receipt: keptReceipt(mode, result.receipt) })
}

/** Where people asked for it, else where agent-loop keeps it. */
function keptReceipt(mode, path) {
  const wanted = mode === 'verify-receipt' ? '' : input('receipt')
  if (path === null || wanted === '' || resolve(cwd, wanted) === path) return path ?? ''
  copyFileSync(path, resolve(cwd, wanted))
  return resolve(cwd, wanted)
}

try {
  const { mode, args } = commandFor(input, { event: githubEvent(), cwd })
  const ended = await run(mode, program(), args)
  report(mode, ended)
  process.exitCode = ended.code
} catch (error) {
  const result = summary('error', 2, [{ error: { message: error.message, hint: '' } }])
  for (const line of annotations(result, { cwd, root: cwd })) console.log(line)
  writeSummary(env.GITHUB_STEP_SUMMARY, result)
  writeOutputs(env.GITHUB_OUTPUT, { ...result.outputs, receipt: '' })
  process.exitCode = 2
}
