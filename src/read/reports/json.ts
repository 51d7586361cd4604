export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** A report is somebody else's; every step into it may find something other than expected. */
export const object = (value: Json | undefined): { readonly [key: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json | undefined })
    : {}

export const list = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : []

export const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

export const number = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export function parseJson(source: string): Json | undefined {
  try {
    return JSON.parse(source) as Json
  } catch {
    return undefined
  }
}
