// A pretended agent for loops that start one themselves: plays the next turn of a script, and says what Claude Code would say.
//   node pretended-claude.mjs SCRIPT [--version] [--plain: only its words]
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const [script, ...flags] = process.argv.slice(2)
if (flags.includes('--version')) {
  console.log('2.0.0 (Claude Code)')
  process.exit(0)
}

const { turns, words, path } = JSON.parse(readFileSync(script, 'utf8'))
const log = `${script}.log`
const turn = existsSync(log) ? readFileSync(log, 'utf8').length : 0
appendFileSync(log, '.')

for (const step of turns[Math.min(turn, turns.length - 1)] ?? []) play(step)
const says = [
  { type: 'system', subtype: 'init', session_id: 's' },
  { type: 'assistant', message: { content: [{ type: 'text', text: words }] } },
  { type: 'result', subtype: 'success', is_error: false, result: words, usage: { input_tokens: 1, output_tokens: 1 } },
]
console.log(flags.includes('--plain') ? words : says.map(line => JSON.stringify(line)).join('\n'))

function play(step) {
  if ('write' in step) {
    mkdirSync(dirname(step.write.file), { recursive: true })
    writeFileSync(step.write.file, step.write.text)
  } else if ('edit' in step) {
    const { file, find, replace } = step.edit
    const text = readFileSync(file, 'utf8')
    if (!text.includes(find)) throw new Error(`${file} does not have the text to be replaced`)
    writeFileSync(
      file,
      text.replace(find, () => replace),
    )
  } else if ('remove' in step) rmSync(step.remove, { recursive: true, force: true })
  else if ('run' in step)
    spawnSync('bash', ['-c', step.run], { stdio: 'ignore', env: { ...process.env, PATH: path }, timeout: 60_000 })
}
