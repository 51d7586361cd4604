import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOutput } from '../../check/output/read-output.ts'
import { gather } from './gather.ts'
import { reportFiles } from './report-files.ts'

const recorded = resolve(import.meta.dirname, '../../../test/recordings/maven/fail-junit5')
const reading = readOutput(readFileSync(`${recorded}.txt`, 'utf8'), 1, { command: 'mvn test', root: '/home/dev/maven' })

function tree(): { root: string; report: string } {
  const root = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [report, source] = ['target/surefire-reports/TEST-demo.CalcTest.xml', 'src/test/java/demo/CalcTest.java']
  for (const file of [report, source]) mkdirSync(dirname(join(root, file)), { recursive: true })
  copyFileSync(`${recorded}.report.xml`, join(root, report))
  writeFileSync(join(root, source), '')
  return { root, report: join(root, report) }
}

test('a report of this run names every test, as the output names those that fail', async () => {
  const { root } = tree()
  const reported = await reportFiles({ root, reading, startedAt: Date.now() - 60_000 })
  const [runner] = gather({ reported, listed: [], reading, roots: [root] })?.runners ?? []
  expect(runner).toMatchObject({ tool: 'maven', source: 'report', closed: true, agrees: true })
  expect(runner?.tests.map(({ id }) => id)).toContain('src/test/java/demo/CalcTest.java::CalcTest > negatives')
  expect(runner?.tests).toHaveLength(6)
})

test.each([-3600, 3600])('one that was not written during the run is none: %d s', async seconds => {
  const { root, report } = tree()
  const time = Date.now() / 1000 + seconds
  utimesSync(report, time, time)
  expect(await reportFiles({ root, reading, startedAt: Date.now() - 60_000 })).toEqual([])
})

test('one that breaks off is not closed', async () => {
  const { root, report } = tree()
  writeFileSync(report, readFileSync(report, 'utf8').replace(/<\/testsuite>\s*$/, ''))
  expect(await reportFiles({ root, reading, startedAt: Date.now() - 60_000 })).toMatchObject([{ closed: false }])
})
