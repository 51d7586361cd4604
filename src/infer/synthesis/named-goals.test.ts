import { expect, test } from 'vitest'
import { describeCriterion } from '../../criteria/describe.ts'
import type { Project } from '../../tools/manifests/project.ts'
import { namedGoals } from './named-goals.ts'
import { settingGoals } from './named-settings.ts'

const goals = (task: string, texts: Readonly<Record<string, string>>): string[] =>
  namedGoals(task, projectOf(texts)).goals.map(describeCriterion)

function projectOf(texts: Readonly<Record<string, string>>): Project {
  const paths = Object.keys(texts)
  const folder = { files: paths.filter(path => !path.includes('/')), folders: [] }
  const files = new Map(paths.map(path => [path, { path, text: texts[path] ?? '', data: null }]))
  const named = { paths, texts: new Map(Object.entries(texts)) }
  return { name: 'shop', tree: new Map([['', folder]]), files, problems: [], named } as unknown as Project
}

test('a variable of data and templates is renamed there', () => {
  const role = {
    'tasks/main.yml': '- template: src=a.j2\n  when: ntp_timezone != ""\n',
    'defaults/main.yml': 'ntp_timezone: Etc/UTC\n',
    'templates/a.j2': 'tz {{ ntp_timezone }}\n',
    'README.md': '`ntp_timezone`\n',
  }
  const word = (name: string): string => `/(^|[^A-Za-z0-9_-])${name}([^A-Za-z0-9_-]|$)/m`
  expect(goals('rename the variable ntp_timezone to ntp_tz', role)).toEqual([
    `no file of \`**/*.{j2,yml}\` matches ${word('ntp_timezone')}`,
    `defaults/main.yml matches ${word('ntp_tz')}`,
  ])
  const inCode = { ...role, 'src/a.py': 'ntp_timezone = 1\n' }
  expect(goals('rename ntp_timezone to ntp_tz', inCode)).toContain('the code uses `ntp_tz`')
})

test('a file that the task updates differs, and a new name is used', () => {
  const crate = { 'Cargo.toml': '[package]\n', 'CHANGELOG.md': '# 0.5\n', 'src/lib.rs': 'pub fn a() {}\n' }
  expect(goals('fix it and update CHANGELOG.md', crate)).toEqual(['`CHANGELOG.md` differs from the start'])
  expect(goals('add a to_dot_case conversion with tests', crate)).toEqual(['the code uses `to_dot_case`'])
})

test('a setting that gets another value', () => {
  const project = projectOf({
    'Cargo.toml': '[package]\nversion = "0.5.0"\nedition = "2021"\n',
    'tsconfig.json': '{\n  "compilerOptions": {\n    "target": "ES2020"\n  }\n}\n',
  })
  const files = (task: string): string[] =>
    settingGoals(task, project).flatMap(goal =>
      goal.kind === 'files' ? `${goal.glob} ${goal.said.includes('20')}` : [],
    )
  expect(files('upgrade to edition 2024')).toEqual(['Cargo.toml true'])
  expect(files('set the target to ES2022')).toEqual(['tsconfig.json true'])
  for (const task of ['set the edition to 2021', 'upgrade eslint to 9', 'bump the version to 0.6.0', 'fix issue 12'])
    expect(files(task)).toEqual([])
})
