import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { PURPOSE_CLASS, type TaskReading } from './task-class.ts'

/** How sure a part of the sentence is about what it asks for. The first part that is sure decides. */
type Sureness = 'sure' | 'likely' | 'guess'

export interface PartReading {
  readonly reading: TaskReading
  readonly sureness: Sureness
}
export const reading = (wants: readonly Purpose[], phrase: string, more: Partial<TaskReading> = {}): TaskReading => ({
  class: PURPOSE_CLASS[wants[0] ?? 'test'],
  phrase: phrase.trim().slice(0, 60),
  wants,
  breadth: 'everything',
  unusual: false,
  ...more,
})

export const gate = (phrase: string, more: Partial<TaskReading> = {}): TaskReading =>
  reading(['test', 'build', 'lint', 'types'], phrase, { class: 'regression-gate', ...more })
export const bug = (phrase: string): TaskReading => reading(['test'], phrase, { class: 'bug-fix' })
export const feature = (phrase: string): TaskReading => reading(['test'], phrase, { class: 'implement-feature' })
export const sure = (one: TaskReading): PartReading => ({ reading: one, sureness: 'sure' })
export const likely = (one: TaskReading): PartReading => ({ reading: one, sureness: 'likely' })
export const guess = (one: TaskReading): PartReading => ({ reading: one, sureness: 'guess' })
