import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { TOOLS } from '../catalog.ts'
import type { OutputReading } from '../reading/reading.ts'
import { descendants, type Element, parseXml } from '../reports/xml.ts'
import type { ReportedRun } from './records.ts'
import type { ToldTest } from './test-ids.ts'

interface Run {
  readonly root: string
  readonly reading: OutputReading
  readonly startedAt: number
}

/** Some tools write reports into the tree whether asked or not; those of this run are the ones written during it. */
export async function reportFiles({ root, reading, startedAt }: Run): Promise<ReportedRun[]> {
  const endedAt = Date.now()
  const told: ReportedRun[] = []
  for (const { name: tool, ids } of TOOLS) {
    if (ids?.reports === undefined) continue
    const own = reading.tools.filter(one => one.tool === tool && one.ran)
    if (own.length === 0) continue
    const { findFiles } = await import('../../system/find-files.ts')
    const paths = (await findFiles(root, ids.reports)).filter(path => isFresh(join(root, path), startedAt, endedAt))
    const reports = paths.map(path => ({ path, ...parseXml(readFileSync(join(root, path), 'utf8')) }))
    const tests = reports.flatMap(({ path, root: top }) => testsIn(top, root, path))
    if (tests.length === 0) continue
    told.push({
      tool,
      tests,
      files: [...new Set(tests.flatMap(({ file }) => (file === null ? [] : [file])))],
      closed: reports.every(({ closed }) => closed) && own.every(({ complete }) => complete),
      extra: { passed: 0, failed: 0 },
      retries: Math.max(...tests.map(({ retries }) => retries)),
      only: null,
      notes: [],
    })
  }
  return told
}

// File systems may keep whole seconds. A time that has not come yet was not set by writing.
function isFresh(path: string, startedAt: number, endedAt: number): boolean {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
  return mtimeMs >= Math.floor(startedAt / 1000) * 1000 && mtimeMs <= endedAt + 1000
}

function testsIn(top: Element, root: string, path: string): ToldTest[] {
  const module = path.replace(/(?:^|\/)(?:target|build)\/.*$/, '')
  return descendants(top, 'testcase').map(test => {
    const { classname = '', name = '' } = test.attributes
    const inside = new Set(test.children.map(child => child.name))
    const tried = test.children.filter(child => /^(?:flaky|rerun)(?:Failure|Error)$/.test(child.name)).length
    const failed = inside.has('failure') || inside.has('error')
    return {
      file: sourceOf(classname, root, module),
      title: [classname.split('.').at(-1) ?? classname, name.replace(/\(\)$/, '')],
      state: failed ? 'failed' : inside.has('skipped') ? 'skipped' : 'passed',
      retries: tried,
    }
  })
}

/** Reports name classes; a class stands in the file of its outermost one. */
function sourceOf(classname: string, root: string, module: string): string | null {
  const path = classname.replace(/\$.*$/, '').replaceAll('.', '/')
  const languages = ['java', 'kotlin', 'groovy', 'scala']
  const endings: Readonly<Record<string, string>> = { kotlin: 'kt' }
  return (
    languages
      .map(language => join(module, 'src/test', language, `${path}.${endings[language] ?? language}`))
      .find(file => existsSync(join(root, file))) ?? null
  )
}
