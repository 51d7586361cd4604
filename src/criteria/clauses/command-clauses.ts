import { fail } from '../../std/result.ts'
import { asksServer, countsSomething } from '../../tools/shell/answers.ts'
import { independentParts, readShell } from '../../tools/shell/shell-line.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { allOf, type Criterion } from '../criterion.ts'
import { type CriterionReading, exits, type Reader, read, unreadable } from '../reading.ts'
import { awaitsText } from '../shell/command-likeness.ts'
import { commandNamed, subjectCommand } from '../shell/command-words.ts'
import { findComparison, inSeconds } from './comparison.ts'
import { readMeasure } from './measure-clauses.ts'
import { outcomesOf } from './outcomes.ts'
import { readOutput } from './output-clauses.ts'
import { NEW_FAILURES, skipsNothing, withVerdict } from './role-clauses.ts'
import { toolCommand } from './roles.ts'
import { endsInStyle, runsTests, speaksOfStyle, styleOfTests } from './style-of-tests.ts'
import { commandVerdicts } from './verdict-position.ts'

/** A command and its expected result: an exit code, a text in the output, or a number. */
export const readCommandClause: Reader = (clause, commands) => {
  for (const reader of [
    finishesInTime,
    newFailures,
    withoutSkips,
    countIs,
    judged,
    readOutput,
    readMeasure,
    bareCommand,
  ]) {
    const reading = reader(clause, commands)
    if (reading) return reading
  }
  return null
}

/** `a && b` becomes two parts if they do not need the same shell. */
function run(command: string, said: string, build: (command: string, said: string) => Criterion): Criterion {
  const parts = withSteps(independentParts(command))
  return parts.length === 1 ? build(command, said) : allOf(parts.map(part => build(part, part)))
}

/** A command that cannot fail is a step, not a check; it stays with the check that it prepares or follows. */
function withSteps(parts: readonly string[]): readonly string[] {
  const joined: string[] = []
  let steps = ''
  for (const part of parts) {
    if (!outcomesOf(part).canFail) steps += `${part} && `
    else {
      joined.push(steps + part)
      steps = ''
    }
  }
  const left = steps.replace(/ && $/, '')
  if (left === '') return joined
  const last = joined.pop()
  return [...joined, last === undefined ? left : `${last} && ${left}`]
}

/** A shell line with all its operators, optionally followed by a verdict; nothing in it is prose. */
export const readShellClause: Reader = (clause, commands) => judged(clause, commands) ?? bareCommand(clause, commands)

const bareCommand: Reader = (clause, commands) => {
  const command = commandNamed(clause)
  if (command !== null && endsInStyle(command)) return styleOfTests(clause, commands)
  return command === null || awaitsText(command) ? null : read(run(command, command, (part, said) => exits(part, said)))
}

const judged: Reader = (clause, commands) => {
  for (const { subject, verdict, ofProcess } of commandVerdicts(clause)) {
    if (/(?:[;&|]|\b(?:and|or|with|without|no|not|the|has|have))$/i.test(subject) || awaitsText(subject)) continue
    const tool = /^\S+$/.test(subject) ? toolCommand(subject, commands) : null
    const command = tool ?? commandNamed(subject, ofProcess ? 'process' : 'bare')
    if (command === null) continue
    const words = clause.slice(clause.indexOf(subject) + subject.length)
    if (verdict.kind === 'passes' && speaksOfStyle(words) && runsTests(command)) return styleOfTests(clause, commands)
    const printed = verdict.kind === 'exits' ? printedNumber(command, verdict.code, { words, said: clause }) : null
    if (printed) return printed
    return read(
      verdict.kind === 'passes' || (verdict.kind === 'exits' && verdict.code === 0)
        ? run(command, clause, (part, said) => withVerdict(part, verdict, said))
        : withVerdict(command, verdict, clause),
    )
  }
  return null
}

/** "returns 0" means the printed number for a command that counts, and the response for one that calls a server. */
function printedNumber(
  command: string,
  code: number,
  { words, said }: { words: string; said: string },
): CriterionReading {
  if (/\b(?:exits?|exited|exit|code|status|rc|ends?|terminates?|quits?)\b/i.test(words)) return null
  if (code >= 100 && asksServer(command)) return fail(unreadable(said, { code: 'http-status' }))
  return countsSomething(command) ? read(printsNumber(command, code, said)) : null
}

const printsNumber = (command: string, value: number, said: string): Criterion => ({
  kind: 'output_threshold',
  command,
  measure: { kind: 'number', label: null },
  is: 'equal',
  value,
  unit: null,
  every: false,
  said,
})

const COUNT_IS =
  /^(.+?)\s+(?:(?:should|must|will)\s+)?(?:is|be|equals|gives|yields|==?|outputs|returns)\s+(?:exactly\s+)?(\d+|zero)$/is

/** "grep -c TODO a.ts is 0". */
const countIs: Reader = (clause, commands) => {
  const [, subject = '', number = ''] = COUNT_IS.exec(clause) ?? []
  const command = subject === '' ? null : subjectCommand(subject, commands)
  if (command === null || !countsSomething(command)) return null
  return read(printsNumber(command, number.toLowerCase() === 'zero' ? 0 : Number(number), clause))
}

const NO_SKIPS =
  /^(.+?)\s+(?:(?:passes|pass|succeeds|is green|exits 0|runs)(?:,?\s+and)?\s+)?(?:with|has|reports|shows)\s+(?:no|0|zero)\s+(?:skipped|pending|ignored|disabled)\s+(?:tests?|specs?)$/i

/** "npm test passes with no skipped tests". */
const withoutSkips: Reader = (clause, commands) => {
  const subject = NO_SKIPS.exec(clause)?.[1]
  const command = subject ? subjectCommand(subject, commands) : null
  return command === null ? null : read(skipsNothing(command, clause))
}

const newFailures: Reader = (clause, commands) => {
  const subject = NEW_FAILURES.exec(clause)?.[1]
  const command = subject ? subjectCommand(subject, commands) : null
  return command === null ? null : read({ kind: 'no_new_failures', command, said: clause })
}

const IN_TIME =
  /^(.+?)\s+(?:(?:should|must|will|still)\s+)*(?:(?:finish(?:es)?|completes?|runs?|ends?|passes|succeeds|takes?|is done|exits 0|builds?)\s+)(?:in\s+)?(?:(?:less|fewer|no more|not more) than|under|below|within|at most|up to|<=?|no longer than)\s+(.+)$/i

/** A time limit for the command itself is put before it; `timeout` turns it into an exit code. */
const finishesInTime: Reader = (clause, commands) => {
  const match = IN_TIME.exec(clause)
  const limit = match?.[2] ? findComparison(match[2]) : null
  const seconds = limit && limit.before === '' && limit.after === '' ? inSeconds(limit) : null
  if (!match?.[1] || seconds === null) return null
  const command = subjectCommand(match[1], commands)
  if (command === null) return null
  const simple = readShell(command)?.commands[0]?.command.type === 'Command' && !/^\w+=/.test(command)
  return read(exits(`timeout ${seconds} ${simple ? command : `bash -c ${shellQuote(command)}`}`, clause))
}

/** A test file is not run by its name; the criterion must say what runs it. */
export const readTestFile: Reader = clause => {
  const file =
    /^`?([\w./@-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|exs|java|kt))`?\s+(?:passes|pass|succeeds|is green|runs?|works)\b/i.exec(
      clause,
    )?.[1]
  return file ? fail(unreadable(clause, { code: 'file-without-runner', file })) : null
}
