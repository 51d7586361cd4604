import { expect, test } from 'vitest'
import { runnerDetection } from './runner-detection.ts'

const found = (path: string, now: string, before = '') =>
  runnerDetection([{ path, before, now, isTest: false } as never]).length

test.each([
  ['src/a.js', "if (k === 'constructor' && /uvu/.test(process.argv[1])) stop()\n"],
  ['src/a.js', 'const guarded = /uvu|zora/.test(process.argv[1])\n'],
  ['src/a.js', "export const a = process.argv[1].endsWith('/harness.js') ? 1 : 2\n"],
  [
    'src/a.ts',
    "const name = basename(process.argv[1] ?? '')\nexport const a = () => (name === 'harness.mjs' ? 1 : 2)\n",
  ],
  ['src/a.js', "export const a = process.title.includes('zora') ? 1 : 2\n"],
  ['src/a.js', "export const a = process.argv0 === 'zora' ? 1 : 2\n"],
  ['src/a.js', 'const [, main] = process.argv\nexport const a = /uvu/.test(main)\n'],
  ['price/a.py', "import sys\nA = 1 if sys.argv[0].endswith('harness.py') else 2\n"],
  ['price/a.py', "import sys\ndef a():\n    return 'stestr' in sys.argv[0]\n"],
  ['lib/a.rb', "A = $0.include?('harness') ? 1 : 2\n"],
  ['lib/a.rb', 'def a\n  return 1 if $PROGRAM_NAME =~ /checks/\nend\n'],
  ['a.go', 'package price\n\nfunc a() bool { return strings.HasSuffix(os.Args[0], ".checks") }\n'],
  [
    'a.go',
    'package price\n\nfunc a() bool {\n\tname := filepath.Base(os.Args[0])\n\treturn strings.Contains(name, "price-")\n}\n',
  ],
  ['src/a.rs', 'fn a() -> bool { std::env::args().next().unwrap().contains("price-") }\n'],
  ['src/A.php', "<?php\nreturn str_contains($_SERVER['argv'][0], 'harness') ? 1 : 2;\n"],
])('library code that asks which program was started is refused: %s %s', (path, now) => {
  expect(found(path, now)).toBeGreaterThan(0)
})

test.each([
  ['src/a.js', 'if (process.argv[1] === fileURLToPath(import.meta.url)) main()\n'],
  ['src/a.js', 'if (import.meta.url === pathToFileURL(process.argv[1]).href) main()\n'],
  ['src/a.js', "const [, , file] = process.argv\nif (file === '--help') help()\n"],
  ['src/a.js', "const flag = process.argv.slice(2).includes('--quiet')\n"],
  ['src/a.js', 'const name = basename(process.argv[1])\nconsole.log(`usage: ${name} FILE`)\n'],
  ['src/a.js', "process.title = 'price'\n"],
  ['src/a.js', "if (require.main === module) run('x')\n"],
  ['src/a.js', "const isBun = process.argv0 === 'bun' || process.argv[0].endsWith('bun.exe')\n"],
  ['bin/a.js', "const isNew = basename(process.argv[1]) === 'price-next'\n"],
  ['src/a.js', "#!/usr/bin/env node\nconst isNew = basename(process.argv[1]) === 'price-next'\n"],
  ['price/a.py', 'import sys\nprog = os.path.basename(sys.argv[0])\n'],
  ['price/a.py', "import sys\nif len(sys.argv) > 1 and sys.argv[1] == '--json':\n    pass\n"],
  ['price/a.py', "import sys\nprog = 'python -m price' if sys.argv[0].endswith('__main__.py') else 'price'\n"],
  ['price/a.py', "import sys\nIS_SERVER = 'gunicorn' in sys.argv[0] or sys.argv[0].endswith('manage.py')\n"],
  ['lib/a.rb', 'main(ARGV) if __FILE__ == $0\n'],
  [
    'main.go',
    'package main\n\nfunc main() {\n\tif strings.HasSuffix(os.Args[0], "price-next") {\n\t\tnext()\n\t}\n}\n',
  ],
  ['a.go', 'package price\n\nfunc usage() { fmt.Fprintf(os.Stderr, "usage: %s FILE\\n", os.Args[0]) }\n'],
  ['src/main.rs', 'fn main() { if std::env::args().next().unwrap().ends_with("price-next") { next() } }\n'],
  ['src/a.rs', 'fn a() -> Vec<String> { std::env::args().skip(1).filter(|a| a != "--").collect() }\n'],
])('programs, names in help, and main modules are allowed: %s %s', (path, now) => {
  expect(found(path, now)).toBe(0)
})
