import type { ReadContext } from './reader.ts'

/** A path as the reader of a report wants it: POSIX, from the root, without URL or `./`. */
export function projectPath(path: string, context: Pick<ReadContext, 'root' | 'directory'>): string {
  let file = path.trim().replace(/^file:\/\/(?=\/)/, '')
  if (/^[A-Za-z]:[\\/]|\\/.test(file)) file = file.replaceAll('\\', '/')
  const root = context.root?.replaceAll('\\', '/').replace(/\/$/, '')
  if (root && file.startsWith(`${root}/`)) return file.slice(root.length + 1)
  if (/^(?:\/|[A-Za-z]:\/)/.test(file)) return file
  file = file.replace(/^(?:\.\/)+/, '')
  return context.directory && !file.startsWith(`${context.directory}/`) ? `${context.directory}/${file}` : file
}

const FOREIGN =
  /node_modules|node:|\/internal\/|^internal\/|site-packages|dist-packages|\/usr\/(?:lib|share|local\/lib)|\.cargo\/|\/rustc\/|rubygems|\/gems\/|\/vendor\/|^ext:|<frozen|<anonymous>|_testmain\.go|\/go-?[\d.]*\/src\/|^\/rustc|jest-circus|^deno:|\/dist\/chunk/

/** Whether a frame is in the project's own code. */
export const isOwnFrame = (path: string): boolean => !FOREIGN.test(path)

/** A place in a file, as tools write it. */
interface SourceLocation {
  readonly file: string
  readonly line: number
}

const PYTHON_FRAME = /File "([^"]+)", line (\d+)/
const LINE_WORD = /in (.+):line (\d+)/
const PLACE =
  /((?:file:\/\/)?(?:[A-Za-z]:[\\/])?[^\s()"'`:[\]<>|,=]*(?:\[[^\]]*\][^\s()"'`:[\]<>|,=]*)?\.[A-Za-z]{1,5}):(\d+)/

/** The place that a stack line names; null for a line that is none. */
export function placeIn(line: string): SourceLocation | null {
  const found = PYTHON_FRAME.exec(line) ?? LINE_WORD.exec(line) ?? PLACE.exec(line)
  return found ? { file: found[1] ?? '', line: Number(found[2]) } : null
}

const FRAME =
  /^\s*(?:at |❯ |› |# |in |File "|\/|\.\/|thread '.*panicked at|\S+\.\w{1,5}:\d+(?::\d+)?(?:: |:in |$)|\(.+\) \S+\.exs?:\d+:)|panicked at |\) at /

export const isFrame = (line: string): boolean => FRAME.test(line)

// Java names only the file, so the class shows whose code it is.
const FOREIGN_CALLER =
  /^\s*at (?:\S+\/\/?)?(?:org\.(?:junit|opentest4j|assertj|mockito|hamcrest|gradle|apache\.maven)|java|javax|jdk|sun|junit|kotlin|scala|groovy)\./

/** The first place in the project's own code that a failure's details name. */
export function ownFrame(lines: readonly string[]): SourceLocation | null {
  for (const line of lines) {
    if (!isFrame(line) || FOREIGN_CALLER.test(line)) continue
    const place = placeIn(line)
    if (place && isOwnFrame(place.file)) return place
  }
  return null
}
