import type { ProjectScript, Runner } from '../commands/script-book.ts'
import { logicalLines } from '../shell/shell-text.ts'
import type { SourceFile } from './project.ts'

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Tasks of a Rakefile, as far as its text tells without running it. */
export function rakeTasks({ text, path }: SourceFile): ProjectScript[] {
  const found: ProjectScript[] = []
  const namespaces = namespacesOf(text)
  const add = (name: string, body: string, index: number): void => {
    const line = lineAt(text, index)
    found.push({ runner: 'rake', name: `${namespaces[line - 1] ?? ''}${name}`, body, source: path, line })
  }
  for (const match of text.matchAll(/RSpec::Core::RakeTask\.new(?:\(?:?['"]?(\w+(?::\w+)*)['"]?\)?)?/g))
    add(match[1] ?? 'spec', 'rspec', match.index)
  for (const match of text.matchAll(
    /(?:Rake::TestTask|Minitest::TestTask|Rails::TestTask)\.(?:new|create)(?:[ \t]*\(?[ \t]*[:'"]+(\w+(?::\w+)*)|[ \t]*\([ \t]*(\w+))?/g,
  ))
    add(match[1] ?? match[2] ?? 'test', 'minitest', match.index)
  for (const match of text.matchAll(/RuboCop::RakeTask\.new(?:\(?:?['"]?(\w+(?::\w+)*)['"]?\)?)?/g))
    add(match[1] ?? 'rubocop', 'rubocop', match.index)
  for (const match of text.matchAll(/Cucumber::Rake::Task\.new(?:\(?:?['"]?(\w+(?::\w+)*)['"]?\)?)?/g))
    add(match[1] ?? 'features', 'cucumber', match.index)
  if (/require(?:_relative)? ['"](?:[\w./]*\/)?standard\/rake['"]/.test(text))
    add('standard', 'standardrb', text.indexOf('standard/rake'))
  for (const match of text.matchAll(
    /^[ \t]*task\(?\s*:?['"]?([\w:]+)['"]?\s*(?:=>|:)\s*(%[iw][[(][^\])]*[\])]|\[[^\]]*\]|:?['"]?[\w:]+['"]?)/gm,
  )) {
    const needs = (match[2] ?? '').replace(/^%[iw]/, '').match(/[\w:]+/g) ?? []
    add(match[1] ?? '', needs.map(need => `rake ${need.replace(/^:/, '')}`).join('\n'), match.index)
  }
  for (const match of text.matchAll(
    /^[ \t]*task\(?\s*:?['"]?([\w:]+)['"]?\)?(?:\s*,[^\n]*)?\s+do\b([\s\S]*?)^[ \t]*end\b/gm,
  )) {
    const shell = [...(match[2] ?? '').matchAll(/\b(?:sh|system|exec)[\s(]+["']([^"'\n]+)["']/g)].map(
      ([, line = '']) => line,
    )
    const called = [...(match[2] ?? '').matchAll(/Rake::Task\[\s*:?['"]?([\w:]+)['"]?\s*\]\.(?:invoke|execute)/g)].map(
      ([, task = '']) => `rake ${task}`,
    )
    const whole = `${namespaces[lineAt(text, match.index) - 1] ?? ''}${match[1] ?? ''}`
    if (!found.some(({ name }) => name === whole)) add(match[1] ?? '', [...called, ...shell].join('\n'), match.index)
  }
  return found
}

/** For each row, `test:` inside `namespace :test do`: blocks end where an `end` stands in their own column. */
function namespacesOf(text: string): string[] {
  const open: { indent: string; name: string }[] = []
  return text.split('\n').map(row => {
    const before = open.map(({ name }) => `${name}:`).join('')
    const [, indent, name] = /^([ \t]*)namespace[ (]+:?['"]?(\w+)['"]?\)?\s+do\b/.exec(row) ?? []
    if (indent !== undefined && name !== undefined) open.push({ indent, name })
    else if (/^[ \t]*end\b/.test(row) && open.at(-1)?.indent === /^[ \t]*/.exec(row)?.[0]) open.pop()
    return before
  })
}

/** Sessions of a noxfile: what they run, as words. */
export function noxSessions({ text, path }: SourceFile): ProjectScript[] {
  return [
    ...text.matchAll(
      /^@(?:nox\.)?session(?:\(([^)]*)\))?\s*\n(?:[@)\]\t ][^\n]*\n)*def (\w+)\([^)]*\)[^\n]*\n((?:[ \t][^\n]*\n?|\n)*)/gm,
    ),
  ].map(match => ({
    runner: 'nox' as const,
    name: /name\s*=\s*["']([\w-]+)["']/.exec(match[1] ?? '')?.[1] ?? match[2] ?? '',
    body: [...(match[3] ?? '').matchAll(/session\.run(?:_always)?\(([\s\S]*?)\)/g)]
      .map(([, args = '']) => [...args.matchAll(/["']([^"'\n]+)["']/g)].map(([, word = '']) => word).join(' '))
      .join('\n'),
    source: path,
    line: lineAt(text, match.index),
  }))
}

/** Aliases of mix.exs: `test: ["ecto.create", "test"]`. */
export function mixAliases({ text, path }: SourceFile): ProjectScript[] {
  const start = text.search(/defp? aliases\b|aliases:\s*\[/)
  if (start < 0) return []
  const block = text.slice(start, start + 4000)
  const end = block.search(/\n\s{2}end\b/)
  return [...(end < 0 ? block : block.slice(0, end)).matchAll(/["']?([\w.]+)["']?(?::|\s*=>)\s*(\[[^\]]*\]|"[^"]*")/g)]
    .filter(([, name]) => name !== 'aliases')
    .map(match => ({
      runner: 'mix' as const,
      name: match[1] ?? '',
      body: [...(match[2] ?? '').matchAll(/"([^"]+)"/g)]
        .map(([, line = '']) => (line.startsWith('cmd ') ? line.slice(4) : `mix ${line}`))
        .join('\n'),
      source: path,
      line: lineAt(text, start + match.index),
    }))
}

/** Names in deps.edn aliases and bb.edn tasks; what they do is Clojure, so the name must do. */
export function ednNames({ text, path }: SourceFile, runner: Runner): ProjectScript[] {
  const start = text.search(runner === 'bb' ? /:tasks\b/ : /:aliases\b/)
  if (start < 0) return []
  const pattern = runner === 'bb' ? /^[ \t{]*([a-z][\w:-]*)\s+(?=[{([])/gm : /^[ \t{]*:([a-z][\w/-]*)\s*\n?\s*(?=\{)/gm
  return [...text.slice(start).matchAll(pattern)].map(match => ({
    runner,
    name: match[1] ?? '',
    body: '',
    source: path,
    line: lineAt(text, start + match.index),
  }))
}

/** A file under scripts/ or bin/: its commands, line by line, without the machinery of the shell. */
export function fileScript({ text, path }: SourceFile): ProjectScript {
  const shell = text === '' || /^#!.*\b(ba|z|k|da)?sh\b/.test(text) || /\.(sh|bash)$/.test(path)
  const lines = shell
    ? logicalLines(text)
        .map(line =>
          line.text
            .replace(/^(if|then|else|elif|do|while|!)\s+/, '')
            .replace(/;?\s*(then|do)$/, '')
            .replace(/\$\{?PREFIX\}?/g, '')
            .replace(/^"?\$\{?\w+\}?"?\/?(?=\w)/, ''),
        )
        .filter(
          line => !/^(if|fi|else|done|esac|case|for|while|function|local|export|\w+=\S*$|\w+\(\)|[})])/.test(line),
        )
    : []
  return { runner: 'file', name: path, body: lines.join('\n'), source: path, line: 1 }
}
