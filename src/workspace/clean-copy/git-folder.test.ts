import { expect, test } from 'vitest'
import { settings } from './git-folder.ts'

test('only settings that start no program are taken over', () => {
  const config = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	autocrlf = input
	fsmonitor = /tmp/evil
	hooksPath = /tmp/evil
	sshCommand = evil
[core "sub"]
	eol = lf
[filter "lfs"]
	clean = evil
[extensions]
	objectFormat = sha256
	worktreeConfig = true
[include]
	path = /tmp/evil
[alias]
	filemode = evil
`
  const kept = settings(config).replaceAll(/\[(\w+)\]\n\t/g, '$1.')
  expect(kept.trim().split('\n')).toEqual([
    'core.repositoryformatversion = 0',
    'core.filemode = true',
    'core.autocrlf = input',
    'extensions.objectFormat = sha256',
    'core.bare = false',
  ])
})
