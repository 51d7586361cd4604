import type { ToldTest } from '../ids/test-ids.ts'
import type { Lister, ListerPlan } from '../ids/test-ids-plan.ts'
import { indentOf } from '../reading/gather.ts'

/** The Test Anything Protocol, with subtests that are indented below their name. */
export const tapListing: ListerPlan = {
  create: () => new Tap(),
}

const POINT = /^ *(not )?ok\b(?: \d+)?(?: -)? ?(.*?)(?:\s+#\s*(skip|todo)\b.*)?(?:\s+# (?:time=|in \d|timeout ).*)?$/i

class Tap implements Lister {
  readonly #found: ToldTest[] = []
  #open: { indent: number; name: string }[] = []

  line(text: string): void {
    const indent = indentOf(text)
    const subtest = /^ *# Subtest: (.+)$/.exec(text)?.[1]
    if (subtest !== undefined) {
      this.#open = [...this.#open.filter(group => group.indent < indent), { indent, name: subtest }]
      return
    }
    const point = /^ *(?:not )?ok\b/.test(text) ? POINT.exec(text) : null
    if (!point) return
    const [, bad, said = '', directive] = point
    const name = said.replaceAll('\\#', '#')
    // The point of a group stands where the group began, and says nothing that its members do not say.
    const closes = this.#open.some(group => group.indent === indent && name === group.name)
    this.#open = this.#open.filter(group => group.indent < indent)
    // Deeper than any group that is open: not the protocol, but what a program printed.
    const depth = this.#open.at(-1)?.indent
    if (closes || indent !== (depth === undefined ? 0 : depth + 4)) return
    const title = [...this.#open.map(group => group.name), name]
    const file = title.find(part => /\.[cm]?[jt]sx?$/.test(part)) ?? null
    const word = directive?.toLowerCase()
    const state = word === 'skip' ? 'skipped' : word === 'todo' ? 'todo' : bad ? 'failed' : 'passed'
    this.#found.push({ file, title: title.filter(part => part !== file), state, retries: 0 })
  }

  tests(): readonly ToldTest[] {
    return this.#found
  }
}
