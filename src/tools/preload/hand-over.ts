import * as nodeModule from 'node:module'
import { type Loose, loose } from './loose.ts'

/** A class in a module that nobody can reach into from outside. */
export interface Hidden {
  /** The end of the module's address, as a pattern. */
  readonly module: string
  readonly name: string
}

type Compile = (this: unknown, text: string, file: string, ...rest: readonly unknown[]) => unknown

/**
 * Adds one line behind the module that declares the class; the line passes it on. Where hooks can run beside the program they
 * do; in older versions they run in a thread of their own and are given as text. Modules that are required compile here.
 */
export function handOver({ module, name }: Hidden, take: (hidden: unknown) => void): void {
  const symbol = `agent-loop.${name}`
  const seen = new Set<unknown>()
  const value = (hidden: unknown): void => {
    if (!seen.has(hidden)) take(hidden)
    seen.add(hidden)
  }
  Object.defineProperty(globalThis, Symbol.for(symbol), { configurable: true, value })
  const line = `\n;globalThis[Symbol.for(${JSON.stringify(symbol)})]?.(${name});\n`
  const [address, declared] = [new RegExp(module), new RegExp(`^(?:export (?:default )?)?class ${name}\\b`, 'm')]
  const prototype = nodeModule.Module.prototype as unknown as Record<'_compile', Compile>
  const compile = prototype._compile
  prototype._compile = function (text, file, ...rest) {
    const isOne = address.test(file.replaceAll('\\', '/')) && declared.test(text)
    return compile.call(this, isOne ? text + line : text, file, ...rest)
  }
  const { registerHooks } = loose(nodeModule)
  if (typeof registerHooks === 'function') {
    const load = (url: string, context: unknown, next: (url: string, context: unknown) => Loose): Loose => {
      const loaded = next(url, context)
      const source = address.test(url) ? String(loaded['source'] ?? '') : ''
      return declared.test(source) ? { ...loaded, source: source + line } : loaded
    }
    registerHooks({ load })
  } else {
    const hook = `export async function load(url, context, next) {
      const loaded = await next(url, context)
      const source = ${address}.test(url) ? String(loaded.source ?? '') : ''
      return ${declared}.test(source) ? { ...loaded, source: source + ${JSON.stringify(line)} } : loaded
    }`
    nodeModule.register(`data:text/javascript,${encodeURIComponent(hook)}`)
  }
}
