import { isAbsolute, relative, resolve } from 'node:path'
import type { AskPerson } from '../agent.ts'
import { type AgentJson, listAt, objectAt, textAt } from '../json.ts'
import type { Permissions } from '../permissions.ts'

/** The answer to one question of an agent: the id of an option, or null for no answer. */
type PermissionAnswer = string | null

interface PermissionQuestion {
  /** The tool call in question, with what was reported about it before. */
  readonly call: AgentJson
  readonly options: readonly unknown[]
}

export interface PermissionJudgement {
  readonly permissions: Permissions
  readonly workspace: string
  readonly ask: AskPerson | undefined
  readonly signal: AbortSignal
}

/** Reading is always allowed. These kinds change files, and only files. */
const LOOKS = ['read', 'search', 'think']
const EDITS = ['edit', 'move', 'delete']

/** Answers a permission request by the policy; only `ask` asks a person. */
export async function answerPermission(
  question: PermissionQuestion,
  judgement: PermissionJudgement,
): Promise<PermissionAnswer> {
  const { permissions, ask, signal } = judgement
  if (permissions === 'ask' && ask)
    return await ask(
      wordsFor(question.call),
      question.options.flatMap(option => {
        const id = textAt(option, 'optionId')
        return id === null ? [] : [{ id, says: textAt(option, 'name') ?? id }]
      }),
      signal,
    )
  return optionOf(question.options, isAllowed(question.call, judgement) ? 'allow' : 'reject')
}

function isAllowed(call: AgentJson, { permissions, workspace }: PermissionJudgement): boolean {
  const kind = textAt(call, 'kind') ?? 'other'
  if (permissions === 'full') return true
  if (permissions === 'deny' || permissions === 'ask') return LOOKS.includes(kind)
  return LOOKS.includes(kind) || (EDITS.includes(kind) && pathsOf(call).every(path => isInside(workspace, path)))
}

/** The paths that a call would write, as far as it names them. */
const pathsOf = (call: AgentJson): string[] =>
  [...listAt(call, 'locations'), ...listAt(call, 'content')].flatMap(place => textAt(place, 'path') ?? [])

function isInside(workspace: string, path: string): boolean {
  const inner = relative(workspace, resolve(workspace, path))
  return !inner.startsWith('..') && !isAbsolute(inner)
}

/** Once rather than always: a permission for now says nothing about the next loop. */
function optionOf(options: readonly unknown[], answer: 'allow' | 'reject'): PermissionAnswer {
  const of = (kind: string) => options.find(option => textAt(option, 'kind') === kind)
  return textAt(of(`${answer}_once`) ?? of(`${answer}_always`), 'optionId')
}

function wordsFor(call: AgentJson): string {
  const title = textAt(call, 'title') ?? textAt(call, 'kind') ?? 'use a tool'
  const command = textAt(objectAt(call, 'rawInput'), 'command')
  return `The agent wants to: ${title}${command !== null && !title.includes(command) ? `\n  ${command}` : ''}`
}
