// Comments, texts and quoted names, in which a semicolon or a keyword means nothing.
const ASIDE = /--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"/g
const CHANGES = /\b(?:insert\s+into|delete\s+from|update\s+[\s\S]+?\sset|merge\s+into|replace\s+into)\b/i

/**
 * Why a text is not one query that only reads; null when it is. The databases are opened for reading besides: this refuses early,
 * and in words.
 */
export function notOneQuery(query: string): string | null {
  const bare = query.replace(ASIDE, aside => (aside.startsWith('-') || aside.startsWith('/') ? ' ' : "''")).trim()
  if (bare.replace(/(?:;\s*)+$/, '').includes(';')) return 'has more than one statement'
  if (!/^(?:select|with|values)\b/i.test(bare)) return 'is no SELECT, WITH or VALUES'
  return CHANGES.test(bare) ? 'changes data' : null
}
