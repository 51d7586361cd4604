// What the action tells people: annotations at the lines concerned, a summary of the job, and outputs for later steps. Text of agents,
// tests, and repositories is data: it is cut, stripped of control characters, and escaped for the place where it goes.

import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The facts of a run, whatever the mode. */
export function summary(mode, code, events) {
  const error = events.find(event => event.error !== undefined && event.kind === undefined)?.error
  const end = events.findLast(({ kind }) => kind === 'loop-end')
  const check = events.findLast(({ kind }) => kind === 'check-end' || kind === 'baseline-end')
  const start = events.find(({ kind }) => kind === 'loop-start')
  const answer = events.findLast(({ accepted, gates }) => accepted !== undefined || gates !== undefined)
  const findings = check?.findings ?? []
  const status = error
    ? 'error'
    : (end?.status ?? (answer === undefined ? 'error' : code === 0 ? 'accepted' : 'refused'))
  const refused = findings.filter(({ objection }) => objection !== null)
  return {
    mode,
    status,
    criterion: start?.spec?.done ?? null,
    message: error ? [error.message, error.hint].join(' ') : end ? messageOf(mode, end) : textOf(answer),
    findings,
    failing: (check?.evidence ?? []).flatMap(({ failing }) => failing),
    missing: check?.missing ?? null,
    tests: check?.evidence?.find(({ tests }) => tests !== null)?.tests ?? null,
    turns: events.filter(({ kind }) => kind === 'turn-end').length,
    receipt: end?.receipt ?? null,
    outputs: {
      status,
      verified: String(code === 0),
      'exit-code': String(code),
      findings: [...new Set(refused.map(({ rule }) => rule))].join(','),
      'loop-id': end?.loop ?? start?.loop ?? '',
    },
  }
}

/** A proof has no turns, and no limit of them. */
const messageOf = (mode, { status, message }) =>
  mode !== 'prove'
    ? message
    : status === 'verified'
      ? 'The check passes, and the proof holds.'
      : message.replace(/^turn limit reached \(1\), and /, '')

const textOf = answer =>
  [...(answer?.says ?? []), ...(answer?.gates ?? []).map(({ criterion, says }) => `${criterion}: ${says}`)].join('\n')

/** A line for the log while it runs; null for events that are not worth one. */
export function progressLine(mode, event) {
  const { kind, iteration, verdict, status, message } = event
  if (kind === 'baseline-end') return `baseline: ${verdict}`
  if (kind === 'turn-start') return mode === 'prove' ? null : `turn ${iteration}`
  if (kind === 'check-end') return `check: ${verdict}`
  if (kind === 'finding') return `finding: ${oneLine(event.finding.rule)}: ${oneLine(event.finding.says)}`
  if (kind === 'loop-end') return `${headingOf(mode, status)}: ${oneLine(messageOf(mode, { status, message }))}`
  return null
}

/** In the words of the command: a proof that did not hold reached no limit. */
const headingOf = (mode, status) => (mode === 'prove' && status === 'limit_reached' ? 'not verified' : status)

const MOST = 20

export function annotations(result, where) {
  const { mode, status, message, findings, failing, outputs } = result
  const tests = failing.map(id => ({ level: 'error', title: 'Failing test', place: id, text: id }))
  const rules = findings.flatMap(({ rule, objection, says, places }) =>
    (places.length === 0 ? [null] : places).map(place => {
      const level = objection === null ? 'warning' : 'error'
      return { level, title: rule, place, text: says }
    }),
  )
  const lines = [...rules, ...tests].slice(0, MOST).map(note => command(note, where))
  const whole = { level: 'error', title: `agent-loop: ${headingOf(mode, status)}`, place: null, text: message }
  return outputs.verified === 'true' ? lines : [...lines, command(whole, where)]
}

function command({ level, title, place, text }, where) {
  const at = placeOf(place, where)
  const properties = [
    ...(at === null ? [] : [`file=${property(at.file)}`, `line=${at.line}`]),
    `title=${property(title)}`,
  ]
  return `::${level} ${properties.join(',')}::${data(cut(text))}`
}

/** `file`, `file:line`, or the id of a test, `file::title > title`: its line is where the file has the title. */
function placeOf(place, { cwd, root }) {
  const [path = '', ...titles] = (place ?? '').split('::')
  const [, name = '', line] = /^(.*?)(?::(\d+))?(?::\d+)?$/.exec(path) ?? []
  const file = join(cwd, name)
  if (name === '' || relative(root, file).startsWith('..') || !existsSync(file)) return null
  return { file: relative(root, file), line: Number(line ?? lineOf(file, titles.join('::'))) }
}

function lineOf(file, title) {
  const last =
    title
      .replace(/#\d+$/, '')
      .split(' > ')
      .at(-1)
      ?.replace(/\[.*\]$/, '') ?? ''
  if (last === '') return 1
  try {
    return Math.max(
      1,
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex(line => line.includes(last)) + 1,
    )
  } catch {
    return 1
  }
}

const CUT = 2_000
const cut = text => (text.length > CUT ? `${text.slice(0, CUT)}…` : text)
const data = text => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = text => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Control characters, and those that change the direction of text. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const oneLine = text => cut(text).replace(CONTROL, '').replace(/\s+/g, ' ')

/** In a page of GitHub: no tag, link, image, or mention of somebody. */
const shown = text => oneLine(text).replace(/[&<>@|[\]!`*_#\\~]/g, char => `&#${char.codePointAt(0)};`)

export function writeSummary(file, result) {
  if (!file) return
  const { status, criterion, message, missing, findings, failing, tests, turns, mode, outputs } = result
  const lines = [
    `### ${outputs.verified === 'true' ? '✅' : '❌'} agent-loop ${mode}: ${shown(headingOf(mode, status))}`,
    '',
    ...message.split('\n').map(line => `${shown(line)}<br>`),
    '',
    ...(criterion === null ? [] : [`- Criterion: <code>${shown(criterion)}</code>`]),
    ...(tests === null ? [] : [`- Tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`]),
    ...(turns === 0 || mode === 'prove' ? [] : [`- Turns: ${turns}`]),
    ...(failing.length === 0 ? [] : ['', '**Failing**', '', ...failing.slice(0, MOST).map(id => `- ${shown(id)}`)]),
    ...(failing.length === 0 || !missing ? [] : ['', `<pre>${cut(missing).split('\n').map(shown).join('<br>')}</pre>`]),
    ...(findings.length === 0 ? [] : ['', '| finding | | places |', '| --- | --- | --- |']),
    ...findings.map(
      ({ rule, says, places }) => `| ${shown(rule)} | ${shown(says)} | ${places.map(shown).join('<br>')} |`,
    ),
    ...(outputs.findings === ''
      ? []
      : [
          '',
          `<code>agent-loop explain ${shown(outputs.findings.split(',')[0])}</code> says more. If the change is intended, allow it with the inputs <code>may-change</code> or <code>waive</code>.`,
        ]),
    '',
  ]
  appendFileSync(file, `${lines.join('\n')}\n`)
}

/** With a delimiter that no value can contain. */
export function writeOutputs(file, outputs) {
  if (!file) return
  const end = `end-${randomUUID()}`
  for (const [name, value] of Object.entries(outputs))
    appendFileSync(file, `${name}<<${end}\n${oneLine(value)}\n${end}\n`)
}
