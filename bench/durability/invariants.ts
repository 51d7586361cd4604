import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, type Stage } from './stage.ts'

type Line = Readonly<Record<string, unknown>>

/** What was seen of a journal stays in it; and what it tells adds up, beside what agents and gates wrote down themselves. */
export function journalWatch(stage: Stage, trouble: (says: string) => void) {
  const seen = new Map<string, string>()
  return {
    look(id: string): readonly Line[] {
      const text = readFileSync(join(stage.loopFolder(id), 'events.jsonl'), 'utf8')
      const whole = settled(text)
      const before = seen.get(id) ?? ''
      if (!whole.startsWith(before)) trouble(`${id}: something that was in the journal is gone`)
      seen.set(id, whole)
      const lines = linesOf(whole)
      // Read first and looked for then: what the journal says is over must have been dead before it was written.
      const over = lastOver(lines)
      for (const { loop, iteration, pid } of stage.turnsAlive())
        if (loop === id && iteration <= over && isRunning(pid))
          trouble(`${id}: process ${pid} of turn ${iteration} lives, and turn ${over} is over`)
      return lines
    },
    /** After the last round. */
    judge(id: string): void {
      const lines = this.look(id)
      const numbers = lines.filter(({ kind }) => kind === 'turn-start').map(({ iteration }) => Number(iteration))
      if (!numbers.every((number, index) => number === index + 1))
        trouble(`${id}: turns are not numbered one after the other: ${numbers.join(' ')}`)
      for (const kind of ['turn-end', 'check-end']) {
        const of = lines.filter(line => line['kind'] === kind).map(({ iteration }) => Number(iteration))
        if (new Set(of).size !== of.length) trouble(`${id}: some ${kind} is there twice`)
      }
      for (const line of lines.filter(({ kind }) => kind === 'check-end')) judgeVerdict(id, line)
      const end = lines.at(-1)
      if (end?.['status'] === 'verified' && !existsSync(join(stage.loopFolder(id), 'receipt.json')))
        trouble(`${id}: verified without a receipt`)
    },
    /** By the agents' own word, no turn of a loop was ever taken twice, and none beside another. */
    judgeLedger(): void {
      const turns = linesIn(join(stage.ledger, 'turns'))
      const twice = turns.filter((turn, index) => turns.indexOf(turn) !== index)
      for (const turn of twice) trouble(`the turn ${turn} was taken twice`)
      for (const word of linesIn(join(stage.ledger, 'trouble'))) trouble(`by their own word: ${word}`)
    },
  }

  function judgeVerdict(id: string, { iteration, evidence, verdict }: Line): void {
    const log = join(stage.loopFolder(id), 'iterations', String(iteration).padStart(3, '0'), 'verify.log')
    const green = verdict === 'verified'
    if (!Array.isArray(evidence) || evidence.length === 0)
      trouble(`${id}: turn ${iteration} is judged without evidence`)
    else if (!green && (!existsSync(log) || statSync(log).size === 0))
      trouble(`${id}: turn ${iteration} is judged without a log`)
    if (green && !existsSync(join(stage.ledger, 'finish')))
      trouble(`${id}: turn ${iteration} is verified, and was never green`)
  }
}

/** The last turn that is over: it ended, the next one began, or the loop was taken up after it was cut off. */
function lastOver(lines: readonly Line[]): number {
  const last = lines.findLast(({ kind }) => kind === 'turn-start' || kind === 'turn-end' || kind === 'loop-resume')
  const iteration = Number(last?.['iteration'] ?? 0)
  return last?.['kind'] === 'turn-start' ? iteration - 1 : iteration
}

/** Up to the last line of a batch that is whole. */
function settled(text: string): string {
  const lines = text.split('\n').slice(0, -1)
  const last = lines.findLastIndex(line => !line.includes('"more":true'))
  return lines
    .slice(0, last + 1)
    .map(line => `${line}\n`)
    .join('')
}

const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Line)

const linesIn = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
