import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'pytest py.test',
  starts: String.raw`pytest|py\.test`,
  measures: String.raw`--cov(?:\b(?!-config)|=)`,
  narrows: '-k ',
  usual: 'pytest',
  sign: /\bpy\.?test\b/,
  spoken: { test: 'pytest' },
  hazards: { 'never-ends': /\b(pytest-watch|ptw)\b/ },
  settings: { files: String.raw`pytest\.ini|\.pytest|conftest\.py` },
}
