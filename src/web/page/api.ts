import { signal } from '@preact/signals'
import type { PageAnswer } from '../page-data.ts'

/** `over`: the server does not know this browser any more, because it was started again. */
export const connection = signal<'live' | 'lost' | 'over'>('live')

/** Null when there is no such thing, or no server. */
export async function load<T>(path: string): Promise<T | null> {
  const response = await fetch(path).catch(() => null)
  if (response === null) connection.value = 'lost'
  if (response?.status === 401) connection.value = 'over'
  return response?.ok ? ((await response.json()) as T) : null
}

const NO_SERVER: PageAnswer = { ok: false, lines: ['The server does not answer. Is agent-loop ui still running?'] }

/** Never rejects: what went wrong is an answer. */
export async function post<T>(path: string, body: unknown): Promise<T | PageAnswer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (response === null) return NO_SERVER
  const text = await response.text()
  try {
    return JSON.parse(text) as T
  } catch {
    return { ok: false, lines: [text] }
  }
}
