type Variables = Readonly<Record<string, string | undefined>>

export type Redact = (text: string) => string

const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|AUTH(?!OR)|COOKIE|_PAT$/i
const NOT_SECRET = new Set(['PWD', 'OLDPWD'])
const SHORTEST = 6
/** A value shorter than this is replaced only as a whole word: it may be part of an ordinary one. */
const LONG = 12
const PART_OF_SECRET = 16

/** Values that people give to such variables and that every output contains. */
const COMMON =
  /^(?:required|optional|enabled|disabled|undefined|default|password|passwords?|changeme|localhost|postgres|postgresql|username|anonymous|development|production|testing|staging|bearer|keychain|keyring|keepassxc|example)$/i

/** Whether a variable holds a secret, by its name. A secret in a variable of another name is known only by its shape. */
const hasSecretName = (name: string): boolean => SECRET_NAME.test(name) && !NOT_SECRET.has(name)

const CREDENTIAL_NAME =
  /(?:KEY(?:_ID)?|TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIALS?|COOKIE|(?:^|_)(?:PASS|PWD|PAT|AUTH))$/i

/** Whether a variable is nothing but a credential: `GIT_TOKEN`. `GIT_ASKPASS` and `GIT_CONFIG_KEY_0` choose what a program does. */
export const isCredentialName = (name: string): boolean => hasSecretName(name) && CREDENTIAL_NAME.test(name)

/** The variables that must not be stored in the clear: the name of each, or the shape of its value, says so. */
export const secretVariables = (env: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(definedIn(env).filter(isSecret))

export const publicVariables = (env: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(definedIn(env).filter(variable => !isSecret(variable)))

const definedIn = (env: Variables): [string, string][] =>
  Object.entries(env).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))

const isSecret = ([name, value]: readonly [string, string]): boolean =>
  hasSecretName(name) || withoutShapes(value) !== value

/** A function that replaces the values of secret variables, and everything that has the shape of a secret. */
export const redactorFor =
  (env: Variables): Redact =>
  text =>
    redact(text, env)

/** The same for one text. */
export const redact = (text: string, env: Variables): string => withoutShapes(redactValues(text, env))

const known = new WeakMap<Variables, Redact>()

/** Only the values of secret variables: for names that must stay different, such as ids of tests. */
export function redactValues(text: string, env: Variables): string {
  const redactor = known.get(env) ?? valueRedactor(env)
  known.set(env, redactor)
  return redactor(text)
}

