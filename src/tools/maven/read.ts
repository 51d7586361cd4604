import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** Maven: surefire and failsafe, and the compiler's complaints. */
export const maven: ReaderPlan = {
  tool: 'maven',
  starts: ['[INFO] ', '[ERROR] ', 'Tests run: '],
  create: context => new Maven(context),
}

const FAILED = /^(?:\[ERROR\] )?\s*(\S.*?)(?: --)?\s+Time elapsed: [\d.,]+ s\s+<<< (FAILURE|ERROR)!/
const CLASS = /^(?:\[ERROR\] )?Tests run: .*<<< (?:FAILURE|ERROR)!.*?(?: -- in | - in )(\S+)$/
const TOTAL = /^\[(?:INFO|WARNING|ERROR)\] Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/
const COMPILE = /^\[ERROR\] (\/\S+\.(?:java|kt)|[A-Za-z]:\S+\.java):\[(\d+),\d+\] (.+)$/
const CRASHED = /^\[ERROR\] (?:The forked VM terminated|Crashed tests:)/

class Maven implements LineReader {
  readonly #run: FailureGatherer
  readonly #compile: FailureGatherer
  #class = ''
  #draft: FailureDraft | null = null
  #results = false
  #totals: number[] | null = null
  #plugin = false
  #built = false
  #nothing = false
  #crashed = false
  #surefire = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
    this.#compile = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text.includes('Tests run: ')) this.#counted(text)
    else if (text.includes(' <<< ') && FAILED.test(text)) this.#fail(FAILED.exec(text))
    else if (text.startsWith('[')) this.#tagged(text)
    else if (this.#draft) this.#detail(this.#draft, text)
  }

  end(): readonly FoundReading[] {
    const found: FoundReading[] = []
    if (this.#compile.drafts.length > 0)
      found.push(this.#compile.diagnostics('javac', { complete: true, weight: 'footer' }))
    if (this.#surefire || this.#totals || this.#nothing || (this.#plugin && this.#built)) found.push(this.#tests())
    return found
  }

  #tests(): FoundReading {
    const [total = 0, failures = 0, errors = 0, skipped = 0] = this.#totals ?? []
    const failed = failures + errors
    const counts = this.#totals || this.#nothing ? { passed: total - failed - skipped, failed, skipped, total } : null
    if (this.#crashed) this.#run.note('the test process ended before its tests did')
    const complete = this.#built && counts !== null && !this.#crashed
    return this.#run.tests('maven', {
      counts,
      complete,
      ran: total - skipped > 0,
      weight: counts ? 'footer' : 'banner',
    })
  }

  #counted(text: string): void {
    const inClass = CLASS.exec(text)?.[1]
    if (inClass) this.#class = inClass
    const total = this.#results ? TOTAL.exec(text) : null
    if (!total) return
    // One summary per module.
    this.#totals = total.slice(1).map((number, at) => Number(number) + (this.#totals?.[at] ?? 0))
    this.#results = false
    this.#draft = null
  }

  #fail(found: RegExpExecArray | null): void {
    if (!found) return
    const title = found[1] ?? ''
    const old = /^(.+)\((\S+)\)$/.exec(title)
    const dotted = old ? null : /^((?:[a-z_$][\w$]*\.)+[A-Z][\w$]*(?:\$\w+)*)\.(.+)$/.exec(title)
    const className = old?.[2] ?? dotted?.[1] ?? this.#class
    this.#draft = this.#run.add({
      title: [className.split('.').at(-1) ?? '', old?.[1] ?? dotted?.[2] ?? title],
      rule: className,
    })
  }

  #tagged(text: string): void {
    this.#draft = null
    if (/^\[INFO\] +T E S T S$/.test(text) || /^\[INFO\] Running \S+$/.test(text)) this.#surefire = true
    else if (/^\[INFO\] --- (?:maven-)?surefire(?:-plugin)?:/.test(text)) this.#plugin = true
    else if (/^\[(?:INFO|ERROR)\] (?:Results:|Failures: ?|Errors: ?)$/.test(text)) this.#results = true
    else if (text.startsWith('[ERROR] Failed to execute goal')) this.#built = true
    else if (/^\[INFO\] BUILD (?:SUCCESS|FAILURE)$/.test(text)) this.#built = true
    else if (/^\[(?:INFO|ERROR)\] (?:No tests to run\.|.*No tests were executed!)/.test(text)) this.#nothing = true
    else if (CRASHED.test(text)) this.#crash(text)
    else if (this.#crashed && /^\[ERROR\] [\w.$]+$/.test(text)) this.#crash(text)
    else if (COMPILE.test(text)) this.#complain(COMPILE.exec(text))
  }

  #crash(text: string): void {
    const name = /^\[ERROR\] ([a-z]\w*(?:\.\w+)+)$/.exec(text)?.[1]
    this.#crashed = true
    if (name && !this.#run.drafts.some(({ title }) => title[0] === name))
      this.#run.add({ title: [name], rule: name, message: 'the test process crashed or exited', family: 'crash' })
  }

  #complain(found: RegExpExecArray | null): void {
    const [, file = '', line, message = ''] = found ?? []
    if (
      this.#compile.drafts.some(
        draft => draft.file === file && draft.line === Number(line) && draft.message === message,
      )
    )
      return
    this.#compile.add({ title: [message], file, line: Number(line), message })
  }

  #detail(draft: FailureDraft, text: string): void {
    const simple = (draft.rule ?? '').split('.').at(-1)?.split('$')[0] ?? ''
    const at = /\((\w+\.(?:java|kt|groovy|scala)):(\d+)\)$/.exec(text)
    const nested = /at (?:\S+\/\/?)?(?:[\w$]+\.)*([A-Z]\w*\$\w+)\.\w+\(/.exec(text)?.[1]
    if (nested && at?.[1]?.startsWith(`${simple}.`)) draft.title = [nested, ...draft.title.slice(1)]
    if (at?.[1]?.startsWith(`${simple}.`) && draft.line === null) {
      const path = (draft.rule ?? '').split('.').slice(0, -1).join('/')
      draft.file = `src/test/${at[1].endsWith('.kt') ? 'kotlin' : 'java'}/${path === '' ? '' : `${path}/`}${at[1]}`
      draft.line = Number(at[2])
    }
    if (text.trim() !== '') this.#run.detail(draft, text.replace(/^\s+at (?:app\/\/)?/, '  at '))
  }
}
