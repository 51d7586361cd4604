import type { DefaultCommand, Ecosystem, ImpliedReason } from './default-command.ts'
import { at, exists, fileAt, filesIn, folderAt, inFolder, type Project, record, textAt } from './project.ts'

const TEST_FILE = /^(test_\w+|\w+_test)\.py$/

/** pyproject, setup.cfg, tox, nox: which tools are configured, and through which manager they are run. */
export const python: Ecosystem = (project, folder) => {
  const listed = folderAt(project, folder).files.find(name =>
    /^(pyproject\.toml|setup\.(cfg|py)|Pipfile|tox\.ini|pytest\.ini|requirements[\w.-]*\.txt)$/.test(name),
  )
  if (listed === undefined) return looseTests(project, folder)
  const source = inFolder(folder, exists(project, inFolder(folder, 'pyproject.toml')) ? 'pyproject.toml' : listed)
  const tool = record(at(fileAt(project, inFolder(folder, 'pyproject.toml'))?.data, 'tool'))
  const everything = folderTexts(project, folder)
  const run = runnerOf(project, folder, tool)
  const found: DefaultCommand[] = []
  const add = (command: string, purposes: DefaultCommand['purposes'], because: ImpliedReason, weight: number): void => {
    found.push({
      command: /^(tox|nox|hatch|python|uv) ?/.test(command) ? command : run + command,
      purposes,
      source,
      because,
      weight,
    })
  }
  tests(project, folder, { tool, everything, run, add })
  const configured = (name: string): boolean =>
    tool[name] !== undefined || new RegExp(`^\\[(tool:)?${name}`, 'm').test(everything)
  if (
    configured('ruff') ||
    exists(project, inFolder(folder, 'ruff.toml')) ||
    exists(project, inFolder(folder, '.ruff.toml'))
  ) {
    add('ruff check .', ['lint'], { configured: 'ruff' }, 22)
    add('ruff format --check .', ['format'], { configured: 'ruff' }, 14)
  }
  if (configured('flake8') || exists(project, inFolder(folder, '.flake8')))
    add('flake8', ['lint'], { configured: 'flake8' }, 20)
  if (configured('pylint') || exists(project, inFolder(folder, '.pylintrc')))
    add('pylint .', ['lint'], { configured: 'pylint' }, 12)
  if (configured('black')) add('black --check .', ['format'], { configured: 'black' }, 18)
  if (configured('mypy') || exists(project, inFolder(folder, 'mypy.ini')))
    add(mypyLine(tool), ['types'], { configured: 'mypy' }, 20)
  if (configured('pyright') || exists(project, inFolder(folder, 'pyrightconfig.json')))
    add('pyright', ['types'], { configured: 'pyright' }, 20)
  if (exists(project, inFolder(folder, 'pyproject.toml')) || exists(project, inFolder(folder, 'setup.py')))
    add(buildLine(project, folder, tool), ['build'], 'it has a build back end', 14)
  return found
}

const mypyLine = (tool: Readonly<Record<string, unknown>>): string =>
  (at(tool, 'mypy', 'files') ?? at(tool, 'mypy', 'packages')) ? 'mypy' : 'mypy .'

interface Tests {
  readonly tool: Readonly<Record<string, unknown>>
  readonly everything: string
  readonly run: string
  readonly add: (command: string, purposes: DefaultCommand['purposes'], because: ImpliedReason, weight: number) => void
}

function tests(project: Project, folder: string, { tool, everything, run, add }: Tests): void {
  const pytest = tool['pytest'] !== undefined || /\[tool:pytest\]|^\[pytest\]|\bpytest\b/m.test(everything)
  const suite = ['tests', 'test'].find(name => exists(project, inFolder(folder, name)))
  if (pytest) add('pytest', ['test'], { configured: 'pytest' }, 24)
  else if (suite !== undefined && hasTests(project, inFolder(folder, suite)))
    add(run === '' ? 'python -m pytest' : 'pytest', ['test'], `${suite}/ holds test_*.py`, 12)
  if (
    at(tool, 'hatch', 'envs', 'hatch-test') !== undefined ||
    /\[envs\.hatch-test/.test(textAt(project, inFolder(folder, 'hatch.toml')))
  )
    add('hatch test', ['test'], 'hatch has a test environment', 26)
  if (exists(project, inFolder(folder, 'tox.ini'))) add('tox', ['test'], 'tox.ini describes the test environments', 16)
  if (exists(project, inFolder(folder, 'noxfile.py'))) add('nox', ['test'], 'noxfile.py describes the sessions', 14)
  const covered = /pytest-cov|\bcoverage\b/.test(everything) || at(tool, 'coverage') !== undefined
  if (pytest && /pytest-cov/.test(everything))
    add('pytest --cov', ['coverage', 'test'], 'pytest-cov is a dependency', 18)
  else if (covered && pytest)
    add(`coverage run -m pytest && ${run}coverage report`, ['coverage', 'test'], { configured: 'coverage' }, 14)
}

function runnerOf(project: Project, folder: string, tool: Readonly<Record<string, unknown>>): string {
  const has = (name: string): boolean => exists(project, inFolder(folder, name)) || exists(project, name)
  if (has('uv.lock')) return 'uv run '
  if (has('poetry.lock') || tool['poetry'] !== undefined) return 'poetry run '
  if (has('pdm.lock') || (tool['pdm'] !== undefined && has('pdm.toml'))) return 'pdm run '
  if (has('Pipfile')) return 'pipenv run '
  return ''
}

function buildLine(project: Project, folder: string, tool: Readonly<Record<string, unknown>>): string {
  const run = runnerOf(project, folder, tool)
  if (run === 'uv run ') return 'uv build'
  if (run === 'poetry run ') return 'poetry build'
  return 'python -m build'
}

const folderTexts = (project: Project, folder: string): string =>
  filesIn(
    project,
    folder,
    /^(pyproject\.toml|setup\.(cfg|py)|tox\.ini|pytest\.ini|Pipfile|requirements[\w.-]*\.txt|\.coveragerc|noxfile\.py)$/,
  )
    .map(({ text }) => text)
    .join('\n')

const hasTests = (project: Project, folder: string): boolean =>
  folderAt(project, folder).files.some(name => TEST_FILE.test(name)) ||
  folderAt(project, folder).folders.some(name =>
    folderAt(project, `${folder}/${name}`).files.some(file => TEST_FILE.test(file)),
  )

/** No manifest at all: test_*.py beside the code still is a suite. */
function looseTests(project: Project, folder: string): DefaultCommand[] {
  const where = ['', 'tests', 'test'].find(name =>
    folderAt(project, inFolder(folder, name) || folder).files.some(file => TEST_FILE.test(file)),
  )
  if (where === undefined) return []
  const source = inFolder(
    folder,
    where === '' ? (folderAt(project, folder).files.find(file => TEST_FILE.test(file)) ?? '') : where,
  )
  return [
    {
      command: 'python -m pytest',
      purposes: ['test'],
      source,
      because: 'there are files called test_*.py',
      weight: 10,
    },
  ]
}
