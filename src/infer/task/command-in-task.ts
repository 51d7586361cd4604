import { purposesOfTool } from '../../tools/commands/purposes.ts'
import { referenceIn, type ScriptBook } from '../../tools/commands/script-book.ts'
import { usualCommand } from '../../tools/commands/tool-names.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { isCheckProgram } from '../../tools/shell/programs.ts'

const VERDICT =
  '(?:pass(?:es|ing)?|succeeds?|exits?(?: with)?(?: code)? 0|exit code 0|(?:is|are|runs?|comes back|gets?|be|becomes?)? ?(?:clean|green|happy|ok|fine)(?:ly)?|works?|returns? 0|no(?: more)? (?:errors|warnings|failures)|reports? (?:no|nothing|0)\\b[^,.;]*|runs? without errors?|completes?|is fixed)'

const ADVERBS = '(?:(?:now|currently|suddenly|just|also|still|always|again)\\s+)*'
const TROUBLE =
  "(?:dies|died|breaks|broke|chokes|aborts|bails|blows up|crashes|stopped|stops|no longer|do(?:es)? ?n[o']?t|won'?t|refuses|fails?|failed|is (?:red|broken|failing)|complains|(?:prints|shows|reports|gives|throws|has) (?:\\w+ )?(?:errors?|warnings?|failures?))"

/** A command that the task itself names as its own proof: "make `npx tsc --noEmit` pass". Null when it names none. */
export function commandInTask(task: string, scripts: ScriptBook): string | null {
  const quoted = [...task.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner.trim())
  const commands = quoted.filter(isCommand)
  if (commands.length > 0 && asksFor(task)) return [...new Set(commands)].join(' && ')
  const found = unquotedCommand(task)
  return found?.startsWith('make ') && !isTarget(found, scripts) ? null : found
}

/** "make callers.py pass mypy" is English, unless there is such a target. Autotools write theirs later. */
function isTarget(command: string, scripts: ScriptBook): boolean {
  const reference = referenceIn(command)
  if (reference === null || scripts.state('make') === 'unread' || scripts.find(reference) !== undefined) return true
  return scripts.state('make') === 'absent' && /^(?:check|test|all|lint|dist|distcheck|install)$/.test(reference.name)
}

/** The sentence contains a verdict, or is about making that command succeed. */
function asksFor(task: string): boolean {
  const around = task.replace(/`[^`]+`/g, ' CMD ').replace(/["']/g, '')
  return (
    new RegExp(`CMD\\s+(?:and CMD\\s+)*(?:must |should |to |both |all )*${VERDICT}`, 'i').test(around) ||
    /\b(until|make|get|so that|run|verify with|check with|proof|criterion|done when|passes?)\b[^.]*CMD/i.test(around) ||
    new RegExp(`CMD\\s+${ADVERBS}${TROUBLE}\\b`, 'i').test(around) ||
    /CMD[^.]*\b(fails?|failing|is (red|broken)|errors?|complains)/i.test(around)
  )
}

function isCommand(text: string): boolean {
  // A tool of npm is not on the path; how the project calls it is ours to find.
  if (usualCommand(text)?.usual.startsWith('npx ') === true) return false
  if (!/\s/.test(text) && !isCheckProgram(text) && !/^(make|\.\/[\w./-]+)$/.test(text)) return false
  return (
    purposesOfTool(unwrap(text)) !== undefined ||
    referenceIn(text) !== null ||
    /^(npx|npm|pnpm|yarn|bun|cargo|go|python3?|node|bash|sh|\.\/|make|test|grep|!)\b/.test(text)
  )
}

/** `GOOS=windows`: it makes another command of the same words. */
const VARIABLES = '(?:[A-Z][A-Z\\d_]*=[\\w./:,-]+\\s+)*'
const PROGRAM =
  '(?:npx|npm|pnpm|yarn|bun|cargo|go|uv run|poetry run|bundle exec|make|mix|dotnet|mvn|\\./\\w+|gradle|python -m|tox -e|nox -s|tox|nox|composer|deno|task|just|bin/\\w+)'
/** An option, with the word that is its value (`--features webdav`), or a path. */
const ARGUMENT =
  '(?:\\s+-{1,2}[\\w=:.,/-]+(?:\\s+(?!(?:now|currently|suddenly|just|also|still|always|again|to|is|are|must|should|does|do|no|in|on|with|and|or|pass|passes|fails?)\\b)[a-z][\\w,-]*)?|\\s+[A-Z][A-Z\\d_]*=\\S+|\\s+[\\w:./-]*[./:][\\w:./-]*)'
// Behind "when" stands what the program does wrong, not what is wrong with the project.
const UNQUOTED = new RegExp(
  `(?:\\b(?:until|make|get|so that|till)\\s+|^|[:.;]\\s+)(${VARIABLES}${PROGRAM}\\s+[\\w:./@=-]+${ARGUMENT}*)\\s+(?:to )?${ADVERBS}(?:${VERDICT}|${TROUBLE}\\b(?!\\s+(?:when|if)\\b))`,
  'i',
)

function unquotedCommand(task: string): string | null {
  const found = UNQUOTED.exec(task.replace(/["']/g, ''))?.[1]?.trim()
  // A bare tool ("get cargo clippy clean") names what to check; how the project calls it is ours to find.
  if (
    found !== undefined &&
    !/\s-|^[A-Z\d_]+=/.test(found) &&
    !/^(npm|pnpm|yarn|bun|make|task|just|composer|deno task|\.\/|bin\/)/.test(found)
  )
    return null
  return found === undefined ||
    /^make (the|it|sure|all|a|an|our|my|this|that|them|everything|tests?$|ci$)\b/i.test(found) ||
    /^(task|just|go) (the|a|an|to|on|through)\b/i.test(found)
    ? null
    : found
}
