import { createAgent } from '../../src/agents/create.ts'
import { FORMATS } from '../../src/agents/program.ts'
import { agentConformance, type Behaviour } from './agent-suite.ts'
import { BY_LINE, fake } from './fake-programs.ts'

/** What is told and given is the same code for all formats, and is shown once; all else for each. A gigabyte of each is in the bench. */
const OF_A_FORMAT: readonly Behaviour[] = [
  'claims done',
  'asks',
  'fails',
  'is killed',
  'hangs',
  'floods',
  'odd bytes',
  'counts',
]
const only = (behaviours: readonly Behaviour[]): typeof BY_LINE =>
  Object.fromEntries(
    Object.entries(BY_LINE).map(([name, line]) => [name, behaviours.some(each => each === name) ? line : null]),
  ) as typeof BY_LINE

for (const format of FORMATS.filter(each => each !== 'text'))
  agentConformance(`headless, ${format}`, {
    make: (line, ports) => createAgent(fake(format, line), ports),
    shows: format === 'claude' ? BY_LINE : only(OF_A_FORMAT),
  })
