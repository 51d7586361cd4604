import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A home of its own with a daemon of its own, some projects, and a ledger in which agents and gates write down what they do. */
export interface Stage {
  readonly folder: string
  readonly projects: readonly string[]
  readonly ledger: string
  cli(
    args: readonly string[],
    cwd: string,
  ): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
  daemonPid(): number
  /** Every process that was started with this home. */
  processes(): readonly number[]
  loopFolder(id: string): string
  /** Who counts as running. */
  places(): readonly string[]
}

/** Says so when another agent, or anything that one left, is still in the tree; works a moment; leaves a process behind, and a line. */
const AGENT = `#!/bin/bash
exec 9>"$LEDGER/lock-$(basename "$PWD")"
flock -n 9 || echo "double $AGENT_LOOP_ID" >> "$LEDGER/trouble"
echo "$AGENT_LOOP_ID $(basename "$(dirname "$AGENT_LOOP_PROMPT_FILE")")" >> "$LEDGER/turns"
echo $$ > "$LEDGER/agent-$(basename "$PWD")"
setsid sleep 300 &
sleep 0.0$((RANDOM % 10))
echo "$RANDOM$RANDOM" >> work
sleep 0.0$((RANDOM % 10))
`

/** Red until it may be green, with words that change: a loop that gets nowhere would be stopped. */
const GATE = `#!/bin/bash
echo checking
echo $$ > "$LEDGER/gate-$(basename "$PWD")"
sleep 0.0$((RANDOM % 10))
if [ -f "$LEDGER/finish" ] && [ -s work ]; then exit 0; fi
letters=abcdefgh; n=$(cat work 2>/dev/null | wc -l); word=; for (( ; n > 0; n /= 8)); do word=$word\${letters:n%8:1}; done
echo "the part $word is missing"
exit 1
`

export function makeStage(cliPath: string, projects: number): Stage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-durability-')))
  const [home, ledger, bin] = ['home', 'ledger', 'bin'].map(name => join(folder, name)) as [string, string, string]
  for (const each of [home, ledger, bin]) mkdirSync(each)
  writeFileSync(join(bin, 'agent'), AGENT, { mode: 0o755 })
  writeFileSync(join(bin, 'gate'), GATE, { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: home, LEDGER: ledger, GIT_CONFIG_NOSYSTEM: '1' }
  const trees = Array.from({ length: projects }, (_, index) => join(folder, `tree-${index}`))
  for (const tree of trees) {
    mkdirSync(tree)
    writeFileSync(join(tree, 'readme'), 'a project\n')
    spawnSync('git', ['init', '-q'], { cwd: tree, env })
  }
  const state = join(home, '.local/state/agent-loop')
  return {
    folder,
    projects: trees,
    ledger,
    cli: (args, cwd) =>
      new Promise(resolve => {
        const child = spawn(process.execPath, [cliPath, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
        const [out, err]: [string[], string[]] = [[], []]
        child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
        child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
        child.on('close', code => resolve({ code, out: out.join(''), err: err.join('') }))
      }),
    daemonPid: () => pidIn(join(state, 'daemon/daemon.json')),
    processes: () => carrying(home),
    places: () => readdirSync(join(state, 'places')).filter(name => name.endsWith('.json')),
    loopFolder: id => {
      const names = existsSync(join(state, 'projects')) ? readdirSync(join(state, 'projects')) : []
      const name = names.find(each => existsSync(join(state, 'projects', each, 'loops', id))) ?? ''
      return join(state, 'projects', name, 'loops', id)
    },
  }
}

function pidIn(file: string): number {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { owner: { pid: number } }).owner.pid
  } catch {
    return 0
  }
}

function carrying(home: string): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids
    .filter(pid => {
      try {
        const zombie = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
        return !zombie && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`)
      } catch {
        return false
      }
    })
    .map(Number)
}

export function isRunning(pid: number): boolean {
  try {
    return pid > 0 && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export function parentOf(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
  } catch {
    return 0
  }
}

/** Waits for something to hold; false when it does not in time. */
export async function holds(look: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const deadline = performance.now() + ms; ; ) {
    if (await look()) return true
    if (performance.now() > deadline) return false
    await sleep(20)
  }
}

/** The daemon is asked to leave; whatever is there after that is killed, by its number. */
export async function strike(stage: Stage): Promise<void> {
  await stage.cli(['daemon', 'stop', '--force'], stage.folder)
  await holds(() => stage.processes().length === 0, 5_000)
  for (const pid of stage.processes()) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  rmSync(stage.folder, { recursive: true, force: true, maxRetries: 5 })
}
