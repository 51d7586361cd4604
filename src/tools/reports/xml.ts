export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const TOKEN =
  /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<[?!][^>]*(?:>|$)|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)|</g
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const MAX_TEXT = 20_000

/**
 * Reads the XML that test runners write: elements, attributes, text, CDATA. No entities beyond the five and numbers, so
 * there is nothing to expand and nothing to fetch. `closed` tells whether the root element was properly ended.
 */
export function parseXml(xml: string): { root: Element; closed: boolean } {
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [top]
  let closedRoot = false
  for (const [, cdata, closing, name, attributes = '', empty, text] of xml.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? top
    if (name !== undefined) {
      const element: Element = { name, attributes: attributesIn(attributes), children: [], text: '' }
      parent.children.push(element)
      if (empty !== '/') open.push(element)
      else if (open.length === 1) closedRoot = true
    } else if (closing !== undefined) {
      const at = open.findLastIndex(element => element.name === closing)
      if (at > 0) open.length = at
      if (open.length === 1) closedRoot = true
    } else if (parent.text.length < MAX_TEXT) parent.text += cdata ?? unescapeXml(text ?? '')
  }
  return { root: top, closed: closedRoot && open.length === 1 }
}

export function descendants(element: Element, name: string): Element[] {
  return element.children.flatMap(child => (child.name === name ? [child] : descendants(child, name)))
}

function attributesIn(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE))
    found[name] = unescapeXml(double ?? single ?? '')
  return found
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return NAMED[name] ?? whole
  })
}
