import { randomBytes } from 'node:crypto'
import { isSameSecret } from '../../system/same-secret.ts'

/** One token that opens one browser session. */
export interface PageSession {
  /** For the address that the person opens. */
  readonly token: string
  /** The value of the cookie; null when the token is wrong or was used before. */
  exchange(token: string): string | null
  knows(cookie: string): boolean
}

export function pageSession(): PageSession {
  const [token, cookie] = [secret(), secret()]
  let used = false
  return {
    token,
    exchange(given) {
      if (used || !isSameSecret(given, token)) return null
      used = true
      return cookie
    },
    knows: given => used && isSameSecret(given, cookie),
  }
}

const secret = (): string => randomBytes(24).toString('hex')
