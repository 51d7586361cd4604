import { randomBytes } from 'node:crypto'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { portFrom } from '../port.ts'
import { MCP_TOKEN } from '../redact-output.ts'

const USAGE = 'agent-loop mcp [--http PORT]'

export const mcp: Command = {
  summary:
    'Serves the Model Context Protocol to an assistant: on standard input and output, or with --http on a local port.',
  usage: USAGE,
  settings: [],
  flags: {
    http: {
      takes: 'text',
      says: `serve HTTP on this port of 127.0.0.1 (0: any free port); prints the address and the token (${MCP_TOKEN}, or a new one)`,
    },
  },

  async run(context) {
    const [extra] = context.positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const typed = context.flags.text('http')
    const port = typed === undefined ? null : portFrom(typed, 'agent-loop mcp --http 8080')
    const { serveOnHttp, serveOnStdio } = await import('../../assistants/mcp/serve.ts')
    if (port === null) await serveOnStdio(context)
    else await serveOnHttp(context, { port, token: process.env[MCP_TOKEN] || randomBytes(24).toString('hex') })
    return 0
  },
}
