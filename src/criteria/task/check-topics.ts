import type { Purpose } from '../../tools/commands/tool-commands.ts'

/** What a task may speak of when it speaks of checks: their purposes, kinds of tests, and what is checked. */
type CheckTopic = Purpose | 'kind' | 'spelling' | 'generated' | 'part' | 'platform' | 'job'

const TOPICS: Readonly<Record<CheckTopic, RegExp>> = {
  test: /\b(?:tests?|suites?|specs?|unittests?)\b/,
  kind: /\b(?:unit|integration|e2e|end-to-end|functional|acceptance|smoke|property|doc ?tests?|snapshots?|conformance|regression tests?|browser|fuzz\w*|mutation|mutants?|sanitizers?)\b/,
  build: /\b(?:build\w*|built|compil\w*|assembl\w*|bundl\w*|packag(?:e|ing)s?|link(?:er|ing)|tarball|wheel|image)\b/,
  types: /\b(?:type[- ]?check\w*|types?|typings?|typed|annotat\w+)\b/,
  lint: /\b(?:lint\w*|warnings?|offen[cs]es?|violations?|style|vet)\b/,
  spelling: /\b(?:spell\w*|typos?)\b/,
  format: /\b(?:format\w*|fmt|indent\w*)\b/,
  docs: /\b(?:docs?|documentation|site|website|microsite|manual|readme|changelog|xref|book|guide|pages?)\b/,
  coverage: /\b(?:coverage|cover(?:ed|s)?|untested)\b|\d ?(?:%|percent)/,
  generated: /\b(?:validat\w*|schemas?|conform\w*|generat\w*|regenerat\w*|up to date|out of date|codegen|baselines?)\b/,
  part: /\b(?:examples?|demo|playground|samples?|extension|plugin|sub-?projects?|packages?|crates?|workspaces?|apps?)\b/,
  platform:
    /\b(?:windows|macos|linux|ios|android|wasm\w*|chrome|firefox|node \d+|jvm|native|nightly|feature combos?|features?|no_std|configuration|preset|only (?:in|under|with|on)|python \d\S*|pypy|jdk|java \d+|clojurescript|cljs)\b/,
  job: /\b(?:jobs?|steps?|workflows?|pipeline|ci|action|hooks?|pre-?commit)\b/,
}

/** Everything of that kind that the task's prose speaks of; code and paths say nothing. */
export function checkTopics(task: string): CheckTopic[] {
  const prose = task.replace(/`[^`]*`|\S*[/.]\w+\S*/g, ' ').toLowerCase()
  return (Object.keys(TOPICS) as CheckTopic[]).filter(topic => TOPICS[topic].test(prose))
}
