import { TOOLS } from '../catalog.ts'
import { matches } from './quick-match.ts'

const REWRITING = String.raw`\s(--fix(-[\w-]+)?|--write|--unsafe|-w|--apply(-unsafe)?|--allow-dirty|--allow-staged|--autocorrect|--unsafe-fixes)(?=\s|$)`

/** The read-only form of commands that rewrite. The first match counts. */
const TWINS: readonly (readonly [RegExp, (command: string) => string])[] = [
  ...TOOLS.flatMap(({ commands }) => commands?.looksOnly ?? []),
  [
    new RegExp(String.raw`\b(${TOOLS.flatMap(({ commands }) => commands?.fixes ?? []).join('|')})\b.*${REWRITING}`),
    command => command.replace(new RegExp(REWRITING, 'g'), ''),
  ],
]

/** `ruff check . --fix` → `ruff check .`; the command itself where it rewrites nothing we know of. */
export function readOnlyTwin(command: string): string {
  const twin = TWINS.find(([pattern]) => matches(pattern, command))
  return twin === undefined ? command : twin[1](command).replace(/\s+/g, ' ').trim()
}

const MEASURING: readonly (readonly [RegExp, RegExp])[] = [
  [/\bgo test\b/, /\s-cover(profile|pkg|mode)?(=\S+)?(?=\s|$)/g],
  [/\bmix test\b/, /\s--(cover|export-coverage\s+\S+)(?=\s|$)/g],
  [/\b(flutter|dart) test\b/, /\s--coverage(=\S+)?(?=\s|$)/g],
  [
    /\bpytest\b/,
    /\s--(?:no-cov(?:-on-fail)?|cov-(?:append|branch|reset)|cov(?:-[\w-]+)?(?:=\S+|\s+[^-\s]\S*)?)(?=\s|$)/g,
  ],
  [
    /\bdotnet test\b/,
    /\s(?:[-/]p:(?:CollectCoverage|Coverlet\w*|Exclude\w*|Include\w*|Threshold\w*)=|--collect[:= ])(?:"[^"]*"|'[^']*'|\S+)/g,
  ],
  [/\b(?:jest|vitest)\b|^(?:npm|pnpm|yarn) (?:run )?test\b/, /(?:\s--)?\s--coverage(?:\.\w+|\w+)?(?:=\S+)?(?=\s|$)/g],
  [/\b(?:phpunit|pest)\b/, /\s--coverage(?:-(?:text|filter)\S*|-\w+(?:=\S+|\s+[^-\s]\S*))?(?=\s|$)/g],
  [/\bswift test\b/, /\s--enable-code-coverage(?=\s|$)/g],
]

/** A suite that is run to be measured is the suite all the same: `go test -coverprofile=c.out ./...` → `go test ./...`. */
export function withoutMeasuring(command: string): string {
  const flags = MEASURING.find(([tool]) => tool.test(command))?.[1]
  return flags === undefined
    ? command
    : command
        .replace(flags, '')
        .replace(/\s-bench=?(?=\s|$)/, '')
        .replace(/\s+/g, ' ')
        .trim()
}
