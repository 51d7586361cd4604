import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoopSpec, LoopState } from '../../loop/state.ts'
import { loopPaths } from '../../store/layout.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { shortRef } from '../../workspace/worktrees/fast-forward.ts'
import { cleanText } from '../clean-output.ts'
import { readReport } from '../report/read-report.ts'
import { renderReport } from '../report/render-report.ts'
import type { AfterParts } from './after-parts.ts'
import { commitMessage } from './commit-message.ts'

type After = NonNullable<LoopSpec['after']>

const TIMEOUT_MS = 2 * 60_000

/** Opens a pull request with the report as its text. A failure is reported with the place of the text. */
export async function openPullRequest(state: LoopState, after: After, parts: AfterParts): Promise<void> {
  const { spec } = state
  const { shell, env, say } = parts
  const { pr, push } = after
  if (pr === null || push === null) return
  const file = join(loopPaths(parts.layout, spec.id).directory, 'report.md')
  const body = cleanText(renderReport(await readReport(parts, spec.id), 'md'), env)
  await writeFile(file, body, { mode: 0o600 })
  const [title = ''] = commitMessage(state, { receipt: null, leftOut: [] }).split('\n')
  const asked: PullRequest = { title: cleanText(title, env), file, head: shortRef(push.to), base: push.base }
  const result = await shell.run({
    command: pr.kind === 'command' ? pr.command : `${shellQuote(pr.command)} ${ARGUMENTS[pr.kind](asked)}`,
    cwd: spec.tree,
    env: { ...env, ...variablesOf(asked), AGENT_LOOP_ID: spec.id },
    nonce: spec.nonce,
    timeoutMs: TIMEOUT_MS,
    stdin: body,
  })
  const printed = cleanText(result.output, env).trim().split('\n').at(-1) ?? ''
  if (result.kind === 'exited' && result.exitCode === 0) return say(`opened a pull request: ${printed}`)
  const how = result.kind === 'exited' ? `exit code ${result.exitCode}` : result.kind
  say(`no pull request was opened: ${pr.kind === 'command' ? pr.command : pr.kind} failed (${how}): ${printed}`)
  say(`its text is in ${file}`)
}

interface PullRequest {
  readonly title: string
  readonly file: string
  readonly head: string
  /** Null: the default branch of the remote. */
  readonly base: string | null
}

const ARGUMENTS: Readonly<Record<'gh' | 'glab', (asked: PullRequest) => string>> = {
  gh: ({ title, file, head, base }) =>
    ['pr create', `--title ${shellQuote(title)}`, `--body-file ${shellQuote(file)}`, `--head ${shellQuote(head)}`]
      .concat(base === null ? [] : [`--base ${shellQuote(base)}`])
      .join(' '),
  glab: ({ title, file, head, base }) =>
    ['mr create --yes', `--title ${shellQuote(title)}`, `--description "$(cat ${shellQuote(file)})"`]
      .concat([`--source-branch ${shellQuote(head)}`], base === null ? [] : [`--target-branch ${shellQuote(base)}`])
      .join(' '),
}

const variablesOf = ({ title, file, head, base }: PullRequest): Readonly<Record<string, string>> => ({
  AGENT_LOOP_PR_TITLE: title,
  AGENT_LOOP_PR_BODY_FILE: file,
  AGENT_LOOP_PR_HEAD: head,
  AGENT_LOOP_PR_BASE: base ?? '',
})
