import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface Page {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

const page = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') })

/** The front page and the pages of docs, without the decision records. */
export const PAGES: readonly Page[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
].map(page)

export const pageNamed = (path: string): Page => PAGES.find(each => each.path === path) ?? page(path)

export interface CodeBlock {
  readonly language: string
  readonly lines: readonly string[]
}

const BLOCK = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm

export const codeBlocks = ({ text }: Page): readonly CodeBlock[] =>
  [...text.matchAll(BLOCK)].map(([, indent = '', language = '', body = '']) => ({
    language,
    lines: body
      .trimEnd()
      .split('\n')
      .map(line => line.slice(indent.length)),
  }))

const withoutCode = ({ text }: Page): string => text.replaceAll(BLOCK, '').replaceAll(/`[^`\n]*`/g, 'code')

/** The targets of links, without those to other sites. */
export const linksOf = (page: Page): readonly string[] =>
  [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target))

/** The anchors that GitHub gives to the headings of a page. */
export const anchorsOf = ({ text }: Page): readonly string[] =>
  [...text.replaceAll(BLOCK, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

/** A part of a page that is read as one: a line of code, a row of a table, an item of a list, or a paragraph. */
export const passagesOf = ({ text }: Page): readonly string[] => text.split(/\n(?=\||- |\d+\. |agent-loop |\$ |#)|\n\n/)
