import { expect, test } from 'vitest'
import { needsArguments } from './needs-arguments.ts'

test.each([
  ['set -eu\ncd "$(dirname "${1}")"\n"$2" | diff "${1}" -', true],
  ['if [ $# -ne 2 ]; then\n  echo "usage: $0 A B"\n  exit 2\nfi', true],
  ['dir=${1:?folder missing}\npytest "$dir"', true],
  ['"$1" --check', true],
  ['[ -z "$1" ] && exit 1\nrun "$1"', true],
  ['set -euo pipefail\npytest "${1:-tests}"', false],
  ['pytest "$@"', false],
  ['set -u\nrun() {\n  echo "$1"\n  "$1"\n}\nrun pytest', false],
  ['while [ $# -gt 0 ]; do\n  case "$1" in\n    --fast) fast=1 ;;\n  esac\n  shift\ndone\npytest', false],
  ['if [ "$1" = "--fix" ]; then\n  ruff --fix\nfi\nruff .', false],
  ["set -eu\nps | awk '{print $2}'\n# $1 is unused", false],
] as const)('%j', (script, needs) => {
  expect(needsArguments(script)).toBe(needs)
})
