import { expect, test } from 'vitest'
import { coverageSettings } from './coverage-threshold.ts'

test.each([
  ['package.json', '{"jest":{"coverageThreshold":{"global":{"lines":90}}}}'],
  ['package.json', '{"scripts":{"test":"node --test --experimental-test-coverage --test-coverage-lines=90"}}'],
  ['package.json', '{"nyc":{"check-coverage":true,"lines":80}}'],
  ['jest.config.js', 'module.exports = { coverageThreshold: { global: { branches: 70 } } }'],
  ['vitest.config.ts', 'export default { test: { coverage: { thresholds: { lines: 80 } } } }'],
  ['vitest.config.ts', 'export default { test: { coverage: { thresholds: { 100: true } } } }'],
  ['.coveragerc', '[report]\nfail_under = 85\n'],
  ['pyproject.toml', '[tool.coverage.report]\nfail_under = 85\n'],
  ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = "--cov=src --cov-fail-under=85"\n'],
])('%s asks for coverage: %s', (path, text) => {
  expect(coverageSettings(path, text).threshold).toBe(true)
})

test.each([
  ['package.json', '{"jest":{"collectCoverageFrom":["src/**"]},"scripts":{"test":"jest --coverage"}}'],
  ['package.json', '{"jest":{"coverageThreshold":{"global":{"lines":0}}}}'],
  ['vitest.config.ts', 'export default { test: { coverage: { exclude: ["x"] } } }'],
  ['codecov.yml', 'coverage:\n  status:\n    project:\n      default:\n        target: 90%\n'],
  ['.coveragerc', '[run]\nbranch = true\n'],
  ['package.json', 'no json'],
])('%s asks for none: %s', (path, text) => {
  expect(coverageSettings(path, text).threshold).toBe(false)
})

test('a configuration may measure by itself', () => {
  expect(coverageSettings('package.json', '{"jest":{"collectCoverage":true}}').measured).toBe(true)
  expect(
    coverageSettings('vitest.config.ts', 'export default { test: { coverage: { enabled: true } } }').measured,
  ).toBe(true)
  expect(coverageSettings('package.json', '{"jest":{"collectCoverage":false}}').measured).toBe(false)
})
