import { Readable } from 'node:stream'
import { type Loose, loose, textOf } from '../preload/loose.ts'
import { claimRun, isWanted, type RecordFile } from '../preload/record-file.ts'
import type { RunnerPreload } from '../preload/runner-preload.ts'

export const preload: RunnerPreload = {
  isOwn: ({ options }) => options.includes('--test'),
  watch: () => watch(true),
  watchOthers: ({ program }) => {
    // Packages are not written with node:test against themselves; a project's own script may be.
    if (!/[\\/]node_modules[\\/]/.test(program)) watch(false)
  },
}

/**
 * node:test tells its reporters what happens through a stream that says everything as an event as well. A reporter of ours beside
 * the one that the command names would need options that it may contradict; listening needs none.
 */
function watch(claimNow: boolean): void {
  let records = claimNow && isWanted() ? claimRun('node:test') : null
  const open = new Map<string, string[]>()
  const emit = Readable.prototype.emit
  Readable.prototype.emit = function (this: Readable, ...args: Parameters<typeof emit>): boolean {
    const [type] = args
    if (typeof type === 'string' && type.startsWith('test:') && this.constructor.name === 'TestsStream') {
      try {
        if (records === null && isWanted()) records = claimRun('node:test')
        if (records) note(records, open, type, loose(args[1]))
      } catch {
        // A report must not change a run.
      }
    }
    return emit.apply(this, args)
  }
}

const RUNS_LAST = /^duration_ms /

/**
 * The last word is about no file, but newer versions give it the file where one is run by itself. Under `--test` each file has
 * a summary of its own, which ends nothing.
 */
function isLast(type: string, data: Loose, file: string | null, nesting: number): boolean {
  if (type === 'test:summary') return file === null || !process.execArgv.some(option => option === '--test')
  return type === 'test:diagnostic' && nesting === 0 && file === null && RUNS_LAST.test(String(data['message']))
}

function note(records: RecordFile, open: Map<string, string[]>, type: string, data: Loose): void {
  const [file, name, nesting] = [textOf(data['file']), String(data['name']), Number(data['nesting'] ?? 0)]
  if (isLast(type, data, file, nesting)) records.close()
  const path = open.get(file ?? '') ?? []
  if (type === 'test:start') {
    open.set(file ?? '', [...path.slice(0, nesting), name])
    return
  }
  if (type !== 'test:pass' && type !== 'test:fail') return
  const details = loose(data['details'])
  if (nesting === 0 && file !== null) records.file(file)
  if (details['type'] === 'suite') return
  // A file in which no test ran is passed, and one that dies has failed, under its own path.
  if (nesting === 0 && file !== null && (name === file || file.endsWith(`/${name}`))) {
    if (type === 'test:pass') records.note({ extra: 'passed', says: `no test ran in: ${file}` })
    else records.note({ extra: 'failed', says: `could not be run: ${file}` })
    return
  }
  records.test({ file, title: [...path.slice(0, nesting), name], state: stateOf(type, data) })
}

function stateOf(type: string, { skip, todo }: Loose): string {
  if (skip !== undefined && skip !== false) return 'skipped'
  if (todo !== undefined && todo !== false) return 'todo'
  return type === 'test:pass' ? 'passed' : 'failed'
}
