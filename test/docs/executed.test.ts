import { expect, test } from 'vitest'
import { commandNamed } from '../../src/cli/commands.ts'
import { commandsOf, type DocumentedCommand } from './command-lines.ts'
import { PAGES } from './markdown.ts'
import { brokenShop, fixedShop, type Shop } from './shop.ts'
import { missingFrom } from './transcript.ts'

/** Commands that need a loop in a certain state, or that never end by themselves. The scenarios of each run them. */
const NEEDS_A_LOOP = ['abort', 'adopt', 'attach', 'blocked', 'merge', 'pause', 'resume', 'tell', 'waive']

/** What runs for a command of a page: a loop is only shown, and the demo runs in its own scenario. */
function executable({ words }: DocumentedCommand): readonly string[] | null {
  const [verb = ''] = words
  if (verb === 'demo' || NEEDS_A_LOOP.includes(verb)) return null
  const startsLoop = verb === 'run' || verb === 'start' || (verb.includes(' ') && commandNamed(verb) === undefined)
  return !startsLoop || words.includes('--dry-run')
    ? words
    : [...words, ...(hasCriterion(words) ? [] : ['-y']), '--dry-run']
}

const hasCriterion = (words: readonly string[]): boolean => words.some(word => word === '-c' || word === '-y')

/** The check of the broken shop fails, and that is an answer. */
const isAnswer = (verb: string | undefined, code: number | null): boolean =>
  code === 0 || (verb === 'verify' && code === 1)

async function wrongWith(documented: DocumentedCommand, broken: Shop, fixed: Shop): Promise<readonly string[]> {
  const words = executable(documented)
  if (words === null) return []
  const [verb] = words
  const needsGreen = words.includes('<id>') || words.includes('--gate') || verb === 'gate' || verb === 'receipt'
  const shop = needsGreen ? fixed : broken
  const end = await shop.run(words.map(word => (word === '<id>' ? shop.loop : word)))
  const { page, line, shown } = documented
  if (shown !== null)
    return missingFrom(shown, end.out + end.err).map(text => `${page}: not printed by ${line}: ${text}`)
  return isAnswer(verb, end.code) ? [] : [`${page}: exit code ${end.code}: ${line}\n${end.err}`]
}

test('command lines of the pages run as the pages say', { timeout: 600_000 }, async () => {
  const [broken, fixed] = [brokenShop(), await fixedShop()]
  const seen = new Map(
    PAGES.flatMap(commandsOf).map(command => [JSON.stringify([command.words, command.shown]), command]),
  )
  const wrong: string[] = []
  for (const command of seen.values()) wrong.push(...(await wrongWith(command, broken, fixed)))
  expect(wrong).toEqual([])
})
