import { appendedTo, type Plant } from './plant.ts'

interface Ending {
  readonly files: RegExp
  /** Lines after which nothing more is reached; the failure goes before the last of them. */
  readonly ends: RegExp
  /** Lines that load the product. */
  readonly loads: RegExp
  /** Says that it was reached, then fails as an assertion would. */
  readonly fail: (word: string) => string
}

const ENDINGS: readonly Ending[] = [
  {
    files: /\.[cm]?js$/,
    ends: /^process\.exit\b/gm,
    loads: /^(?:import\b[^;'"]*['"][^'"\n]+['"].*|.*\brequire\(\s*['"][^'"\n]+['"]\s*\).*)$/gm,
    fail: word => `;process.stderr.write('${word}\\n')\n;throw new Error('${word}')`,
  },
  {
    files: /\.py$/,
    ends: /^(?:if __name__\b|(?:sys\.|os\._)?exit\(|raise SystemExit)/gm,
    loads: /^(?:import\s.*|from\s+\S+\s+import\s+(?:\([^)]*\)|[^(\n]*))$/gm,
    fail: word =>
      `import sys as ${word}\n${word}.stderr.write("${word}\\n")\n${word}.stderr.flush()\nraise AssertionError("${word}")`,
  },
  {
    files: /\.rb$/,
    ends: /^(?:exit\b|__END__$)/gm,
    loads: /^(?:require|require_relative|load)\b.*$/gm,
    fail: word => `warn '${word}'\nraise '${word}'`,
  },
  {
    files: /\.php$/,
    ends: /^(?:exit\b|die\b|\?>)/gm,
    loads: /^(?:require|include)(?:_once)?\b.*$/gm,
    fail: word => `fwrite(STDERR, "${word}\\n");\nthrow new Exception('${word}');`,
  },
]

/**
 * A failure in a program that compares by itself, without a test runner: once behind what it loads, and once at its end. A product may
 * take over the end of the program as soon as it is loaded, or later. None for other files.
 */
export function plantsIn(path: string, text: string, word: () => string): Plant[] {
  const ending = ENDINGS.find(({ files }) => files.test(path))
  if (ending === undefined) return []
  const load = [...text.matchAll(ending.loads)].at(-1)
  const [loaded, last] = [load && load.index + load[0].length, [...text.matchAll(ending.ends)].at(-1)?.index]
  const at = (place: number | undefined): Plant => {
    const mark = word()
    const around: Plant['around'] =
      place === undefined ? appendedTo(text) : code => `${text.slice(0, place)}\n${code}\n${text.slice(place)}`
    return { path, marks: [{ shows: 'throw', word: mark, code: ending.fail(mark) }], around }
  }
  return loaded === undefined ? [at(last)] : [at(loaded), at(last)]
}

/** `node check.js`, `python3 -B tools/check.py`, `./check.rb`: the programs that a command line starts. */
export function programsIn(line: string): string[] {
  const started = line.matchAll(
    /(?:^|[\s;&|("'`])(?:(?:node|python3?|ruby|php)(?:\s+-[\w-]+)*\s+|\.\/)(?:\.\/)?(?<path>[\w@./-]+\.(?:[cm]?js|py|rb|php))(?![\w.])/gm,
  )
  return [...started].flatMap(({ groups }) => groups?.['path'] ?? [])
}
