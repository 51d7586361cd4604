import { purposesOfTool } from '../../tools/commands/purposes.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'

/** Programs after a pipe that only format output for CI; the exit code would be theirs. */
const REPORTER =
  /\s*\|\s*(cs2pr|reviewdog\b.*|tee\s+(-a\s+)?\S+|xcpretty\b.*|xcbeautify\b.*|tap-[\w-]+|gotestfmt\b.*|snazzy|pino-pretty)$/

const FOR_CI =
  /\s(--report=checkstyle|--output-format[= ](github|checkstyle|junit|sarif)|--error-format[= ](github|checkstyle|gitlab)|--shepherd|--forbid-?only|--(?:max-?)?workers[= ]\d+%?|--retries[= ]\d+)(?=\s|$)/gi

const IN_PARALLEL = /^(g?make\b.*?)\s-j\s?("[^"]*"|\$\([^)]*\)|`[^`]*`|\d+)?(?=\s|$)/

/** The interpreter of one machine or one cell of the matrix; here it is the one that is installed. */
const ONE_INTERPRETER = /^python3?\.\d+(?=\s)/

/** CI builds for each desktop; here it is built for this one. */
const FOR_ONE_MACHINE =
  /(?<=^cargo (?:build|check|test|clippy)\b.*)\s--target[= ](?:x86_64|aarch64|i686)-(?:apple-darwin|pc-windows-\w+|unknown-linux-\w+)(?=\s|$)/

/** How much a tool prints, and in which colors. For other programs the same letters may mean anything. */
const LOUDNESS =
  /\s(?:-v+|--verbose|--colors?(?:[= ](?:always|yes|auto|never|no|true))?|--no-color|-ra|-rA|-r[fEsxXpP]+)(?=\s|$)/g

const isOfTool = (line: string): boolean => purposesOfTool(unwrap(line)) !== undefined

/** Removes what only CI needs: properties of the runner, a caught exit code, a report. */
export function localForm(line: string): string {
  const caught = line
    .replace(/\s*\|\|\s*[({][^|]*\bexit [1-9]\d*\s*;?\s*[)}]\s*$/, '')
    .replace(/\s*\|\|\s*(\w+=\S+|travis_terminate \d+|exit [1-9]\d*)\s*$/, '')
    .replace(/^set -\S+( pipefail)?( &&|;) |\s*&& echo\b[^&|;]*$/g, '')
  // CI retries flaky runs; one run is enough here.
  const tries = caught.split(/\s*\|\|\s*/)
  const once = (tries.every(one => one === tries[0]) ? (tries[0] ?? '') : caught).replace(
    /^timeout\s+(-\S+\s+)*\d+\w?\s+/,
    '',
  )
  const reported = once
    .replace(REPORTER, '')
    .replace(/\s+2>&1$/, '')
    .replace(FOR_CI, '')
  const plain = (isOfTool(reported) ? reported.replace(LOUDNESS, '') : reported)
    .replace(/^((?:npm|pnpm|yarn) .*\S) --$/, '$1')
    .replace(ONE_INTERPRETER, 'python')
    .replace(IN_PARALLEL, '$1')
    .replace(FOR_ONE_MACHINE, '')
    .replace(/(?:\s--)?\s--reporter[= ][\w-]+$/, '')
  if (/\bmvn[wd]?\s/.test(plain))
    return plain.replace(
      /\s(?:-D(?:jansi\.|style\.color)\S*|-B|--batch-mode|-ntp|--no-transfer-progress|-V|-e)(?=\s|$)/g,
      '',
    )
  if (/^dotnet /.test(plain))
    return plain.replace(
      /\s(--no-build|--no-restore|--nologo|--verbosity[= ]\S+|-v\s+\w+|--logger[= ]\S+|--results-directory\s+\S+)(?=\s|$)/g,
      '',
    )
  if (/\b(nox|tox)\b/.test(plain)) return sessionForm(plain)
  // One cell of the matrix: a version of the language and a platform.
  if (/^sbt /.test(plain)) return plain.replace(/\s(["'])(project \S+|\+\+ ?\S+)\1/g, '')
  return /\bgradlew?\b/.test(plain)
    ? plain.replace(
        /\s["']?-[PD][\w.]+(=[^\s"']*)?(\s[^-"'][^"']*)?["'](?=\s|$)|\s-[PD]\S+|\sjavaToolchains\b|\s--(scan|no-daemon|stacktrace|continue|build-cache|info|debug|quiet|console=\S+|warning-mode[= ]\S+)(?=\s|$)/g,
        '',
      )
    : plain
}

/** CI names one interpreter and asks for long traces; the session itself is what a developer runs. */
const sessionForm = (line: string): string =>
  line
    .replace(/\s--(\s+-\S+)+$/, '')
    .replace(/\s--(?:skip-pkg-install|installpkg[= ](?:"[^"]*"|`[^`]*`|\$\([^)]*\)|\S+))(?=\s|$)/g, '')
    .replace(/\s--force-python[= ]\S+|\s--(error-on-missing-interpreters|non-interactive)(?=\s)/g, '')
    .replace(/(\s(?:-s|--sessions?)[= ])["']?([\w-]+?)(?:-(?:py)?\d[\w.]*)?["']?(?=\s|$)/, '$1$2')
