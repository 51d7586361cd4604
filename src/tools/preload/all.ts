// Every runner with code that is loaded into Node. What is listed here is bundled into one small file.
export { ava } from '../ava/preload.ts'
export { jest } from '../jest/preload.ts'
export { mocha } from '../mocha/preload.ts'
export { nodeTest } from '../node-test/preload.ts'
export { vitest } from '../vitest/preload.ts'
