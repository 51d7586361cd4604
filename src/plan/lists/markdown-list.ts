import { type ListedTask, type TaskList, withIds } from './task-list.ts'

interface Box {
  readonly line: number
  readonly done: boolean
}

interface Draft {
  readonly id: string | null
  readonly title: string
  readonly lines: readonly string[]
  readonly directives: Readonly<Record<string, string>>
  readonly boxes: readonly Box[]
  readonly done: boolean
}

const BOX = /^(\s*)(?:[-*+]|\d+[.)])\s+\[([ xX])\](?:\s+(.*))?$/
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
/** `### US-001: Title`, as PRDs write user stories; the boxes below are its acceptance criteria. */
const STORY = /^#{2,4}\s+(?:Story\s+)?([A-Z][A-Z0-9]*-\d+)\s*[:.—–-]\s*(.+?)\s*#*$/

/** Reads a checklist: a task per box, or per user story where the document has those. */
export function readMarkdownList(text: string): TaskList {
  const lines = text.split('\n')
  const visible = withoutFences(lines)
  const stories = readStories(visible)
  const drafts = withIds(stories.length > 0 ? stories : readBoxes(visible))
  return {
    format: 'markdown',
    tasks: drafts.map(taskFrom),
    gate: gateIn(visible),
    limits: {},
    mark: isDone => {
      const changed = drafts.filter(({ id, done }) => isDone(id) !== done)
      const marks = new Map(changed.flatMap(({ id, boxes }) => boxes.map(({ line }) => [line, isDone(id)] as const)))
      return lines.map((line, at) => marked(line, marks.get(at))).join('\n')
    },
    unmarked: () => lines.map((line, at) => marked(line, visible[at] === '' ? undefined : false)).join('\n'),
  }
}

/** A box that already says so stays as it is, also with a capital X. */
function marked(line: string, done: boolean | undefined): string {
  const says = BOX.exec(line)?.[2]
  if (done === undefined || says === undefined || (says !== ' ') === done) return line
  return line.replace(/\[[ xX]\]/, done ? '[x]' : '[ ]')
}

/** Lines in code blocks are empty here: a box in an example is no task. */
function withoutFences(lines: readonly string[]): readonly string[] {
  let fence: string | null = null
  return lines.map(line => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null
    if (fence === null && mark !== null) fence = mark
    else if (fence !== null && mark?.startsWith(fence)) fence = null
    else if (fence === null) return line.replace(/\r$/, '')
    return ''
  })
}

function readStories(lines: readonly string[]): readonly Draft[] {
  const starts = lines.flatMap((line, at) => {
    const found = STORY.exec(line)
    return found ? [{ at, depth: depthOf(line), id: found[1] ?? '', title: found[2] ?? '' }] : []
  })
  const stories = starts.map(({ at, depth, id, title }) => {
    const after = lines.findIndex((line, index) => index > at && HEADING.test(line) && depthOf(line) <= depth)
    const end = after === -1 ? lines.length : after
    const body = lines.slice(at + 1, end)
    const boxes = body.flatMap((line, index) => boxAt(line, at + 1 + index))
    const shown = body.filter(line => line.trim() !== '')
    return { id, title, lines: shown, directives: directivesIn(body), boxes, done: boxes.every(({ done }) => done) }
  })
  return stories.filter(({ boxes }) => boxes.length > 0)
}

const depthOf = (line: string): number => HEADING.exec(line)?.[1]?.length ?? 7

function boxAt(line: string, at: number): readonly Box[] {
  const found = BOX.exec(line)
  return found === null || (found[3] ?? '').trim() === '' ? [] : [{ line: at, done: found[2] !== ' ' }]
}

/** Boxes inside a box, and text below it, belong to the outer one. */
function readBoxes(lines: readonly string[]): readonly Draft[] {
  const drafts: Draft[] = []
  for (let at = 0; at < lines.length; at++) {
    const found = BOX.exec(lines[at] ?? '')
    if (found === null || (found[3] ?? '').trim() === '') continue
    const indent = (found[1] ?? '').length
    const end = endOfItem(lines, at, indent)
    const body = lines.slice(at + 1, end).filter(line => line.trim() !== '')
    const inner = lines.slice(at + 1, end).flatMap((line, index) => boxAt(line, at + 1 + index))
    const { text, directives } = inlineDirectives(found[3] ?? '')
    drafts.push({
      ...nameIn(text),
      lines: body,
      directives: { ...directives, ...directivesIn(body) },
      boxes: [{ line: at, done: found[2] !== ' ' }, ...inner],
      done: found[2] !== ' ',
    })
    at = end - 1
  }
  return drafts
}

