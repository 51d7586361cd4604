export const PINNED: Readonly<Record<string, string>>
export function versionOf(name: string): string
export function installedBin(name: string): string | null
export function install(name: string): Promise<string | null>
