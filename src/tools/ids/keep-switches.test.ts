import { expect, test } from 'vitest'
import { keepSwitches } from './keep-switches.ts'

const SWITCHES = {
  PYTHONPATH: '/run/agent-loop-plugins:/lib',
  PHP_INI_SCAN_DIR: '/run/agent-loop-plugins:',
  NODE_OPTIONS: '--max-old-space-size=99 --require="/dist/evidence.cjs"',
}

test.each([
  ['PYTHONPATH=src pytest -q', "PYTHONPATH='/run/agent-loop-plugins:'src pytest -q"],
  ['PYTHONPATH="a b" pytest', `PYTHONPATH='/run/agent-loop-plugins:'"a b" pytest`],
  ['cd api && PYTHONPATH=. pytest', "cd api && PYTHONPATH='/run/agent-loop-plugins:'. pytest"],
  ['export PYTHONPATH=src; pytest', "export PYTHONPATH='/run/agent-loop-plugins:'src; pytest"],
  ['PYTHONPATH= pytest', "PYTHONPATH='/run/agent-loop-plugins' pytest"],
  ['PHP_INI_SCAN_DIR=ini phpunit', "PHP_INI_SCAN_DIR='/run/agent-loop-plugins:'ini phpunit"],
  [
    'NODE_OPTIONS=--experimental-vm-modules npx jest',
    `NODE_OPTIONS='--require="/dist/evidence.cjs" '--experimental-vm-modules npx jest`,
  ],
])('%s loses nothing of ours', (command, runs) => {
  expect(keepSwitches(command, SWITCHES)).toBe(runs)
})

test.each([
  'pytest -q',
  'PYTHONPATH=src:$PYTHONPATH pytest',
  'PYTHONPATH="src:${PYTHONPATH}" pytest',
  `bash -c 'PYTHONPATH=src pytest'`,
  'MY_PYTHONPATH=src pytest',
  'RUBYLIB=lib rake test',
])('%s stays as it is', command => {
  expect(keepSwitches(command, SWITCHES)).toBe(command)
})
