import { expect, test } from 'vitest'
import { commandNamed } from '../../src/cli/commands.ts'
import { commandsOf, type DocumentedCommand } from './command-lines.ts'
import { PAGES } from './markdown.ts'
import { brokenShop, fixedShop, type Shop } from './shop.ts'
import { missingFrom } from './transcript.ts'

/** Commands that need a loop in a certain state, or a configuration. The scenarios of each run them; here only their arguments are read. */
const NEEDS_A_LOOP = ['abort', 'adopt', 'attach', 'blocked', 'merge', 'notify', 'pause', 'resume', 'tell', 'waive']

/** Commands that run until they are stopped. Their scenarios run them. */
const SERVES = ['ui']

/** Commands that need a database. Their scenarios run them. */
const OF_A_FLEET = ['fleet', 'worker', '--fleet']

/** Whether a command runs here at all; the transcript of the demo is compared where the demo runs, and the shop has no branches to prove. */
const runsHere = ({ words, words: [verb = '', first = ''] }: DocumentedCommand): boolean =>
  verb !== 'demo' &&
  !words.some(word => OF_A_FLEET.includes(word)) &&
  ![...NEEDS_A_LOOP, ...SERVES].includes(verb) &&
  !(verb === 'prove' && first.includes('..')) &&
  !(verb === 'plan' && ['pause', 'resume', 'status', 'drop', '-'].includes(first))

/** A loop is only shown, not started; a configuration is only shown, not written. */
function executable({ words }: DocumentedCommand): readonly string[] {
  const [verb = ''] = words
  if (verb === 'init') return [...words, ...['-y', '--dry-run'].filter(flag => !words.includes(flag))]
  const startsLoop =
    verb === 'run' ||
    verb === 'start' ||
    (verb === 'plan' && words[1] === 'run') ||
    (verb.includes(' ') && commandNamed(verb) === undefined)
  const hasCriterion = words.some(word => word === '-c' || word === '-y')
  if (!startsLoop || words.includes('--help')) return words
  return [...words, ...(hasCriterion ? [] : ['-y']), ...(words.includes('--dry-run') ? [] : ['--dry-run'])]
}

/** Commands about a loop that ended, and about checks that can pass. */
const needsFixedShop = ({ words }: DocumentedCommand): boolean =>
  ['<id>', '--gate', 'gate', 'receipt', 'report', 'prove'].some(word => words.includes(word))

/** A failing check is an answer, too. */
const isAnswer = (verb: string | undefined, code: number | null): boolean =>
  code === 0 || (verb === 'verify' && code === 1)

async function wrongIn(commands: readonly DocumentedCommand[], shop: Shop): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const command of commands) {
    const { page, line, shown } = command
    const words = executable(command)
    const end = await shop.run(words.map(word => (word === '<id>' ? shop.loop : word)))
    const missing = missingFrom(shown ?? [], end.out + end.err)
    wrong.push(...missing.map(text => `${page}: not printed by ${line}: ${text}`))
    if (shown === null && !isAnswer(words[0], end.code))
      wrong.push(`${page}: exit code ${end.code}: ${line}\n${end.err}`)
  }
  return wrong
}

test('command lines of the pages run, and print what the pages show', { timeout: 600_000 }, async () => {
  const documented = PAGES.flatMap(commandsOf).filter(runsHere)
  const each = [
    ...new Map(documented.map(command => [JSON.stringify([command.words, command.shown]), command])).values(),
  ]
  const wrong = [
    ...(await wrongIn(
      each.filter(command => !needsFixedShop(command)),
      brokenShop(),
    )),
    ...(await wrongIn(each.filter(needsFixedShop), await fixedShop())),
  ]
  expect(wrong).toEqual([])
})
