export function installInto(folder: string, packages: readonly string[], timeoutMs: number): string | null