function valueRedactor(env: Variables): Redact {
  const named = namedValues(env)
  if (named.size === 0) return text => text
  // The longest first: one secret may contain another.
  const values = [...named.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(values.map(asPattern).join('|'), 'g')
  return text => text.replace(pattern, value => `[${named.get(value)}]`)
}

/** Every form in which a secret may be printed, with the name of its variable. */
function namedValues(env: Variables): ReadonlyMap<string, string> {
  const named = new Map<string, string>()
  for (const [name, value = ''] of Object.entries(env)) {
    const secrets = hasSecretName(name) ? [value, ...longLines(value)] : []
    const password = /^[a-z][\w+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value)?.[1]
    for (const secret of [...secrets, ...(password === undefined ? [] : [password])])
      if (isTelling(secret)) for (const form of formsOf(secret)) if (!named.has(form)) named.set(form, name)
  }
  return named
}

const longLines = (value: string): readonly string[] =>
  value.includes('\n') ? value.split(/\r?\n/).filter(line => line.length >= PART_OF_SECRET) : []

/** As it is, inside JSON, inside JSON that is a string in JSON, inside a URL, and as bytes that were read one by one. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  ...[insideJson(secret), ...inAscii(insideJson(secret))].flatMap(text => [text, insideJson(text)]),
  encoded(secret),
  bytesOf(secret),
]

/** As programs write JSON in ASCII: `\u03a9` or `\u03A9` for one letter. */
function inAscii(text: string): readonly string[] {
  const escaped = (digits: (hex: string) => string): string =>
    text.replace(/[\x80-\uffff]/g, unit => `\\u${digits(unit.charCodeAt(0).toString(16)).padStart(4, '0')}`)
  return [escaped(hex => hex), escaped(hex => hex.toUpperCase())]
}

const insideJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const encoded = (text: string): string => (/[\ud800-\udfff]/.test(text) ? text : encodeURIComponent(text))

const bytesOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join('')

/** Whether a value is one that only its owner would write: no word, number, path, or address that output contains anyway. */
function isTelling(value: string): boolean {
  if (value.length < SHORTEST || COMMON.test(value)) return false
  if (/^[\d.,:_-]{1,11}$/.test(value) && !/\d{8}/.test(value)) return false
  if (value.length < 8 && /^[A-Z]?[a-z]+$|^[A-Z]+$/.test(value)) return false
  return !isPath(value) && !isPlainUrl(value)
}

function isPath(value: string): boolean {
  if (/^(?:~|\.{0,2})\//.test(value)) return value.split('/').every(part => part.length < 32)
  return value.includes('/') && /^[a-z0-9._@/-]+$/.test(value) && value.split('/').every(part => part.length < 24)
}

const isPlainUrl = (value: string): boolean =>
  /^[a-z][\w+.-]*:\/\/[^\s@?]*$/i.test(value) && !/\/(?=[^/]*\d)[^/]{20,}/.test(value.replace('://', ''))

function asPattern(value: string): string {
  const literal = value.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  return value.length < LONG && /^\w+$/.test(value) ? `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])` : literal
}

interface Shape {
  /** Text without this cannot contain the shape: looking for it is cheap. */
  readonly mark: string
  readonly find: RegExp
  readonly put: string
}

const END = '-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----'
const BREAK = String.raw`(?:\s|\\[rn])`

const SHAPES: readonly Shape[] = [
  {
    mark: ' PRIVATE KEY',
    // Up to its end; without one, as long as its lines look like a key.
    find: new RegExp(
      `-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:[\\w+/=:,\\s\\\\-]{0,20000}?${END}|(?:${BREAK}+[A-Za-z0-9+/=]{16,})*)`,
      'g',
    ),
    put: '[redacted private key]',
  },
  {
    mark: 'sk-',
    find: /(?<![A-Za-z0-9])sk-(?:(?=[\w-]*\d)[\w-]{12,}|(?:ant|proj)-[\w-]{12,}|[A-Za-z]{20,})/g,
    put: '[redacted API key]',
  },
  { mark: 'k_', find: /(?<![A-Za-z0-9])[sr]k_(?:live|test)_\w{10,}/g, put: '[redacted API key]' },
  { mark: 'AIza', find: /(?<![\w-])AIza[\w-]{30,}/g, put: '[redacted API key]' },
  { mark: 'gh', find: /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}/g, put: '[redacted GitHub token]' },
  { mark: 'github_pat_', find: /github_pat_\w{20,}/g, put: '[redacted GitHub token]' },
  { mark: 'glpat-', find: /glpat-[\w-]{16,}/g, put: '[redacted GitLab token]' },
  { mark: 'xox', find: /(?<![A-Za-z0-9])xox[abeoprs]-[\w-]{10,}/g, put: '[redacted Slack token]' },
  { mark: 'xapp-', find: /(?<![A-Za-z0-9])xapp-[\w-]{10,}/g, put: '[redacted Slack token]' },
  { mark: 'hooks.slack.com/', find: /(hooks\.slack\.com\/services\/)[\w/]{20,}/g, put: '$1[redacted]' },
  { mark: 'npm_', find: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g, put: '[redacted npm token]' },
  { mark: 'pypi-', find: /(?<![A-Za-z0-9])pypi-[\w-]{30,}/g, put: '[redacted PyPI token]' },
  { mark: 'hf_', find: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g, put: '[redacted Hugging Face token]' },
  ...['AKIA', 'ASIA'].map(mark => ({
    mark,
    find: new RegExp(`(?<![A-Za-z0-9])${mark}[A-Z0-9]{16}(?![A-Za-z0-9])`, 'g'),
    put: '[redacted AWS key]',
  })),
  { mark: 'eyJ', find: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g, put: '[redacted JWT]' },
  {
    mark: 'uthorization',
    find: /(authorization\\?["']?\s*[:=]\s*\\?["']?(?:bearer|basic|token|apikey)\s+)[\w.~+/=-]{6,}/gi,
    put: '$1[redacted]',
  },
  { mark: 'earer ', find: /(\bbearer\s+)(?=[\w.~+/-]*\d)[\w.~+/-]{16,}=*/gi, put: '$1[redacted]' },
  {
    mark: '://',
    find: /(\b[a-z][\w+.-]{1,20}:\/\/[^\s/:@"'`\\<>]{0,200}:)(?!\[|\$[A-Za-z_{(])[^\s/@"'`\\<>]{1,500}(?=@)/gi,
    put: '$1[redacted]',
  },
]

const withoutShapes: Redact = text =>
  SHAPES.reduce((clean, { mark, find, put }) => (clean.includes(mark) ? clean.replace(find, put) : clean), text)

/** A line longer than this is not waited for. */
const MAX_PENDING = 64 * 1024
/** Longer than any secret on one line. */
export const LONGEST_SECRET = 8 * 1024

/**
 * Redacts text that comes in pieces. A secret may be cut between two of them, so the unfinished last line waits for its end, and a
 * private key for its last line.
 */
export class RedactedStream {
  readonly #redact: Redact
  readonly #out: (text: string) => void
  #pending = ''

  constructor(redact: Redact, out: (text: string) => void) {
    this.#redact = redact
    this.#out = out
  }

  push(text: string): void {
    this.#pending += text
    this.#release(whole(this.#pending, text))
    if (this.#pending.length > MAX_PENDING) this.#release(this.#border())
  }

  end(): void {
    this.#release(this.#pending.length)
  }

  /** Gives up what still waits, because its end will not come; returns how much that was. */
  drop(): number {
    const { length } = this.#pending
    this.#pending = ''
    return length
  }

  #release(length: number): void {
    if (length <= 0) return
    const ready = this.#pending.slice(0, length)
    this.#pending = this.#pending.slice(length)
    this.#out(this.#redact(ready))
  }

  /** Where an endless line can be cut without cutting a secret. */
  #border(): number {
    const all = this.#redact(this.#pending)
    for (let at = this.#pending.length - LONGEST_SECRET; at > LONGEST_SECRET; at -= 97)
      if (this.#redact(this.#pending.slice(0, at)) + this.#redact(this.#pending.slice(at)) === all) return at
    return this.#pending.length
  }
}

/** How much of the text ends with a complete line, and with no open private key. */
function whole(pending: string, added: string): number {
  const end = added.includes('\n') ? pending.lastIndexOf('\n') + 1 : 0
  const key = end === 0 ? -1 : pending.lastIndexOf('-----BEGIN ', end)
  const close = key === -1 ? 0 : pending.indexOf('-----END ', key)
  return close !== -1 && close < end ? end : Math.max(0, key)
}
