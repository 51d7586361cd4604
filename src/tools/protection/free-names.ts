import { TOOLS } from '../catalog.ts'
import type { NamedSettings } from '../commands/tool-commands.ts'
import type { Tool } from '../tool.ts'

/** What a tool's name in a task can mean: its config files, its key in a manifest, and the scripts that call it. */
export interface ToolMeant {
  readonly name: RegExp
  readonly files: RegExp
  readonly sections: RegExp
  /** Weakened too easily to be freed by its name alone: the task must speak of the file or its settings. */
  readonly byFile: boolean
}

const NOTHING = /$^/

function meant({ name: tool, kind }: Tool, { name = tool, files, byFile }: NamedSettings): ToolMeant {
  const spoken = new RegExp(String.raw`\b${name}\b`, 'i')
  if (byFile) return { name: spoken, files: byFile.files, sections: byFile.sections ?? NOTHING, byFile: true }
  const checksStyle = kind === 'linter' || kind === 'formatter' || kind === 'type-checker'
  const own = checksStyle ? `${name}(?:Config)?` : name
  const scripts = checksStyle
    ? '(?:(?:pre|post)?lint|format|check|style)'
    : '(?:(?:pre|post)?test|coverage|e2e|unit|integration)'
  return {
    name: spoken,
    files: files === undefined ? NOTHING : new RegExp(String.raw`(?:^|/)(?:${files})[^/]*$`),
    sections: new RegExp(String.raw`^(?:${own}|scripts\.${scripts}(?:[:_.-].*)?|tool\.${name}.*)$`, 'i'),
    byFile: false,
  }
}

/** Every tool whose settings a task may ask to change. */
export const TOOLS_MEANT: readonly ToolMeant[] = TOOLS.flatMap(tool =>
  tool.commands?.settings === undefined ? [] : [meant(tool, tool.commands.settings)],
)
