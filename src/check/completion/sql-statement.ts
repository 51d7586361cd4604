// Comments, strings, and quoted names, in which semicolons and keywords do not count.
const ASIDE = /--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"/g
const CHANGES = /\b(?:insert\s+into|delete\s+from|update\s+[\s\S]+?\sset|merge\s+into|replace\s+into)\b/i

/**
 * Why a text is not one query that only reads; null when it is. Databases are also opened read-only: this refuses earlier, with a
 * clear message.
 */
export function notOneQuery(query: string): string | null {
  const bare = query.replace(ASIDE, aside => (aside.startsWith('-') || aside.startsWith('/') ? ' ' : "''")).trim()
  if (bare.replace(/(?:;\s*)+$/, '').includes(';')) return 'has more than one statement'
  if (!/^(?:select|with|values)\b/i.test(bare)) return 'is not a SELECT, WITH, or VALUES'
  return CHANGES.test(bare) ? 'changes data' : null
}
