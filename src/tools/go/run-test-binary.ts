import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimRun, isWanted } from '../preload/record-file.ts'
import { GoOutput } from './test-output.ts'

/**
 * `go test -exec` runs this in front of every test binary. The binary is made to name its tests, and of what it says more than
 * it would have said, nothing is passed on. Whatever else go runs this way (`go run`) is run as it is.
 */
function main(): void {
  const [binary = '', ...args] = process.argv.slice(2)
  const isTest = /\.test(?:\.exe)?$/.test(binary) && args.some(arg => arg.startsWith('-test.'))
  const aside = args.some(arg => /^-test\.(?:bench|list|fuzz)=./.test(arg))
  if (!isTest || aside || !isWanted()) run(binary, args, null)
  else if (args.some(arg => /^-test\.v(?:=|$)/.test(arg) && !arg.endsWith('=false'))) run(binary, args, watched(true))
  else run(binary, [...args, `-test.v=${tellsApart(binary) ? 'test2json' : 'true'}`], watched(false))
}

function watched(verbose: boolean): GoOutput {
  const records = claimRun('go test')
  const files = testFiles()
  const told = new Set<string>()
  return new GoOutput(
    verbose,
    (name, state) => {
      const [test = '', ...inner] = name.split('/')
      const file = files.get(test) ?? null
      if (file !== null && !told.has(file)) {
        told.add(file)
        records.file(file)
      }
      records.test({ file, title: [test, ...inner], state })
    },
    () => records.close(),
  )
}

function run(binary: string, args: readonly string[], output: GoOutput | null): void {
  const child = spawn(binary, args, { stdio: ['inherit', output ? 'pipe' : 'inherit', 'inherit'] })
  // Go asks a test that takes too long for its stack before it kills it.
  for (const signal of ['SIGQUIT', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    process.stderr.write(`${error.message}\n`)
    process.exit(127)
  })
  if (output && child.stdout) read(child.stdout, output)
  child.on('close', (code, signal) => {
    if (code !== null) output?.end()
    if (signal !== null) {
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    } else process.exitCode = code ?? 1
  })
}

function read(stream: NodeJS.ReadableStream, output: GoOutput): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    const shown = lines.map(line => output.line(line)).join('')
    if (shown !== '') process.stdout.write(shown)
  })
  stream.on('end', () => {
    if (rest !== '') process.stdout.write(output.line(rest).replace(/\n$/, ''))
  })
}

/** Since 1.20 a test binary can mark the lines that are its own. The version stands in the binary. */
function tellsApart(binary: string): boolean {
  try {
    const version = /\xff Go buildinf:[\s\S]{2,60}?go1\.(\d+)/.exec(readFileSync(binary, 'latin1'))
    return Number(version?.[1] ?? 0) >= 20
  } catch {
    return false
  }
}

/** Tests do not say which file they stand in; a binary runs where its package is. */
function testFiles(): Map<string, string> {
  const found = new Map<string, string>()
  try {
    for (const name of readdirSync('.').filter(file => file.endsWith('_test.go')))
      for (const [, test] of readFileSync(name, 'utf8').matchAll(/^func (\w+)\(/gm))
        if (test !== undefined) found.set(test, join(process.cwd(), name))
  } catch {
    // Then the tests are known by their names alone.
  }
  return found
}

main()
