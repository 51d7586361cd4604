import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type AssistantProvider, PROVIDER_NAMES, providerIn, providerNamed } from '../../criteria/request/provider.ts'
import { readProject } from '../../infer/read-project.ts'
import { questionLines } from '../../infer/route/question.ts'
import { type RouteOptions, type Routing, route as routed } from '../../infer/route/route.ts'
import { overviewOf } from '../../run/request/overview.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { onlyText, plainCommand } from '../text-arguments.ts'
import { foldLines } from '../view/fold-lines.ts'

const USAGE = 'agent-loop route "<sentence>" [--context-file FILE] [--provider NAME]'

export const route: Command = {
  summary: 'Shows how agent-loop understands a sentence to an assistant, and where the loop would run. Starts nothing.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    'context-file': {
      takes: 'text',
      says: 'the conversation so far: messages as JSON, or text with "User:" and "Assistant:"',
    },
    provider: {
      takes: 'text',
      says: `the assistant that received the sentence: ${PROVIDER_NAMES.join(', ')}; with a version: codex@0.128.0`,
    },
  },

  async run(context) {
    const sentence = onlyText(context.positionals, { what: 'sentence', quoted: plainCommand('route') })
    if (sentence === null) throw argumentProblem('missing-text', { what: 'sentence', usage: USAGE })
    const options: RouteOptions = {
      conversation: conversationFrom(context),
      provider: providerFrom(context),
      loops: (await overviewOf(context)).active,
    }
    const routing = routed(sentence, options)
    // The project matters only if the sentence asks for a loop and has a task.
    const answer =
      routing.task === null
        ? routing
        : routed(sentence, { ...options, project: await readProject(context.cwd, routing.task) })
    if (context.json) context.out(JSON.stringify(answer))
    else for (const line of await foldLines(linesOf(answer), context)) context.out(line)
    return 0
  },
}

function conversationFrom({ flags, cwd }: CommandContext): string {
  const file = flags.text('context-file')
  if (file === undefined) return ''
  try {
    return readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw argumentProblem('conversation-unreadable', { file }, error)
  }
}

function providerFrom({ flags, env }: CommandContext): AssistantProvider | null {
  const given = flags.text('provider') ?? env['AGENT_LOOP_PROVIDER']
  if (given === undefined || given === '') return providerIn(env)
  const provider = providerNamed(given)
  if (provider !== null) return provider
  throw argumentProblem('unknown-provider', { name: given, known: PROVIDER_NAMES })
}

function linesOf(routing: Routing): readonly string[] {
  const { iterations, minutes, usd } = routing.limits
  const limits = [
    ...(iterations === null ? [] : [`${iterations} iterations`]),
    ...(minutes === null ? [] : [`${minutes} minutes`]),
    ...(usd === null ? [] : [`$${usd}`]),
  ]
  return [
    `route       ${routing.route}`,
    ...(routing.control === null ? [] : [`control     ${routing.control.action} ${routing.control.loop_id}`]),
    ...(routing.task === null ? [] : [`task        ${routing.task} (${routing.task_from})`]),
    ...(routing.task === null ? [] : [`completion  ${routing.completion ?? 'to be inferred'}`]),
    ...(limits.length === 0 ? [] : [`limits      ${limits.join(', ')}`]),
    ...(routing.loop_id === null ? [] : [`loop id     ${routing.loop_id}`]),
    ...(routing.external_because.length === 0
      ? []
      : [`because of  ${routing.external_because.map(words => `"${words}"`).join(', ')}`]),
    ...(routing.goal_command === null ? [] : ['', routing.goal_command]),
    ...(routing.ask === null ? [] : ['', ...questionLines(routing.ask)]),
  ]
}
