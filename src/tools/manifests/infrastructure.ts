import type { DefaultCommand, Ecosystem, ImpliedReason } from './default-command.ts'
import { exists, folderAt, inFolder } from './project.ts'

type Line = readonly [string, DefaultCommand['purposes'], number]

const lines = (source: string, because: ImpliedReason, all: readonly Line[]): DefaultCommand[] =>
  all.map(([command, purposes, weight]) => ({ command, purposes, source, because, weight }))

export const ansible: Ecosystem = (project, folder) => {
  const has = (name: string): boolean => exists(project, inFolder(folder, name))
  const own = ['.ansible-lint', '.ansible-lint.yml', '.ansible-lint.yaml'].find(has)
  const yaml = ['.yamllint', '.yamllint.yml', '.yamllint.yaml'].find(has)
  return [
    ...(exists(project, inFolder(folder, 'molecule/default'))
      ? lines(inFolder(folder, 'molecule'), 'molecule/ holds scenarios', [['molecule test', ['test'], 24]])
      : []),
    ...(own !== undefined
      ? lines(inFolder(folder, own), { configured: 'ansible-lint' }, [['ansible-lint', ['lint'], 22]])
      : []),
    ...(yaml !== undefined
      ? lines(inFolder(folder, yaml), { configured: 'yamllint' }, [['yamllint .', ['docs', 'lint'], 18]])
      : []),
  ]
}

export const helm: Ecosystem = (project, folder) => {
  const chart = exists(project, inFolder(folder, 'Chart.yaml'))
  const tested = ['tests', 'unittests'].some(name =>
    folderAt(project, inFolder(folder, name)).files.some(file => /_test\.ya?ml$/.test(file)),
  )
  return [
    ...(chart
      ? lines(inFolder(folder, 'Chart.yaml'), 'it is a Helm chart', [
          ['helm lint .', ['lint'], 24],
          ['helm template . > /dev/null', ['build'], 16],
          ...(tested ? [['helm unittest .', ['test'], 22] as Line] : []),
        ])
      : []),
    ...(exists(project, inFolder(folder, 'ct.yaml'))
      ? lines(inFolder(folder, 'ct.yaml'), { configured: 'chart-testing' }, [
          ['ct lint --config ct.yaml', ['lint'], 26],
        ])
      : []),
  ]
}

export const pants: Ecosystem = (project, folder) => {
  const source = inFolder(folder, 'pants.toml')
  if (!exists(project, source)) return []
  const tool = exists(project, inFolder(folder, 'pants')) ? './pants' : 'pants'
  return lines(source, 'pants.toml implies pants', [
    [`${tool} test ::`, ['test'], 28],
    [`${tool} lint ::`, ['lint', 'format'], 28],
    [`${tool} check ::`, ['types'], 28],
    [`${tool} package ::`, ['build'], 24],
  ])
}
