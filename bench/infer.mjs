#!/usr/bin/env node
// npm run bench:infer -- --corpus DIR [--only FILE] [--show] [--answers FILE]
// DIR holds cases.json, repos/owner__name/ and match.mjs; nothing of it is executed but its matcher.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { inferCompletion, readProject } from '../dist/core.js'

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    only: { type: 'string' },
    answers: { type: 'string' },
    show: { type: 'boolean' },
  },
})

if (values.corpus) await scoreCorpus(resolve(values.corpus))
else {
  console.error('usage: npm run bench:infer -- --corpus DIR [--only repos.json] [--answers FILE] [--show]')
  process.exitCode = 2
}

async function scoreCorpus(corpus) {
  const { judge } = await import(pathToFileURL(join(corpus, 'match.mjs')).href)
  const only = values.only ? new Set(JSON.parse(readFileSync(values.only, 'utf8'))) : null
  const cases = JSON.parse(readFileSync(join(corpus, 'cases.json'), 'utf8')).filter(
    ({ repo }) => !only || only.has(repo),
  )
  const rows = []
  for (const kase of cases) {
    const root = join(corpus, 'repos', kase.repo.replace('/', '__'))
    for (const task of kase.tasks) {
      const inference = inferCompletion(task.text, await readProject(root, task.text))
      const answer = commandOf(inference)
      const strict = judge(answer, task, kase)
      // With any runner allowed, a forbidden `npm test` also forbids the accepted `pnpm test`. What is right strictly is right.
      const lenient = strict.ok ? strict : judge(answer, task, kase, { anyRunner: true })
      rows.push({ kase, task, answer, inference, strict, lenient })
    }
  }
  print(rows)
  if (values.show) show(rows)
  if (values.answers)
    writeFileSync(
      values.answers,
      JSON.stringify(
        rows.map(({ kase, task, answer }) => ({ repo: kase.repo, text: task.text, command: answer })),
        null,
        1,
      ),
    )
}

// A structural fallback that asks for confirmation proves nothing by itself; the corpus counts it as a refusal.
function commandOf(inference) {
  if (inference.kind === 'refused') return null
  const { proposal } = inference
  return proposal.class === 'structural' && proposal.needs_human_confirmation
    ? null
    : commandsIn(inference.done).join(' && ')
}

// The corpus labels commands. Files, identifiers, and comparisons with the start of a loop stand beside them.
function commandsIn(criterion) {
  return [...new Set('command' in criterion ? [criterion.command] : (criterion.parts ?? []).flatMap(commandsIn))]
}

function print(rows) {
  line('all', rows)
  line(
    'evidence complete',
    rows.filter(({ kase }) => !kase.leftOut?.length),
  )
  line(
    'vague, to be refused',
    rows.filter(({ task }) => task.reason === 'vague'),
  )
  line(
    'no such check',
    rows.filter(({ task }) => task.reason === 'no-check'),
  )
  line(
    'scoped',
    rows.filter(({ task }) => task.scope),
  )
  certainty(rows)
  for (const name of ['tests', 'lint', 'typecheck', 'build', 'regression', 'coverage'])
    line(
      `  ${name}`,
      rows.filter(({ task }) => task.class === name && task.accept !== 'refuse'),
    )
  for (const language of [...new Set(rows.map(({ kase }) => kase.language))].sort())
    line(
      `  ${language}`,
      rows.filter(({ kase }) => kase.language === language),
    )
}

// What "high" and "needs no confirmation" promise, and how often they are said.
function certainty(rows) {
  const proposed = rows.filter(({ answer }) => answer !== null)
  const isRight = ({ lenient }) => lenient.okLenient
  const isUnasked = ({ inference }) => !inference.proposal.needs_human_confirmation
  const share = (part, whole) =>
    `${(whole.length === 0 ? '-' : `${((100 * part.length) / whole.length).toFixed(1)}%`).padStart(6)} of ${whole.length}`
  const unasked = proposed.filter(isUnasked)
  const right = proposed.filter(isRight)
  const high = proposed.filter(({ inference }) => inference.proposal.confidence === 'high')
  console.log(`unasked proposals right  ${share(unasked.filter(isRight), unasked)}`)
  console.log(`right ones not asked     ${share(right.filter(isUnasked), right)}`)
  console.log(`right when "high"        ${share(high.filter(isRight), high)}`)
}

function line(label, rows) {
  const share = count => (rows.length === 0 ? '-' : `${((100 * count) / rows.length).toFixed(1)}%`).padStart(6)
  const strict = share(rows.filter(row => row.strict.ok).length)
  const lenient = share(rows.filter(row => row.lenient.okLenient).length)
  const forbidden = share(rows.filter(row => row.strict.verdict === 'forbidden').length)
  const refused = share(rows.filter(row => row.strict.verdict === 'refused').length)
  console.log(
    `${label.padEnd(24)} n=${String(rows.length).padStart(3)}  strict ${strict}  lenient ${lenient}  forbidden ${forbidden}  wrongly refused ${refused}`,
  )
}

function show(rows) {
  for (const { kase, task, answer, inference, strict, lenient } of rows) {
    if (strict.ok) continue
    const mark = lenient.okLenient ? '~' : ' '
    const wanted = Array.isArray(task.accept) ? task.accept[0] : `${task.accept} ${task.reason}`
    console.log(
      `${mark}${strict.verdict.padEnd(9)} ${kase.repo} | ${task.text} | [${inference.kind === 'proposed' ? inference.proposal.class : 'refused'}] got: ${answer} | want: ${wanted}`,
    )
  }
}
