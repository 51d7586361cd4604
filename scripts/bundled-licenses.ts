import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly text: string
}

interface OutputChunk {
  readonly type: string
  readonly moduleIds?: readonly string[]
}

/**
 * Lists the license of every package whose code is in the bundles. One instance for all of them, so that the last bundle writes the
 * whole list. A package without a license stops the build.
 */
export function bundledLicenses(file: string) {
  const found = new Map<string, BundledPackage>()
  return {
    name: 'bundled-licenses',
    writeBundle(_: unknown, bundle: Readonly<Record<string, OutputChunk>>): void {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)
      for (const folder of new Set(modules.flatMap(packageFolder))) found.set(folder, readPackage(folder))
      const sorted = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
      if (sorted.length > 0) writeFileSync(file, document(sorted))
    },
  }
}

/** The folder of the package that a module belongs to; none for our own code. */
function packageFolder(id: string): readonly string[] {
  const match = /^(\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replace(/^\0/, ''))
  return match?.[1] === undefined ? [] : [match[1]]
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as BundledPackage
  if (typeof license !== 'string') throw new Error(`${name} has no license, and its code is in the bundle`)
  const file = readdirSync(folder).find(each => /^(licen[cs]e|copying)/i.test(each))
  return { name, version, license, text: file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim() }
}

const document = (packages: readonly BundledPackage[]): string =>
  `${[
    'The bundled files of agent-loop contain code of these packages.',
    ...packages.map(({ name, version, license, text }) =>
      `${name} ${version}\nLicense: ${license}\n\n${text}`.trimEnd(),
    ),
  ].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
