import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { pythonTests } from '../canary/planters.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'
import type { Tool } from '../tool.ts'
import { pytest as pytestOutput } from './read.ts'

const INI = String.raw`\.?pytest\.(?:ini|toml)`

export const pytest: Tool = {
  name: 'pytest',
  kind: 'test-runner',
  cannotStart: [
    { pattern: /^ERROR: file or directory not found: (\S+)$/, what: 'file', exits: [4] },
    { pattern: /^ModuleNotFoundError: No module named '_?(pytest)'$/, what: 'module', exits: [1] },
    { pattern: /^ImportError: Error importing plugin "((?:pytest|xdist)[\w-]*)"/, what: 'module', exits: [1] },
    // The config asks for a plugin that is not installed: `--cov`.
    { pattern: /^\S+: error: unrecognized arguments: (-[\w-]+)/, what: 'option', exits: [4] },
  ],
  whenNothingLoads:
    '`python -m pytest` also finds modules in the current directory, and `pip install -e .` installs the project',
  commands: {
    programs: 'pytest py.test',
    measures: String.raw`--cov(?:\b(?!-config)|=)`,
    narrows: '-k ',
    usual: 'pytest',
    sign: /\bpy\.?test\b/,
    spoken: { test: 'pytest' },
    hazards: { 'never-ends': /\b(pytest-watch|ptw)\b/ },
    settings: { files: String.raw`pytest\.ini|\.pytest|conftest\.py` },
  },
  readers: [pytestOutput],
  ids: { switches: pytestSwitches },
  canary: { tests: pythonTests },
  protection: {
    files: {
      autoLoaded: [/^conftest\.py$/],
      autoLoadedPaths: [
        // Plugins are found by what an installed package says of itself, and a folder in the project is one.
        /\.(?:egg-info|dist-info)\/entry_points\.txt$/,
        // A module of this name beside the tests is imported in place of the tool.
        /^(?:(?:src|tests?|lib)\/)?(?:pytest|_pytest|pluggy|hypothesis)(?:\.py|\/__init__\.py)$/,
      ],
      config: [new RegExp(`^${INI}$`)],
    },
    retries: {
      files: new RegExp(`(?:^|/)(?:${INI}|pyproject\\.toml)$`),
      within: '^tool\\.pytest\\.ini_options\\.|^pytest\\.',
    },
    caches: ['.pytest_cache', '.testmondata'],
    outputs: ['.pytest_cache', '.hypothesis'],
    // Not `-p no:cacheprovider`: projects that say `--ff` would end with a usage error. An empty cache knows nothing either.
    uncached: (env, { temporary }) => {
      const option = `-o '${`cache_dir=${temporary}/pytest`.replaceAll("'", `'"'"'`)}'`
      return { PYTEST_ADDOPTS: env['PYTEST_ADDOPTS'] ? `${env['PYTEST_ADDOPTS']} ${option}` : option }
    },
    detection: {
      names: ['pytest', 'py\\.test'],
      variables: ['PYTEST_CURRENT_TEST', 'PYTEST_VERSION', 'PYTEST_XDIST_WORKER'],
      modules: ['pytest', '_pytest'],
    },
    packages: ['_?pytest', 'pluggy'],
    outside: { above: ['pytest.ini', 'conftest.py'] },
    preparation: { files: /(?:^|\/)pytest\.ini$/, always: /(?:^|\/)conftest\.py$/ },
    flagFiles: /(?:^|\/)\.?pytest\.(?:ini|toml)$/,
    retriesInCode: [
      {
        languages: /^python$/,
        pattern:
          /@(?:pytest\.mark\.)?(?:flaky|rerun|reruns|repeat_on_failure|retry)\b(?:\([^)\n]*\))?|\bpytestmark\s*=.*\bflaky\b/g,
      },
    ],
    exitsInCode: [
      { languages: /^python$/, pattern: /\bpytest\.exit\([^)\n]*returncode\s*=\s*0|\bsession\.exitstatus\s*=\s*0/gm },
    ],
  },
}

// A Python that does not look at PYTHONPATH finds no plugin, which does no harm; naming the plugin to it would.
function pytestSwitches({ env, plugins, preloads }: SwitchedRun): Environment {
  copyFileSync(join(preloads, 'agent_loop_evidence.py'), join(plugins, 'agent_loop_evidence.py'))
  const info = join(plugins, 'agent_loop_evidence-1.dist-info')
  mkdirSync(info)
  writeFileSync(join(info, 'METADATA'), 'Metadata-Version: 2.1\nName: agent-loop-evidence\nVersion: 1\n')
  writeFileSync(join(info, 'entry_points.txt'), '[pytest11]\nagent_loop_evidence = agent_loop_evidence\n')
  return { PYTHONPATH: joined(delimiter, plugins, env['PYTHONPATH']) }
}
