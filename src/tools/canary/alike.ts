import { plantingFor } from './plans.ts'

/**
 * What the name of a planted test must begin with to be called like one that ran: a command that chooses its tests by name would never
 * look at another. Empty where that name cannot be written into the code of this file.
 */
export function alike(path: string, title: readonly string[]): string {
  if (plantingFor(path)?.titled) {
    const whole = title.join(' ')
    return /^[\w .,:;()/+=!?&<>-]+$/.test(whole) ? `${whole} ` : ''
  }
  const name = /^(?:test_?)?(\w+)/i.exec((title.at(-1) ?? '').replace(/^.*(?:::|\.)/, ''))?.[1] ?? ''
  return /^[A-Za-z]\w*$/.test(name) ? `${name}_` : ''
}
