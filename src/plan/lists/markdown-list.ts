import { idsIn, keyOfBox, keyOfHeading } from './task-keys.ts'
import { type ListedTask, rankOf, type TaskList, withIds } from './task-list.ts'

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
/** The mark of a task without boxes, at the end of its heading. */
const HEADING_MARK = /\s+\[([ xX])\](?=\s*$)/

/** Reads a checklist: a task per box, or per keyed heading where the document has those. */
export function readMarkdownList(text: string): TaskList {
  const lines = text.split('\n')
  const visible = withoutExamples(lines)
  const drafts = withIds(readDrafts(visible))
  return {
    format: 'markdown',
    tasks: [...drafts].sort((a, b) => rankIn(a) - rankIn(b)).map(taskFrom),
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

/** A box that already says so stays as it is, also with a capital X. A heading has a mark only when it is done. */
function marked(line: string, done: boolean | undefined): string {
  const says = (BOX.exec(line) ?? [])[2] ?? (HEADING.test(line) ? (HEADING_MARK.exec(line)?.[1] ?? ' ') : undefined)
  if (done === undefined || says === undefined || (says !== ' ') === done) return line
  if (!HEADING.test(line)) return line.replace(/\[[ xX]\]/, done ? '[x]' : '[ ]')
  return `${line.replace(HEADING_MARK, '').trimEnd()}${done ? ' [x]' : ''}${line.endsWith('\r') ? '\r' : ''}`
}

/** Lines in code blocks and comments are empty here: a box in an example is no task. */
function withoutExamples(lines: readonly string[]): readonly string[] {
  let fence: string | null = null
  let inComment = false
  return lines.map(line => {
    if (fence === null) {
      const shown: string = (inComment ? `<!--${line}` : line).replace(/<!--.*?-->/g, '')
      inComment = shown.includes('<!--')
      const mark = /^\s*(```+|~~~+)/.exec(shown)?.[1]
      if (mark === undefined) return shown.replace(/<!--.*$/, '').replace(/\r$/, '')
      fence = mark
    } else if (/^\s*(```+|~~~+)/.exec(line)?.[1]?.startsWith(fence)) fence = null
    return ''
  })
}

/** Keyed headings with boxes; else boxes; else keyed headings without any. */
function readDrafts(lines: readonly string[]): readonly Draft[] {
  const stories = readStories(lines)
  const withBoxes = stories.filter(({ boxes }) => boxes.some(({ line }) => BOX.test(lines[line] ?? '')))
  if (withBoxes.length > 0) return withBoxes
  const drafts = readBoxes(lines)
  return drafts.length > 0 ? drafts : stories
}

function readStories(lines: readonly string[]): readonly Draft[] {
  return lines.flatMap((line, at): readonly Draft[] => {
    const key = keyOfHeading(line.replace(HEADING_MARK, ''))
    if (key === null) return []
    const depth = depthOf(line)
    const after = lines.findIndex((other, index) => index > at && HEADING.test(other) && depthOf(other) <= depth)
    const body = lines.slice(at + 1, after === -1 ? lines.length : after)
    const inner = body.flatMap((each, index) => boxAt(each, at + 1 + index))
    const own = { line: at, done: (HEADING_MARK.exec(line)?.[1] ?? ' ') !== ' ' }
    const boxes = inner.length > 0 ? inner : [own]
    const shown = body.filter(each => each.trim() !== '')
    return [{ ...key, lines: shown, directives: directivesIn(body), boxes, done: boxes.every(({ done }) => done) }]
  })
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
      ...keyOfBox(text),
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

const DIRECTIVE =
  /^\s*(?:[-*+]\s+)?(?:\*\*)?(until|done when|verify|check|after|depends on|dependencies|paths|files|agent|race|priority)(?:\*\*)?\s*:(?:\*\*)?\s*(.+?)\s*$/i
const INLINE = /\s*[([](until|after|depends on|paths|files|agent|race):\s*((?:`[^`]*`|[^)\]`])+)[)\]]\s*/gi

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

const SAME: Readonly<Record<string, string>> = {
  'done when': 'until',
  'depends on': 'after',
  dependencies: 'after',
  files: 'paths',
}

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
    after: idsIn(directives['after'] ?? ''),
    agent: directives['agent'] ?? null,
    race: listed(directives['race']),
    limits: {},
    paths: listed(directives['paths']),
    acceptance: lines.flatMap(line => BOX.exec(line)?.[3] ?? []),
    done,
  }
}

/** Stories may say how urgent they are; other tasks come in the order of the document. */
const rankIn = ({ directives }: Draft): number => rankOf(directives['priority'])

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
