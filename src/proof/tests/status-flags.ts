/** Files in which people and programs keep the state of work. */
const DATA =
  /\.(?:json[c5l]?|ya?ml|toml|ini|cfg|csv|tsv|xml|md|mdx|markdown|txt|org|rst|adoc|env)$|(?:^|\/)(?:TODO|STATUS|PROGRESS|TASKS|PLAN)$/i

const KEYS =
  'passe[sd]|passing|pass|done|completed?|finished|implemented|verified|status|state|progress|resolved|closed|ready|approved|checked|fixed|works|ok|success'
const WORDS =
  'to-?do|open|pending|planned|missing|in[- _]progress|not[- _](?:started|done)|started|done|completed?|closed|finished|wip|failing|failed|passing|passed|fail|pass|yes|no|true|false|ok'

const STATUS: readonly RegExp[] = [
  new RegExp(String.raw`(?<=["']?\b(?:${KEYS})["']?\s*[:=]\s*)(?:"[^"\n]*"|'[^'\n]*'|[\w%.-]+)`, 'gi'),
  /(?<=^\s*(?:[-*+]|\d+[.)])\s+)\[[ xX~-]\]/gm,
  /[✓✔✅❌✗✘☐☑☒]/gu,
  new RegExp(String.raw`(?<=[|,;:(\[<>\s"']|^)(?:${WORDS})(?=["']?\s*(?:[|,;)\]}<>]|$))`, 'gim'),
]

/** Lists of what is left to do: an item that is gone is said to be done. */
const WORK_LIST = /(?:^|\/)(?:to-?do|tasks?|plan|backlog|checklist|issues|roadmap|remaining|open)[^/.]*(?:\.\w+)?$/i

/** The line without the status in it. */
const bare = (line: string): string => STATUS.reduce((text, pattern) => text.replace(pattern, '#'), line).trimEnd()

/** The earlier text with only the changes of a status in it; null when no status changed. */
export function withNewStatus(path: string, before: string, now: string): string | null {
  if (!DATA.test(path) || before === now) return null
  if (WORK_LIST.test(path) && isShortened(before, now)) return now
  const lines = now.split('\n')
  const plain = lines.map(bare)
  let next = 0
  const changed = before.split('\n').map(line => {
    const at = plain.indexOf(bare(line), next)
    if (at < 0) return line
    next = at + 1
    const found = lines[at] ?? line
    // Whitespace at the end of a line is no status, and a linter may ask to remove it.
    return found.trimEnd() === line.trimEnd() ? line : found
  })
  const text = changed.join('\n')
  return text === before ? null : text
}

const FLAGS =
  /(?<=["']?\b(?:passe[sd]|passing|done|completed?|finished|implemented)["']?\s*[:=]\s*)(?:false|true)\b|(?<=^\s*(?:[-*+]|\d+[.)])\s+)\[[ xX]\]/gim

/** Flags that say that something is done were set, none was taken back, and nothing else changed. */
export function onlySetsFlags(path: string, before: string, now: string): boolean {
  const bareText = (text: string): string => text.replace(FLAGS, '#')
  const isSet = (text: string): boolean[] => [...text.matchAll(FLAGS)].map(([flag]) => /^(?:true|\[x\])$/i.test(flag))
  if (!DATA.test(path) || before === now || bareText(before) !== bareText(now)) return false
  const flags = isSet(now)
  return isSet(before).every((was, at) => !was || flags[at] === true)
}

/** Lines are gone, and nothing else changed. */
function isShortened(before: string, now: string): boolean {
  const left = before.split('\n')
  let next = 0
  return now.split('\n').every(line => {
    const at = left.indexOf(line, next)
    next = at + 1
    return at >= 0
  })
}
