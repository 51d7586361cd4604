import { appendFile, writeFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { cleanText } from '../../run/clean-output.ts'
import { readReport } from '../../run/report/read-report.ts'
import { REPORT_FORMATS, renderReport } from '../../run/report/render-report.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { nearest } from '../../std/nearest.ts'
import { nodeDisk } from '../../system/disk.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { inProjectOfLatest } from '../project-of-loop.ts'

const USAGE = 'agent-loop report [loop-id] [--format md|html|json|github] [--output FILE]'

export const report: Command = {
  summary:
    'Writes a report of a loop as one file: result, criterion, evidence, what was verified and what was not, turns, changes, cost, and receipt.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'journals',
  flags: {
    format: {
      takes: 'text',
      placeholder: 'FORMAT',
      says: 'md (default), html, json, or github: Markdown that is added to the job summary ($GITHUB_STEP_SUMMARY)',
    },
    output: { takes: 'text', placeholder: 'FILE', says: 'write the report to this file' },
  },

  async run(asked) {
    const format = formatOf(asked)
    const context = await inProjectOfLatest(asked)
    const [id, extra] = context.positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
    const { env } = context
    const place = { disk: nodeDisk('private'), layout: await layoutHere(context), env }
    const text = cleanText(renderReport(await readReport(place, id), format), env)
    await deliver(text, format, asked)
    return 0
  },
}

type Format = (typeof REPORT_FORMATS)[number]

function formatOf({ flags, json }: CommandContext): Format {
  const given = flags.text('format')
  if (given === undefined) return json ? 'json' : 'md'
  const format = REPORT_FORMATS.find(known => known === given)
  if (format !== undefined && (!json || format === 'json')) return format
  throw argumentProblem('report-format', { given, near: json ? 'json' : nearest(given, REPORT_FORMATS) })
}

async function deliver(text: string, format: Format, context: CommandContext): Promise<void> {
  const { flags, shellDirectory, env, out, err } = context
  const file = flags.text('output')
  const summary = env['GITHUB_STEP_SUMMARY'] ?? ''
  const isSummary = file === undefined && format === 'github' && isAbsolute(summary)
  const path = file === undefined ? (isSummary ? summary : null) : resolve(shellDirectory(), file)
  if (path === null) return out(text.trimEnd())
  // The steps of a job share the summary.
  const write = isSummary ? appendFile : writeFile
  await write(path, text).catch((error: unknown) => {
    throw cliProblem('report-not-written', { path, because: error instanceof Error ? error.message : String(error) })
  })
  if (!context.json) err(`Report written to ${path}`)
}
