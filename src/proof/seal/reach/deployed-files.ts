import { basename, dirname } from 'node:path/posix'
import type { TreeFiles } from './reach.ts'

/** Files that name what a deployment uses: images, charts, overlays, infrastructure. */
const DEPLOYS =
  /(?:^|\/)(?:kustomization\.ya?ml|(?:Docker|Container)file(?:\.[\w-]+)?|(?:docker-)?compose(?:\.[\w-]+)*\.ya?ml|helmfile\.ya?ml|skaffold\.ya?ml|werf\.ya?ml)$|\.(?:tf|hcl|nix|nomad)$/
const CHART = /(?:^|\/)Chart\.ya?ml$/
/** Below the folder of a chart; its `tests` are none of them. */
const OF_CHART = /^(?:values[\w.-]*\.ya?ml|values\.schema\.json|(?:templates|crds|files|charts)\/(?!tests\/).+)$/

/** Whether a data file is part of what the project deploys: another program than the check reads it, so it is the product. */
export function deployedFiles(tree: TreeFiles, isCheck: (path: string) => boolean): (path: string) => boolean {
  const paths = tree.paths.filter(path => !isCheck(path))
  const charts = paths.filter(path => CHART.test(path)).map(path => `${dirname(path)}/`)
  const naming = paths
    .filter(path => DEPLOYS.test(path))
    .map(path => ({ path, text: withoutComments(tree.read(path) ?? '') }))
  return path =>
    charts.some(folder => isInChart(path, folder)) || naming.some(one => one.path !== path && names(one.text, path))
}

const isInChart = (path: string, folder: string): boolean =>
  folder === './' ? OF_CHART.test(path) : path.startsWith(folder) && OF_CHART.test(path.slice(folder.length))

const withoutComments = (text: string): string => text.replace(/^\s*(?:#|\/\/).*$/gm, '')

const names = (text: string, path: string): boolean => {
  const name = basename(path).replace(/[.+$^*?()[\]{}|\\]/g, String.raw`\$&`)
  return new RegExp(`(?<![\\w.-])${name}(?![\\w.-])`).test(text)
}
