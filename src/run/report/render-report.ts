import { safeJson } from '../../std/safe-json.ts'
import { asHtml } from './html.ts'
import type { LoopReport } from './loop-report.ts'
import { asMarkdown } from './markdown.ts'
import { reportBlocks, titleOf } from './report-blocks.ts'

export const REPORT_FORMATS = ['md', 'html', 'json', 'github'] as const

type ReportFormat = (typeof REPORT_FORMATS)[number]

/** The text of a report in one of its formats. Pure. */
export function renderReport(report: LoopReport, format: ReportFormat): string {
  switch (format) {
    case 'json':
      return `${safeJson(report)}\n`
    case 'html':
      return asHtml(titleOf(report), reportBlocks(report))
    case 'md':
    case 'github':
      return asMarkdown(reportBlocks(report))
  }
}
