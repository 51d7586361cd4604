import { createAgent } from '../../src/agents/create.ts'
import { FORMATS } from '../../src/agents/program.ts'
import { sampled } from '../rig/long-form.ts'
import { agentConformance, type Behaviour } from './agent-suite.ts'
import { BY_LINE, fake } from './fake-programs.ts'

/** What is told and given, and how a process ends, is the same code for all formats, and is shown once; all else for each. */
const OF_A_FORMAT: readonly Behaviour[] = ['claims done', 'asks', 'fails', 'odd bytes', 'counts']
/** Slow ones: for one more format, and for all in the long form. A gigabyte of each is in the bench. */
const SLOW: readonly Behaviour[] = ['is killed', 'hangs', 'floods']
const only = (behaviours: readonly Behaviour[]): typeof BY_LINE =>
  Object.fromEntries(
    Object.entries(BY_LINE).map(([name, line]) => [name, behaviours.some(each => each === name) ? line : null]),
  ) as typeof BY_LINE

const formats = FORMATS.filter(each => each !== 'text')
const slow = sampled(formats)
for (const format of formats)
  agentConformance(`headless, ${format}`, {
    make: (line, ports) => createAgent(fake(format, line), ports),
    shows: format === 'claude' ? BY_LINE : only(slow.includes(format) ? [...OF_A_FORMAT, ...SLOW] : OF_A_FORMAT),
  })
