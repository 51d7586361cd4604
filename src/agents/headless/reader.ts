import type { Fact } from '../fact.ts'
import type { AgentJson } from '../json.ts'
import type { Format } from '../program.ts'
import { readClaude } from './events/claude.ts'
import { readCline } from './events/cline.ts'
import { readCodex } from './events/codex.ts'
import { readCopilot } from './events/copilot.ts'
import { readDroid } from './events/droid.ts'
import { readGemini } from './events/gemini.ts'
import { readGoose } from './events/goose.ts'
import { readOpencode } from './events/opencode.ts'
import { readPi } from './events/pi.ts'

/** Interprets one line of a report on its own. The caller adds up what belongs together. */
export type EventReader = (event: AgentJson) => readonly Fact[]

export const READERS: Readonly<Record<Exclude<Format, 'text'>, EventReader>> = {
  claude: readClaude,
  codex: readCodex,
  gemini: readGemini,
  goose: readGoose,
  opencode: readOpencode,
  copilot: readCopilot,
  pi: readPi,
  droid: readDroid,
  cline: readCline,
}
