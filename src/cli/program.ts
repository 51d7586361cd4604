import { listenForSignals } from '../run/request/signals.ts'
import { commandLine } from './command-line.ts'
import { redactOutput } from './redact-output.ts'

// Output that a slow reader has not taken yet stays in our memory.
const CLOGGED_BYTES = 8 * 1024 * 1024
/** For a pipe or a file. */
const PAGE_COLUMNS = 100

redactOutput()
// The reader of our output may close it early; the work continues.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

void commandLine(process.argv.slice(2), {
  program: process.argv[1] ?? '',
  env: process.env,
  cwd: () => process.cwd(),
  out: line => void process.stdout.write(`${line}\n`),
  err: line => void process.stderr.write(`${line}\n`),
  terminal: process.stdout.isTTY === true,
  columns: () => process.stdout.columns || PAGE_COLUMNS,
  clogged: () => process.stdout.writableLength > CLOGGED_BYTES,
  signal: listenForSignals,
}).then(code => {
  process.exitCode = code
})
