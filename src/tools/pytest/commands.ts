import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'pytest py.test',
  starts: String.raw`pytest|py\.test`,
  measures: String.raw`--cov(?:\b(?!-config)|=)`,
  usual: 'pytest',
  sign: /\bpy\.?test\b/,
  spoken: { test: 'pytest' },
  hazards: { rewrites: /\bpytest\b.*--snapshot-update\b/ },
  settings: { files: String.raw`pytest\.ini|\.pytest|conftest\.py` },
}
