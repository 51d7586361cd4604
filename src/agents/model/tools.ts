import type { ToolSet } from 'ai'
import * as z from 'zod/mini'
import { redact } from '../../std/redact.ts'
import type { CommandResult } from '../../system/shell.ts'
import type { AgentPorts, TurnRequest } from '../agent.ts'
import type { ModelAgentConfig } from '../config.ts'
import type { Sdk } from '../models/load.ts'
import { editIn, readIn, writeIn } from './file-tools.ts'

const path = z.string().check(z.minLength(1))
const INPUTS = {
  read: z.object({
    path,
    from: z.optional(z.int().check(z.positive())),
    lines: z.optional(z.int().check(z.positive())),
  }),
  edit: z.object({ path, find: z.string().check(z.minLength(1)), replace: z.string() }),
  write: z.object({ path, text: z.string() }),
  shell: z.object({ command: z.string().check(z.minLength(1)) }),
}

const SAYS = {
  read: 'Reads a text file, optionally from a given line and a number of lines; or lists the names in a folder.',
  edit: 'Replaces a text that occurs exactly once in a file.',
  write: 'Writes a whole file, new or existing.',
  shell:
    'Runs a shell command in the working directory and returns its output and exit code. Processes that the command starts end with it.',
} as const

type ToolName = keyof typeof INPUTS

/** What a model may do in each mode without asking. `ask` allows everything, and a person confirms every change. */
const MODES: Readonly<Record<ModelAgentConfig['permissions'], readonly ToolName[]>> = {
  deny: ['read'],
  'auto-edit': ['read', 'edit', 'write'],
  full: ['read', 'edit', 'write', 'shell'],
  ask: ['read', 'edit', 'write', 'shell'],
}

export interface Bench {
  readonly config: ModelAgentConfig
  readonly ports: AgentPorts
  readonly request: TurnRequest
  /** Aborts when the turn ends for any reason. */
  readonly signal: AbortSignal
}

export interface OpenTools {
  readonly tools: ToolSet
  /** Resolves when every tool that was started has finished. */
  idle(): Promise<unknown>
}

/** One tool at a time: two edits of one file must not overlap, and no link may be created under a write. */
export function openTools(sdk: Sdk, bench: Bench): OpenTools {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<string>): Promise<string> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
  const { workspace } = bench.request
  const make = <T>(name: ToolName, schema: z.ZodMiniType<T>, execute: (input: T) => Promise<string>): ToolSet => ({
    [name]: sdk.tool({
      description: SAYS[name],
      inputSchema: inputOf(sdk, schema),
      execute: (input: T) =>
        inTurn(async () => {
          bench.signal.throwIfAborted()
          await allowed(name, input, bench)
          return await execute(input)
        }),
    }),
  })
  const all: Readonly<Record<ToolName, ToolSet>> = {
    read: make('read', INPUTS.read, input => readIn(workspace, input)),
    edit: make('edit', INPUTS.edit, input => editIn(workspace, input)),
    write: make('write', INPUTS.write, input => writeIn(workspace, input)),
    shell: make('shell', INPUTS.shell, ({ command }) => runShell(command, bench)),
  }
  const tools = Object.assign({}, ...MODES[bench.config.permissions].map(name => all[name])) as ToolSet
  return { tools, idle: () => last }
}

const inputOf = <T>(sdk: Sdk, schema: z.ZodMiniType<T>) =>
  sdk.jsonSchema<T>(z.toJSONSchema(schema) as Parameters<Sdk['jsonSchema']>[0], {
    validate(value) {
      const read = schema.safeParse(value)
      return read.success
        ? { success: true, value: read.data }
        : { success: false, error: new Error(read.error.issues.map(({ message }) => message).join('; ')) }
    },
  })

async function allowed(name: ToolName, input: unknown, { config, ports, signal }: Bench): Promise<void> {
  if (config.permissions !== 'ask' || name === 'read') return
  const choices = [
    { id: 'allow', says: 'Allow' },
    { id: 'refuse', says: 'Refuse' },
  ]
  const answer = await ports.ask?.(`${name} ${JSON.stringify(input)}`, choices, signal)
  if (answer !== 'allow') throw new Error('the person did not allow it')
}

const OUTPUT_KEPT = 30_000

async function runShell(command: string, { config, ports, request, signal }: Bench): Promise<string> {
  const { keyVariable } = config.model
  let output = ''
  const result = await ports.shell.run({
    command,
    cwd: request.workspace,
    // The API key is for agent-loop only; no command needs it.
    env: { ...ports.env, ...request.variables, ...(keyVariable === null ? {} : { [keyVariable]: undefined }) },
    nonce: ports.nonce,
    timeoutMs: request.timeoutMs,
    signal,
    onOutput: text => {
      output = (output + text).slice(-OUTPUT_KEPT)
      request.onText(text)
    },
  })
  // Only the output of commands: a file that the model reads is written back as it was read.
  const clean = redact(output, ports.env)
  return `${clean}${clean === '' || clean.endsWith('\n') ? '' : '\n'}[${endWords(result)}]`
}

function endWords(result: CommandResult): string {
  if (result.kind === 'exited') return `exit code ${result.exitCode}`
  return result.kind === 'not-started' ? `could not be started: ${result.because}` : result.kind
}
