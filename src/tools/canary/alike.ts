import type { TestPlanting } from './canary-plan.ts'

/**
 * The prefix that makes the name of a planted test like that of a test that ran: a command that selects tests by name would skip any
 * other. Empty when that name cannot be written in the code of this file.
 */
export function alike({ titled }: TestPlanting, title: readonly string[]): string {
  if (titled) {
    const whole = title.join(' ')
    return /^[\w .,:;()/+=!?&<>-]+$/.test(whole) ? `${whole} ` : ''
  }
  const name = /^(?:test_?)?(\w+)/i.exec((title.at(-1) ?? '').replace(/^.*(?:::|\.)/, ''))?.[1] ?? ''
  return /^[A-Za-z]\w*$/.test(name) ? `${name}_` : ''
}
