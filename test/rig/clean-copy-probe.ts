import { newNonce } from '../../src/system/shell.ts'
import { openCleanCopy } from '../../src/workspace/clean-copy/clean-copy.ts'

/** Opens a clean copy, runs commands in it, and prints the results, as JSON. For processes that are not the test's own. */
const [tree = '', scratch = '', then = '', ...commands] = process.argv.slice(2)
const opened = await openCleanCopy({ tree, scratch, exclude: [], env: {} })
if (!opened.ok) throw new Error(opened.error)
const copy = opened.value
const outputs: string[] = []
for (const command of commands) {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent' }
  const result = await copy.shell.run({ command, cwd: tree, env, timeoutMs: 20_000, nonce: newNonce() })
  outputs.push(result.output)
}
await copy.write('planted', Buffer.from('p'))
const planted = Buffer.from((await copy.read('planted')) ?? []).toString()
const disturbed = await copy.disturbed()
process.stdout.write(`${JSON.stringify({ kind: copy.kind, notes: copy.notes, outputs, planted, disturbed })}\n`)
if (then === 'wait') setInterval(() => {}, 1000)
else await copy.close()
