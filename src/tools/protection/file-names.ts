/** `jest.config.json`, `nx.json`: data under the name of a tool. */
export const dataFile = (name: string): RegExp =>
  new RegExp(String.raw`^(?:${name})(?:\.[\w-]+)*\.(?:json|json5|jsonc|ya?ml|toml)$`)

/** `vitest.unit.config.ts`, `karma.conf.js`. */
export const configModule = (name: string): RegExp =>
  new RegExp(String.raw`^(?:${name})(?:\.[\w-]+)*\.(?:config|conf|workspace|projects?)(?:\.[\w-]+)*\.\w+$`)

/** `.eslintrc`, `.mocharc.json`. */
export const dotFile = (name: string): RegExp => new RegExp(String.raw`^\.(?:${name})(?:\.\w+)*$`)
