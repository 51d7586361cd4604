// The agent of a plan for a real project. It finds its task by the words in brackets, and does what its script says for this turn.
//   plan-agent.mjs SCRIPT MEMORY: the edits of every task as JSON; a folder that remembers how often each task was tried
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edit } from '../projects/case.ts'
import { editTree } from '../projects/edit-tree.ts'
import type { AgentScript } from './planned.ts'

const BESIDES = {
  'ticks-boxes': () => writeFileSync('PLAN.md', readFileSync('PLAN.md', 'utf8').replaceAll('[ ]', '[x]')),
  'leaves-process': () => spawn('sleep', ['3000'], { detached: true, stdio: 'ignore' }).unref(),
  'takes-notes': () => appendFileSync('notes.txt', 'tried\n'),
}

const [script = '', memory = ''] = process.argv.slice(2)
const prompt = readFileSync(0, 'utf8')
const task = /\[task (\w+)\]/.exec(prompt)?.[1] ?? ''
const { turns = [], back, also } = (JSON.parse(readFileSync(script, 'utf8')) as AgentScript)[task] ?? {}

mkdirSync(memory, { recursive: true })
const record = join(memory, task)
const earlier = existsSync(record) ? readFileSync(record, 'utf8').length : 0
appendFileSync(record, '.')

const last = turns.at(-1) ?? []
if (prompt.includes('could not be merged')) {
  for (const name of readdirSync('.')) if (name.endsWith('.go')) takeBranch(name)
  for (const edit of back ?? last) makeOnce(edit)
} else for (const edit of turns[earlier] ?? last) makeOnce(edit)
if (also !== undefined) BESIDES[also]()

/** Takes what the branch has in every conflict. The agent's own edits are made again after that. */
function takeBranch(path: string): void {
  const before = readFileSync(path, 'utf8')
  const after = before.replace(
    /^<<<<<<< .*\n([\s\S]*?)(?:^\|\|\|\|\|\|\| .*\n[\s\S]*?)?^=======\n[\s\S]*?^>>>>>>> .*\n/gm,
    '$1',
  )
  if (after !== before) writeFileSync(path, after)
}

/** An earlier turn, or one that was killed, may have made it. */
function makeOnce(edit: Edit): void {
  if (edit.do === 'insert' && readFileSync(edit.file, 'utf8').includes(edit.text)) return
  if (edit.do === 'swap' && !readFileSync(edit.file, 'utf8').includes(edit.find)) return
  editTree('.', [edit])
}
