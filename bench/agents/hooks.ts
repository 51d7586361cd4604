import { HOOKED_HOSTS, type HookedHost } from '../../test/rig/hooked-hosts.ts'
import { ADOPTS, ADOPTS_AND_LIES, type HookedRun, runHooked } from '../../test/rig/real-hooks.ts'
import { FIXES, LIES } from '../../test/rig/real-scenarios.ts'

/** What our hook does inside a session of the assistant itself; null for one that has none. */
export async function stopHook(program: string): Promise<{ readonly cell: string; readonly good: boolean } | null> {
  const host = HOOKED_HOSTS.find(each => each.program === program)
  if (host === undefined) return null
  const missed: string[] = []
  for (const [name, shows] of Object.entries(SCENES)) if (!(await shows(host))) missed.push(name)
  const where = host.serves ? 'shown as server' : 'shown'
  return { cell: missed.length === 0 ? where : `NOT (${missed.join(', ')})`, good: missed.length === 0 }
}

type Scene = (host: HookedHost) => Promise<boolean>

/** Kept at the first stop, in the same session, and let go at the second with a receipt. */
const isKeptThenVerified = ({ answers, payloads, loop, receipt, left }: HookedRun): boolean =>
  answers.map(answer => 'decision' in answer).join() === 'true,false' &&
  new Set(payloads.map(each => each['session_id'] ?? each['sessionId'] ?? each['sessionID'])).size === 1 &&
  loop['status'] === 'verified' &&
  loop['iteration'] === 2 &&
  receipt &&
  left.length === 0

const SCENES: Readonly<Record<string, Scene>> = {
  'adopted by a person': async host =>
    isKeptThenVerified(await runHooked(host, { script: [LIES, FIXES], adopts: ADOPTS })),
  'adopted by the assistant': async host =>
    isKeptThenVerified(await runHooked(host, { script: [ADOPTS_AND_LIES, FIXES], adopts: null })),
  'never fixed': async host => {
    const run = await runHooked(host, { script: [LIES], adopts: [...ADOPTS, '--max-iterations', '3'] })
    return run.answers.length === 3 && run.loop['status'] === 'limit_reached' && !run.receipt
  },
  'another project': async host => {
    const run = await runHooked(host, { script: [LIES], adopts: ADOPTS, elsewhere: true })
    return run.answers.length === 1 && !('decision' in (run.answers[0] ?? {})) && run.loop['iteration'] === 1
  },
}
