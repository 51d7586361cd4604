import type { WeakeningSetting } from '../../../tools/protection/protection.ts'
import { isHarmless, takesIn, takesInFolder } from './globs.ts'
import { type ConfigSetting, isComputed } from './setting.ts'

/** All values that one setting has: it may be written in several blocks. */
export interface Values {
  readonly before: readonly unknown[]
  readonly now: readonly unknown[]
}

/** How a setting was changed so that the tool reports less, in words; null when it was not. */
export function weakenedSetting(dial: WeakeningSetting, values: Values): string | null {
  const { before, now } = values
  const [was, is] = [before.at(-1), now.at(-1)]
  switch (dial.turn) {
    case 'on':
      return isOn(was) && !isOn(is) && !isComputed(is) ? change(was, is) : null
    case 'stay':
      return isOff(is) && !isOff(was) ? change(was, is) : null
    case 'off':
      return isOn(is) && !isOn(was) ? change(was, is) : null
    case 'min':
      return sinks(was, is) ? change(was, is) : null
    case 'max':
      return grows(was ?? dial.from, is) ? change(was, is) : null
    case 'level':
      return looseness(now) > looseness(before) || (now.length === 0 && strictest(before) === 2)
        ? change(was, is)
        : null
    case 'skip':
      return listed('leaves out', added(before, now, dial.family))
    case 'base':
      return listed('no longer extends', gone(before, now))
    case 'keep':
      return kept(values, dial.family)
  }
}

const isOn = (value: unknown): boolean => value === true || /^(?:true|yes|on|1|enable)$/i.test(String(value))
const isOff = (value: unknown): boolean => value === false || /^(?:false|no|off|disabled?)$/i.test(String(value))

function change(was: unknown, is: unknown): string {
  const show = (value: unknown): string =>
    value === undefined ? 'nothing' : isComputed(value) ? value.expression.slice(0, 40) : JSON.stringify(value)
  return `${show(was)} → ${show(is)}`
}

/** The number in a value; of a computed one, the largest possible. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (/^max$/i.test(String(value))) return 10
  const text = isComputed(value) ? value.expression : typeof value === 'string' ? value : ''
  const numbers = text.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []
  return numbers.length === 0 ? null : Math.max(...numbers)
}

function sinks(was: unknown, is: unknown): boolean {
  const [from, to] = [numberIn(was), numberIn(is)]
  if (from === null) return false
  return to === null ? !isComputed(is) && !/^auto$/.test(String(is)) : to < from
}

function grows(was: unknown, is: unknown): boolean {
  const [from, to] = [was === false ? 0 : numberIn(was), is === false ? 0 : numberIn(is)]
  return from !== null && to !== null && to > from
}

const LEVELS: readonly RegExp[] = [
  /^(?:off|0|none|allow|false|disable|disabled|skip|silent|silence|suppress|null)$/i,
  /^(?:warn|warning|1|info|information|suggestion|hint|basic|fast|annotations|warnings)$/i,
]

/** Off, warning, error; null for anything else. */
export function levelOf(value: unknown): 0 | 1 | 2 | null {
  const word = Array.isArray(value) ? value[0] : value
  if (isComputed(word)) {
    const list = /^\[\s*(["']?)(\w+)\1/.exec(word.expression)?.[2]
    return list === undefined ? null : levelOf(list)
  }
  const name = String(word)
  if (LEVELS[0]?.test(name)) return 0
  if (LEVELS[1]?.test(name)) return 1
  return /^(?:error|2|deny|forbid|true|on|all|standard|normal|strict|enable)$/i.test(name) ? 2 : null
}

/** Each block that says "off" makes it weaker, wherever it is. */
const looseness = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + 2 - (levelOf(value) ?? 2), 0)

const strictest = (values: readonly unknown[]): number => Math.max(-1, ...values.map(value => levelOf(value) ?? -1))

/** A list, however it is written: comma, lines, or a list of tables. */
export function elementsOf(values: readonly unknown[]): string[] {
  return values.flatMap(value => {
    if (Array.isArray(value))
      return value.map(element => (typeof element === 'string' ? element : JSON.stringify(element)))
    if (typeof value === 'string' || typeof value === 'number')
      return String(value)
        .split(/[\s,;]+/)
        .map(word => word.replace(/^["']|["']$/g, ''))
        .filter(word => word !== '' && !word.startsWith('$('))
    return []
  })
}

const isCode = (word: string): boolean => /^[A-Z]+\d*$/.test(word)

function added(before: readonly unknown[], now: readonly unknown[], family: string): string[] {
  const known = elementsOf(before)
  return [...new Set(elementsOf(now))].filter(
    word =>
      !known.includes(word) &&
      !known.some(old => (isCode(old) ? word.startsWith(old) : takesIn(old, word))) &&
      !isHarmless(word, family),
  )
}

/** Only if nothing replaced it. */
function gone(before: readonly unknown[], now: readonly unknown[]): string[] {
  const [was, is] = [elementsOf(before), elementsOf(now)]
  return is.some(word => !was.includes(word)) ? [] : was.filter(word => !is.includes(word))
}

/** Positive patterns may not be removed, and no negative one may be added. */
function kept({ before, now }: Values, family: string): string | null {
  const [was, is] = [elementsOf(before), elementsOf(now)]
  const isNot = (word: string): boolean => word.startsWith('!')
  const left = added([was.filter(isNot)], [is.filter(isNot)], family)
  if (left.length > 0) return listed('leaves out', left)
  const [wide, narrow] = [is.filter(word => !isNot(word)), was.filter(word => !isNot(word))]
  if (wide.length === 0) return null
  if (narrow.length === 0) return isNarrow(wide) ? listed('only checks', wide) : null
  const lost = narrow.filter(
    word =>
      !isHarmless(word, '') &&
      !wide.some(other => (isCode(other) ? word.startsWith(other) || other === 'ALL' : takesInFolder(other, word))),
  )
  return listed('no longer checks', lost)
}

/** If everything was checked before: single files and deep folders are less, a project's source is all of it. */
const isNarrow = (words: readonly string[]): boolean =>
  words.every(
    word => !word.includes('*') && (/\.\w+$/.test(word) || word.replace(/^\.\/|\/$/g, '').split('/').length > 2),
  )

const listed = (what: string, words: readonly string[]): string | null =>
  words.length === 0 ? null : `${what} ${words.slice(0, 3).join(', ')}${words.length > 3 ? ', …' : ''}`

export const valuesOf = (settings: readonly ConfigSetting[], path: string): readonly unknown[] =>
  settings.filter(setting => setting.path === path).map(({ value }) => value)
