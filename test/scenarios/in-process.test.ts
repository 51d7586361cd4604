import { expect, test } from 'vitest'
import { fastProject as inThisProcess } from '../rig/in-process.ts'
import { DONE, type Ended, type Project, fastProject as project } from '../rig/project.ts'

const TRIES: readonly (readonly string[])[] = [
  ['run', 'make the file', '-c', DONE, '--agent-cmd', 'touch done', '--loop-id', 'ralph-first-00000001', '--json'],
  ['run', 'fix it', '-c', 'test -f gone', '--agent-cmd', 'true', '--max-iterations', '1'],
  ['status', 'ralph-first-00000001'],
  ['verify', 'test -f gone'],
  ['infer', 'fix the tests', '--json'],
  ['run', 'make the file', '--no-such-flag'],
  ['status', '--help'],
]

/** Without what differs between two runs: the folder, ids, and figures. */
const told = ({ code, out, err }: Ended, { path }: Project): unknown => ({
  code,
  text: `${out}\n${err}`.replaceAll(path.replace(/\/project$/, ''), '').replace(/\b[\w+/=-]*\d[\w+/=.-]*/g, '#'),
})

test('a command that a test runs in its own process ends as the program does, and prints the same', async () => {
  const [own, process] = [inThisProcess({}, { git: true }), project({}, { git: true })]
  for (const args of TRIES)
    expect(told(await own.cli(args), own), args.join(' ')).toEqual(told(await process.cli(args), process))
})
