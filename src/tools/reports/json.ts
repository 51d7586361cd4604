export type ReportJson =
  | null
  | boolean
  | number
  | string
  | readonly ReportJson[]
  | { readonly [key: string]: ReportJson | undefined }

/** A report is somebody else's; every step into it may find something other than expected. */
export const object = (value: ReportJson | undefined): { readonly [key: string]: ReportJson | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: ReportJson | undefined })
    : {}

export const list = (value: ReportJson | undefined): readonly ReportJson[] =>
  Array.isArray(value) ? (value as readonly ReportJson[]) : []

export const text = (value: ReportJson | undefined): string | null => (typeof value === 'string' ? value : null)

export const number = (value: ReportJson | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export function parseJson(source: string): ReportJson | undefined {
  try {
    return JSON.parse(source) as ReportJson
  } catch {
    return undefined
  }
}
