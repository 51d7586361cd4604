import type { ConfigSetting } from './setting.ts'

/** The leaves and attributes of an XML document: repeated ones become a list. */
export function markupSettings(text: string): ConfigSetting[] {
  const found = new Map<string, { readonly values: string[]; readonly line: number }>()
  const add = (path: string, value: string, index: number): void => {
    const known = found.get(path)
    if (known) known.values.push(value)
    else found.set(path, { values: [value], line: text.slice(0, index).split('\n').length })
  }
  const open: string[] = []
  const tags = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(\/?)([\w:.-]+)([^>]*?)(\/?)>([^<]*)/g
  for (const { index, 1: closes, 2: name, 3: attributes = '', 4: empty, 5: inner = '' } of text.matchAll(tags)) {
    if (name === undefined) continue
    if (closes) {
      open.pop()
      continue
    }
    open.push(name)
    const path = open.join('.')
    for (const { 1: key = '', 2: value = '' } of attributes.matchAll(/([\w:.-]+)\s*=\s*"([^"]*)"/g))
      add(`${path}@${key}`, value, index)
    if (inner.trim() !== '') add(path, inner.trim(), index)
    if (empty) open.pop()
  }
  return [...found].map(([path, { values, line }]) => ({ path, value: values.length > 1 ? values : values[0], line }))
}
