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

/** A turn of which some process is alive. */
export interface Turn {
  readonly loop: string
  readonly iteration: number
  readonly pid: number
}

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
  /** What agents started, by the turn that they did it for. */
  turnsAlive(): readonly Turn[]
  loopFolder(id: string): string
  /** Trees that a process which lives has taken. */
  leases(): readonly string[]
  /** Who counts as running. */
  places(): readonly string[]
}

/** What both begin with: who they work for is in their environment, and their tree is locked while anything that they started lives. */
const ALONE = `#!/bin/bash
if [ -z "$TURN" ]; then export TURN="$AGENT_LOOP_ID/$(basename "$(dirname "$AGENT_LOOP_PROMPT_FILE")")"; exec "$0" "$@"; fi
exec 9>"$LEDGER/lock-$(basename "$PWD")"
flock -n 9 || echo "$(basename "$0") of $TURN beside another" >> "$LEDGER/trouble"
`

/** Says so when another agent, or anything that one left, is still in the tree; works a moment; leaves a process behind, and a line. */
const AGENT = `${ALONE}
echo "$AGENT_LOOP_ID $(basename "$(dirname "$AGENT_LOOP_PROMPT_FILE")")" >> "$LEDGER/turns"
echo $$ > "$LEDGER/agent-$(basename "$PWD")"
setsid sleep 300 &
sleep 0.0$((RANDOM % 10))
echo "$RANDOM$RANDOM" >> work
sleep 0.0$((RANDOM % 10))
`

/** Red until it may be green, with words that change: a loop that gets nowhere would be stopped. */
const GATE = `${ALONE.replace('AGENT_LOOP_PROMPT_FILE")")', 'PWD")")')}
echo checking
echo $$ > "$LEDGER/gate-$(basename "$PWD")"
sleep 0.0$((RANDOM % 10))
if [ -f "$LEDGER/finish" ] && [ -s work ]; then exit 0; fi
letters=abcdefgh; n=$(cat work 2>/dev/null | wc -l); word=; for (( ; n > 0; n /= 8)); do word=$word\${letters:n%8:1}; done
echo "the part $word is missing"
exit 1
`

/** Whoever runs this was let in where there is no room. */
const INTRUDER = `#!/bin/bash
echo "an intruder works in $PWD" >> "$LEDGER/trouble"
`

export function makeStage(cliPath: string, projects: number): Stage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-durability-')))
  const [home, ledger, bin] = ['home', 'ledger', 'bin'].map(name => join(folder, name)) as [string, string, string]
  for (const each of [home, ledger, bin]) mkdirSync(each)
  writeFileSync(join(bin, 'agent'), AGENT, { mode: 0o755 })
  writeFileSync(join(bin, 'gate'), GATE, { mode: 0o755 })
  writeFileSync(join(bin, 'intruder'), INTRUDER, { mode: 0o755 })
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
    processes: () => carrying(home).map(({ pid }) => pid),
    turnsAlive: () =>
      carrying(home).flatMap(({ pid, environment }) => {
        const turn = /(?:^|\0)TURN=([^\0/]+)\/(\d+)(?:\0|$)/.exec(environment)
        return turn ? [{ loop: turn[1] ?? '', iteration: Number(turn[2]), pid }] : []
      }),
    leases: () => leasedIn(join(state, 'leases')),
    places: () => readdirSync(join(state, 'places')).filter(name => name.endsWith('.json')),
    loopFolder: id => {
      const names = existsSync(join(state, 'projects')) ? readdirSync(join(state, 'projects')) : []
      const name = names.find(each => existsSync(join(state, 'projects', each, 'loops', id))) ?? ''
      return join(state, 'projects', name, 'loops', id)
    },
  }
}

function leasedIn(folder: string): string[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  return names.flatMap(name => {
    try {
      const { tree, owner } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        tree: string
        owner: { pid: number }
      }
      return isRunning(owner.pid) ? [tree] : []
    } catch {
      return []
    }
  })
}

function pidIn(file: string): number {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { owner: { pid: number } }).owner.pid
  } catch {
    return 0
  }
}

function carrying(home: string): { readonly pid: number; readonly environment: string }[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.flatMap(pid => {
    try {
      const zombie = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      return !zombie && environment.includes(`HOME=${home}\0`) ? [{ pid: Number(pid), environment }] : []
    } catch {
      return []
    }
  })
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
