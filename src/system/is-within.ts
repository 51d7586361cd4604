/** Whether a path is a folder or below it; both normalized and absolute, or both relative to the same folder. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
