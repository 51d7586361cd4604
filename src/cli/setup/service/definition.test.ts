import { expect, test } from 'vitest'
import { serviceDefinition } from './definition.ts'

const command = ['/usr/bin/node', '/opt/a "b" 100%/$cli.cjs', 'daemon']

test('a systemd unit: every word of the command survives', () => {
  const made = serviceDefinition({ platform: 'linux', command, env: { HOME: '/home/p', XDG_STATE_HOME: '/state' } })
  if (!made.ok) throw new Error(made.error)
  expect(made.value.path).toBe('/home/p/.config/systemd/user/agent-loop.service')
  expect(made.value.text).toContain(String.raw`ExecStart="/usr/bin/node" "/opt/a \"b\" 100%%/$$cli.cjs" "daemon"`)
  expect(made.value.text).toContain('Environment="XDG_STATE_HOME=/state"')
  expect(made.value.enable[0]).toContain('systemctl --user enable --now agent-loop.service')
})

test('another folder for settings', () => {
  const made = serviceDefinition({ platform: 'linux', command, env: { HOME: '/home/p', XDG_CONFIG_HOME: '/etc/p' } })
  expect(made).toMatchObject({ value: { path: '/etc/p/systemd/user/agent-loop.service' } })
})

test('a launchd agent', () => {
  const made = serviceDefinition({ platform: 'darwin', command: ['/bin/a&b', 'daemon'], env: { HOME: '/Users/p' } })
  if (!made.ok) throw new Error(made.error)
  expect(made.value.path).toBe('/Users/p/Library/LaunchAgents/agent-loop.plist')
  expect(made.value.text).toContain('<string>/bin/a&amp;b</string>')
  expect(made.value.disable).toEqual(['launchctl bootout gui/$(id -u)/agent-loop'])
})

test('elsewhere it is refused', () => {
  expect(serviceDefinition({ platform: 'sunos', command, env: {} }).ok).toBe(false)
})
