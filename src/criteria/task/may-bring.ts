import { mayBeBrought } from '../../tools/commands/not-found.ts'
import type { MissingTool } from '../../tools/commands/start-failure.ts'
import { asksForState } from './asks-for-state.ts'
import { mainClause } from './clauses.ts'
import { readTask } from './read-task.ts'

/**
 * Whether the work itself may add what a check needs. A missing script, target, or file is then a failing check and not a broken one;
 * so is a missing program, when the task names it: "add eslint". A task to repair the build or its dependencies may install anything.
 */
export function mayBring(task: string, missing: MissingTool): boolean {
  if (REPAIRS_SETUP.test(task)) return true
  if (!isAdding(task)) return false
  return mayBeBrought(missing) || task.toLowerCase().includes(missing.program.toLowerCase())
}

/** A task that only asks for a state expects its checks to exist. */
function isAdding(task: string): boolean {
  if (asksForState(task)) return false
  const clauses = mainClause(task).split(/[,;:.]\s+|\b(?:and|then|to)\s+/i)
  return (
    clauses.some(clause => ADDING.test(clause.trim())) || ADDED.test(task) || ADDS[readTask(task)?.class ?? ''] === true
  )
}

/** "make CI work", "install the dependencies", "the build is broken". A task about tests expects that they can run. */
const REPAIRS_SETUP =
  /\b(?:fix|repair|unbreak|restore|make|get|install|add|update|upgrade|bump|pin|resolve)\s+(?:(?:an?|the|our|all|missing|broken|failing|declared|project|dev|development)\s+)*(?:(?:[\w-]+\s+)?(?:dependenc(?:y|ies)|gems?)|build|CI|pipeline|workflows?|Gemfile|lock ?files?|go\.(?:mod|sum)|environment)\b|\b(?:build|CI|pipeline|dependenc(?:y|ies)|gems?) (?:is|are) (?:broken|failing|red|missing|not installed)\b/i

const ADDING =
  /^(?:please )?(?:add|create|write|implement|introduce|set ?up|initiali[sz]e|init|scaffold|bootstrap|install|generate|develop|build|make|migrate|port|convert|switch|move|rename|replace|provide|configure|enable|extract|start|produce|define|draft|prepare|bring)\b/i
const ADDED = /\b(?:added|created|introduced|generated|set up|missing|lacks?)\b|\b(?:want|need)s? (?:a|an|some)\b/i
const ADDS: Readonly<Record<string, boolean>> = { 'implement-feature': true, docs: true, 'use-case': true }