function endOfItem(lines: readonly string[], start: number, indent: number): number {
  let end = start + 1
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (line.length - line.trimStart().length <= indent) break
    end = at + 1
  }
  return end
}

const NAMED = /^(?:\*\*)?\[?((?:Story\s+)?\d+(?:\.\d+)+|[A-Z]{1,8}-?\d+(?:\.\d+)*)\]?[.:]?(?:\*\*)?[.:]?\s+(.+)$/

/** `**1.2** Add …`, `T001 Add …`, `US-001: Add …` name the task. */
function nameIn(text: string): { readonly id: string | null; readonly title: string } {
  const found = NAMED.exec(text.trim())
  if (found === null) return { id: null, title: text.trim() }
  return { id: (found[1] ?? '').replace(/^Story\s+/, ''), title: (found[2] ?? '').trim() }
}

const DIRECTIVE =
  /^\s*(?:[-*+]\s+)?(?:\*\*)?(until|done when|verify|check|after|depends on|paths|files|agent|race)(?:\*\*)?\s*:(?:\*\*)?\s*(.+?)\s*$/i
const INLINE = /\s*[([](until|after|depends on|paths|files|agent|race):\s*((?:`[^`]*`|[^)\]])+)[)\]]\s*/gi

function directivesIn(lines: readonly string[]): Readonly<Record<string, string>> {
  const found = lines.flatMap(line => {
    const [, name = '', value = ''] = BOX.test(line) ? [] : (DIRECTIVE.exec(line) ?? [])
    return name === '' ? [] : directive(name, value)
  })
  return Object.fromEntries(found)
}

function inlineDirectives(text: string): {
  readonly text: string
  readonly directives: Readonly<Record<string, string>>
} {
  const found = [...text.matchAll(INLINE)].flatMap(([, name = '', value = '']) => directive(name, value))
  return { text: text.replace(INLINE, ' ').trim(), directives: Object.fromEntries(found) }
}

const SAME: Readonly<Record<string, string>> = { 'done when': 'until', 'depends on': 'after', files: 'paths' }

/** "Verify: …" is often prose. It counts when all of it is one command. */
function directive(spelled: string, value: string): readonly (readonly [string, string])[] {
  const name = spelled.toLowerCase()
  const command = /^`([^`]+)`\.?$/.exec(value.trim())?.[1]
  if (name === 'verify' || name === 'check') return command === undefined ? [] : [['until', command]]
  return [[SAME[name] ?? name, command ?? value.trim()]]
}

const listed = (value = ''): readonly string[] =>
  value
    .split(/[,\s]+/)
    .map(part => part.replace(/`/g, ''))
    .filter(part => part !== '')

function taskFrom({ id, title, lines, directives, done }: Draft & { readonly id: string }): ListedTask {
  const plainTitle = title.replace(/\*\*(.+?)\*\*/g, '$1').trim()
  const details = lines.filter(line => !DIRECTIVE.test(line)).map(line => line.replace(BOX, '$1- $3'))
  return {
    id,
    title: plainTitle,
    task: [plainTitle, ...details].join('\n'),
    until: directives['until'] ?? null,
    after: listed(directives['after']),
    agent: directives['agent'] ?? null,
    race: listed(directives['race']),
    limits: {},
    paths: listed(directives['paths']),
    done,
  }
}

/** `## Quality Gates` with commands that must pass for every story. */
function gateIn(lines: readonly string[]): string | null {
  const start = lines.findIndex(line => /^#{1,4}\s+(?:Quality|Regression) gates?\s*$/i.test(line))
  if (start === -1) return null
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(line => HEADING.test(line))
  const items = (end === -1 ? rest : rest.slice(0, end)).filter(line => line.trim() !== '')
  // A second introduction names commands that are for some stories only.
  const other = items.findIndex((line, at) => at > 0 && !/^\s*[-*+]\s/.test(line))
  const commands = (other === -1 ? items : items.slice(0, other)).flatMap(
    line => /^\s*[-*+]\s+`([^`]+)`/.exec(line)?.[1] ?? [],
  )
  return commands.length === 0 ? null : commands.map(command => `\`${command}\` passes`).join(' and ')
}
