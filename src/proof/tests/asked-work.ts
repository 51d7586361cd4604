import { readTask } from '../../criteria/task/read-task.ts'
import type { ProofCase } from '../proof-case.ts'

/** The class of the work, read from the task where the criterion was given; empty when it is unknown. */
export function workOf({ taskClass, task }: Pick<ProofCase['options'], 'taskClass' | 'task'>): string {
  if (taskClass !== null) return taskClass
  const read = readTask(task)
  return read === null || read.unusual ? '' : read.class
}

const NEW_TESTS =
  /\b(?:with|including|plus)\s+(?:\w+\s+){0,3}tests?\b|\b(?:add|write|create|adding|writing)\s+(?:\w+\s+){0,4}tests?\b|(?:\band|[,+&])\s+(?:a\s+|some\s+|new\s+)?(?:unit\s+|regression\s+)?tests?\s*(?:[.!;,]|$)/i

/** "add a parser, with tests": the task itself asks for tests of the new behavior. */
export const asksForNewTests = (task: string): boolean => NEW_TESTS.test(task)
