import { parseJsonc } from '../../../std/jsonc.ts'
import { type Codec, type Data, isRecord } from './document.ts'

/** JSON, with the comments and trailing commas that many tools allow. */
export const jsonCodec: Codec = {
  parse: text => attempt(() => JSON.parse(text)) ?? attempt(() => parseJsonc(text)),
  print: data => `${JSON.stringify(data, null, 2)}\n`,
}

/** The parser is loaded when the first such file is seen. */
export async function tomlCodec(): Promise<Codec> {
  const { parse, stringify } = await import('smol-toml')
  return { parse: text => attempt(() => parse(text)), print: data => stringify(data) }
}

/** Sections, keys, and values that continue on indented lines. */
export const iniCodec: Codec = {
  parse(text) {
    const data: Record<string, Record<string, string>> = {}
    let section = ''
    let key = ''
    for (const line of text.split(/\r?\n/)) {
      const header = /^\s*\[(.+)\]\s*(?:[#;].*)?$/.exec(line)?.[1]
      const pair = /^([^\s=:#;[][^=:]*?)\s*(?:[=:]\s*(.*))?$/.exec(line.replace(/^\t/, ''))
      if (header !== undefined) [section, key] = [header.trim(), '']
      else if (/^\s*(?:[#;]|$)/.test(line)) continue
      else if (pair?.[1] !== undefined && (!/^\s/.test(line) || /^\t/.test(line))) {
        key = unused(data[section], pair[1])
        data[section] = { ...data[section], [key]: pair[2] ?? '' }
      } else if (key !== '') data[section] = { ...data[section], [key]: `${data[section]?.[key] ?? ''}\n${line}` }
      else return undefined
    }
    return data
  },
  print: data =>
    Object.entries(data)
      .map(([section, keys]) => `[${section}]\n${pairs(keys)}`)
      .join('\n'),
}

/** Some formats allow a key twice; the second must not hide the first. */
function unused(keys: Readonly<Record<string, string>> | undefined, key: string): string {
  let name = key
  for (let turn = 2; keys && name in keys; turn++) name = `${key}#${turn}`
  return name
}

const pairs = (keys: unknown): string =>
  isRecord(keys)
    ? Object.entries(keys)
        .map(([key, value]) => `${key.replace(/#\d+$/, '')} = ${String(value)}\n`)
        .join('')
    : ''

/** The directives of a `go.mod`; a block counts as one line per entry. */
export const goModCodec: Codec = {
  parse(text) {
    const data: Record<string, Record<string, string>> = {}
    let block = ''
    for (const raw of text.split(/\r?\n/)) {
      const line = raw.replace(/\s*\/\/(?! indirect).*$/, '').trim()
      if (line === '') continue
      if (block !== '' && line === ')') block = ''
      else {
        const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(`${block} ${line}`.trim()) ?? []
        if (rest === '(') block = word
        else data[word] = { ...data[word], [word === 'replace' ? (rest.split(/\s*=>/)[0] ?? rest) : rest]: rest }
      }
    }
    return data
  },
  print: data =>
    Object.entries(data)
      .flatMap(([word, lines]) =>
        isRecord(lines) ? Object.values(lines).map(line => `${word} ${String(line)}\n`) : [],
      )
      .join(''),
}

function attempt(read: () => unknown): Data | undefined {
  try {
    const data = read()
    return isRecord(data) ? data : undefined
  } catch {
    return undefined
  }
}
