import { newNonce } from '../../src/system/shell.ts'
import { openCleanCopy } from '../../src/workspace/clean-copy/clean-copy.ts'

/** Opens a room, runs commands in it and says what came of it, as JSON. For processes that are not the test's own. */
const [tree = '', scratch = '', then = '', ...commands] = process.argv.slice(2)
const opened = await openCleanCopy({ tree, scratch, exclude: [], env: {} })
if (!opened.ok) throw new Error(opened.error)
const room = opened.value
const outputs: string[] = []
for (const command of commands) {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent' }
  const result = await room.shell.run({ command, cwd: tree, env, timeoutMs: 20_000, nonce: newNonce() })
  outputs.push(result.output)
}
await room.write('planted', Buffer.from('p'))
const planted = Buffer.from((await room.read('planted')) ?? []).toString()
const disturbed = await room.disturbed()
process.stdout.write(`${JSON.stringify({ kind: room.kind, notes: room.notes, outputs, planted, disturbed })}\n`)
if (then === 'wait') setInterval(() => {}, 1000)
else await room.close()
