import { FailureGatherer } from '../reading/gather.ts'
import { placeIn } from '../reading/paths.ts'
import type { ReadContext } from '../reading/reader.ts'
import type { TestCounts, ToolReading } from '../reading/reading.ts'
import { descendants, type Element, parseXml } from './xml.ts'

/** JUnit's XML, as pytest, surefire, gradle, phpunit, bats, ctest, node:test, vitest, mocha, bun, deno and playwright write it. */
export function readJunit(xml: string, context: ReadContext): ToolReading | null {
  const { root, closed } = parseXml(xml)
  if (!root.children.some(({ name }) => name === 'testsuites' || name === 'testsuite')) return null
  const run = new FailureGatherer(context)
  const counts = { passed: 0, failed: 0, skipped: 0 }
  visit(root, { path: [], file: null }, (test, place) => {
    const kind = kindOf(test)
    counts[kind] += 1
    if (kind === 'failed') fail(run, test, place)
  })
  const total: TestCounts = { ...counts, total: counts.passed + counts.failed + counts.skipped }
  const { reading } = run.tests('junit', {
    counts: total,
    complete: closed,
    ran: counts.passed + counts.failed > 0,
    weight: 'footer',
  })
  return reading
}

interface Position {
  readonly path: readonly string[]
  readonly file: string | null
}

function visit(element: Element, position: Position, test: (test: Element, position: Position) => void): void {
  for (const child of element.children) {
    if (child.name === 'testcase') test(child, position)
    else if (child.name === 'testsuite' || child.name === 'testsuites') {
      const file = child.attributes['file'] ?? child.attributes['filepath'] ?? position.file
      visit(
        child,
        { path: child.name === 'testsuite' ? [...position.path, child.attributes['name'] ?? ''] : position.path, file },
        test,
      )
    }
  }
}

function kindOf(test: Element): 'passed' | 'failed' | 'skipped' {
  const names = test.children.map(({ name }) => name)
  if (names.includes('failure') || names.includes('error')) return 'failed'
  if (names.includes('skipped') || test.attributes['status'] === 'disabled' || test.attributes['status'] === 'notrun')
    return 'skipped'
  return 'passed'
}

function fail(run: FailureGatherer, test: Element, position: Position): void {
  const [trouble] = [...descendants(test, 'failure'), ...descendants(test, 'error')]
  const { name = '', classname = '', file, line } = test.attributes
  const details = [trouble?.attributes['message'] ?? '', ...(trouble?.text ?? '').split('\n')]
  const place = details.map(placeIn).find(found => found !== null)
  const python = file === undefined ? pythonFile(classname) : null
  const own = file ?? position.file ?? python?.file ?? fileLike(classname) ?? place?.file ?? null
  const title = python ? [...python.classes, name] : titleOf(name, classname, position, own)
  const draft = run.add({ title, file: own, line: line ? Number(line) : null })
  for (const text of details) run.detail(draft, text)
  const message = trouble?.attributes['message']?.split('\n')[0]
  if (message) draft.message = message
}

const fileLike = (text: string): string | null => (/^\S+\.(?:[cm]?[jt]sx?|bats|py|rb|php)$/.test(text) ? text : null)

// pytest writes "tests.test_calc.TestNested" where modules end and classes begin with a capital.
function pythonFile(classname: string): { file: string; classes: string[] } | null {
  const parts = classname.split('.')
  const module = parts.findLastIndex(part => /^test_|_test$/.test(part))
  return module === -1 ? null : { file: `${parts.slice(0, module + 1).join('/')}.py`, classes: parts.slice(module + 1) }
}

function titleOf(name: string, classname: string, position: Position, file: string | null): string[] {
  const suites = position.path.filter(
    part => part !== '' && part !== file && !/^(?:Mocha Tests|jest tests|vitest tests|root|bun test)$/i.test(part),
  )
  if (fileLike(classname) || classname === file)
    return name.includes(' > ') || suites.length === 0 ? [name] : [...suites.filter(part => !fileLike(part)), name]
  if (
    classname === '' ||
    classname === 'test' ||
    name === classname ||
    (/^[ .:>]/.test(name.slice(classname.length)) && name.startsWith(classname))
  )
    return [...suites.filter(part => !fileLike(part) && part !== 'test'), name]
  return [classname.split('.').at(-1) ?? classname, name]
}
