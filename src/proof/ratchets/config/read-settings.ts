import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { languageOf } from '../../../tools/syntax/language.ts'
import { parse } from '../../../tools/syntax/syntax.ts'
import { iniCodec, jsonCodec } from '../../seal/sections/codecs.ts'
import { literalsIn } from './literals.ts'
import { markupSettings } from './markup.ts'
import { type ConfigSetting, keyLines, settingsIn } from './setting.ts'

// The tool itself reports errors in its config.
const QUIET = { logLevel: 'silent' } as const

/** A config file as settings; null when its content does not match its name. */
export function readSettings(path: string, text: string): ConfigSetting[] | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/ignore$/.test(name)) return ignoreFile(text)
  if (/\.(?:xml|csproj|fsproj|vbproj|props|targets|runsettings)(?:\.dist)?$/.test(name)) return markupSettings(text)
  const language = languageOf(path)
  if (language !== null && language !== 'yaml') return literalsIn(parse(language, text))
  const data = dataIn(name, text)
  return data === undefined ? null : settingsIn(data, keyLines(text))
}

function dataIn(name: string, text: string): unknown {
  if (/\.toml$|^Pipfile$/.test(name)) return attempt(() => parseToml(text))
  if (/\.(?:ya?ml)$/.test(name)) return attempt(() => yaml(text))
  // Neon is close to YAML, except for tabs and strings.
  if (/\.neon(?:\.dist)?$/.test(name))
    return attempt(() => yaml(text.replace(/\t/g, '    ').replace(/^(\s*-\s*)([#'][^'\n]*|%.*)$/gm, neonLine)))
  if (
    /\.(?:ini|cfg|conf|properties)$|^\.(?:coveragerc|flake8|pylintrc|editorconfig|globalconfig)$|^pylintrc$/.test(name)
  )
    return iniCodec.parse(text)
  return (
    jsonCodec.parse(text) ?? (name.startsWith('.') && !name.endsWith('.json') ? attempt(() => yaml(text)) : undefined)
  )
}

const DEEPEST = 100

/** No config nests this deep; a text that does was made to keep its reader busy. */
function yaml(text: string): unknown {
  let depth = 0
  for (const sign of text) {
    if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    if (depth > DEEPEST) return undefined
  }
  return parseYaml(text, QUIET)
}

const neonLine = (_: string, dash: string, rest: string): string =>
  `${dash}${JSON.stringify(rest.replace(/^'|'$/g, ''))}`

function ignoreFile(text: string): ConfigSetting[] {
  const value = text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#') && !line.startsWith('!'))
  return [{ path: 'ignores', value, line: 1 }]
}

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}
