import { redactorFor } from '../std/redact.ts'

/** The token of our own server: `mcp --http` prints it for the person who starts it. */
export const MCP_TOKEN = 'AGENT_LOOP_MCP_TOKEN'

export const redactPrinted = redactorFor({ ...process.env, [MCP_TOKEN]: undefined })

/** Removes secrets from text that this process prints: the one exit for lines, JSON, questions, and protocols. */
export function redactOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean
    const clean = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
      write(typeof chunk === 'string' ? redactPrinted(chunk) : chunk, ...rest)
    stream.write = clean as typeof stream.write
  }
}
