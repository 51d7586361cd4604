/** Every record of a CSV text, an empty line being a record with one empty field. Null when a quote is never closed. */
export function csvRecords(text: string): readonly (readonly string[])[] | null {
  const records: string[][] = []
  let at = 0
  while (at < text.length) {
    const record: string[] = []
    for (let more = true; more; ) {
      const field = readField(text, at)
      if (field === null) return null
      record.push(field.value)
      at = field.end
      more = text[at] === ','
      if (more) at += 1
    }
    records.push(record)
    if (text[at] === '\r') at += 1
    if (at < text.length && text[at] !== '\n') return null
    at += 1
  }
  return records
}

const BARE = /[^,\r\n]*/y
const QUOTED = /"([^"]*(?:""[^"]*)*)"/y

function readField(text: string, at: number): { readonly value: string; readonly end: number } | null {
  const form = text[at] === '"' ? QUOTED : BARE
  form.lastIndex = at
  const match = form.exec(text)
  if (match === null) return null
  return { value: match[1]?.replaceAll('""', '"') ?? match[0], end: form.lastIndex }
}
