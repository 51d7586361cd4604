import { lazy } from '../../std/lazy.ts'
import { TOOLS } from '../catalog.ts'
import { provingLines } from './purposes.ts'
import { spokenOf } from './tool-names.ts'
import { unwrap } from './unwrap.ts'

const bySpokenName = lazy(() =>
  TOOLS.map(tool => ({
    name: new RegExp(`^(?:${Object.values(spokenOf(tool)).filter(Boolean).join('|') || '(?!)'})$`, 'i'),
    lines: [tool.commands?.sign ?? [], provingLines(tool).map(([line]) => line)].flat(),
  })),
)

/** Whether a line runs the tool that people call by that name: rustfmt is run by `cargo fmt`. */
export const isRunBy = (line: string, name: string): boolean =>
  bySpokenName().some(
    ({ name: spoken, lines }) =>
      spoken.test(name) && lines.some(pattern => pattern.test(line) || pattern.test(unwrap(line))),
  )
