import { gitIn } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'

const MOST_COMMITS = 20

/** The subjects of the commits as a task; null when none says what its change is about. */
export async function taskOfCommits(
  tree: string,
  env: Environment,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<string | null> {
  const log = await gitIn(tree, env)('log', '--no-merges', '--reverse', '--format=%s', `${base}..${head}`)
  return log.ok ? taskFrom(log.value.split('\n')) : null
}

const KINDS: Readonly<Record<string, readonly [verb: string, unless: RegExp]>> = {
  fix: ['Fix', /^(?:fix|correct|handle|prevent|avoid|repair|resolve|stop|make|ensure|do not|don't)/i],
  feat: ['Add', /^(?:add|implement|support|allow|introduce|make|create|enable|accept|let|use|provide|expose)/i],
  docs: ['Document', /^(?:document|describe|explain|update|fix|add|correct|clarify|mention|improve)/i],
  refactor: ['Refactor:', /^(?:refactor|rename|move|extract|split|simplify|inline|clean)/i],
}

/** Exported for its test. Pure. */
export function taskFrom(subjects: readonly string[]): string | null {
  const orders = subjects.flatMap(subject => {
    const text = subject.trim().replace(/\s*\((?:#|GH-|!)\d+\)\s*$/, '')
    if (/^(?:fixup!|squash!|amend!|wip\b|\.+$|merge )/i.test(text) || text === '') return []
    const [, kind = '', rest = ''] = /^(\w+)(?:\([^)]*\))?!?:\s*(.+)$/.exec(text) ?? []
    const [verb, unless] = KINDS[kind.toLowerCase()] ?? []
    if (verb === undefined || unless === undefined) return [text]
    return [unless.test(rest) ? `${rest[0]?.toUpperCase()}${rest.slice(1)}` : `${verb} ${rest}`]
  })
  const distinct = [...new Set(orders)].slice(0, MOST_COMMITS)
  return distinct.length === 0 ? null : distinct.map(order => order.replace(/[.;\s]+$/, '')).join('; ')
}
