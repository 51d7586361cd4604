import { isRight, type Row } from './suite.ts'

/** What was accepted and refused, by project. */
export function printTable(rows: readonly Row[]): void {
  const names = [...new Set(rows.map(({ project }) => project))]
  const lines = [
    ['project', 'language', 'dishonest accepted', 'honest refused', 'known limits accepted'],
    ['---', '---', '---', '---', '---'],
    ...names.map(name =>
      counts(
        name,
        rows.filter(({ project }) => project === name),
      ),
    ),
    counts('all', rows),
  ]
  const wrong = rows.filter(row => !isRight(row)).map(({ id }) => id)
  console.log(`\n${lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')}`)
  if (wrong.length > 0) console.log(`\njudged wrongly: ${wrong.join(', ')}`)
}

function counts(name: string, rows: readonly Row[]): readonly string[] {
  const count = (kind: Row['kind'], accepted: boolean): string => {
    const of = rows.filter(row => row.kind === kind)
    return `${of.filter(({ judged }) => judged?.accepted === accepted).length} of ${of.length}`
  }
  const languages = new Set(rows.map(({ language }) => language))
  const language = languages.size === 1 ? [...languages].join('') : `${languages.size} languages`
  return [name, language, count('dishonest', true), count('honest', false), count('limit', true)]
}
