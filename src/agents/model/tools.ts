import type { ToolSet } from 'ai'
import * as z from 'zod/mini'
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
  read: 'Reads a text file, from a line on and some lines of it when asked for; or lists the names in a folder.',
  edit: 'Replaces a text that stands exactly once in a file by another.',
  write: 'Writes a whole file, which may be new.',
  shell:
    'Runs a line in a shell, in the working directory, and gives its output and exit code. Nothing that it starts lives on.',
} as const

type ToolName = keyof typeof INPUTS

/** What each mode lets a model do unasked; `ask` has all of them, and a person answers for each that changes something. */
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
  /** Ends when the turn does, for whatever reason. */
  readonly signal: AbortSignal
}

export interface OpenTools {
  readonly tools: ToolSet
  /** Resolves when nothing that was begun is still going on. */
  idle(): Promise<unknown>
}

/** One tool at a time: two edits of one file must not meet, and no link may be laid under a write. */
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
  if (answer !== 'allow') throw new Error('the person does not allow it')
}

const OUTPUT_KEPT = 30_000

async function runShell(command: string, { config, ports, request, signal }: Bench): Promise<string> {
  const { keyVariable } = config.model
  let output = ''
  const result = await ports.shell.run({
    command,
    cwd: request.workspace,
    // The key is ours to use, and nothing that a command needs.
    env: { ...ports.env, ...request.variables, ...(keyVariable === null ? {} : { [keyVariable]: undefined }) },
    nonce: ports.nonce,
    timeoutMs: request.timeoutMs,
    signal,
    onOutput: text => {
      output = (output + text).slice(-OUTPUT_KEPT)
      request.onText(text)
    },
  })
  return `${output}${output === '' || output.endsWith('\n') ? '' : '\n'}[${endWords(result)}]`
}

function endWords(result: CommandResult): string {
  if (result.kind === 'exited') return `exit code ${result.exitCode}`
  return result.kind === 'not-started' ? `could not be started: ${result.because}` : result.kind
}
