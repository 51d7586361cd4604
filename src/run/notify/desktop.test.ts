import { expect, test } from 'vitest'
import { desktopNotice } from './desktop.ts'
import { testNotice } from './notice.ts'

const notice = { ...testNotice('/p/shop'), task: 'a;b\u0007\u001b]0;x <b>', message: 'one <b> & two' }
const linux = { env: { PATH: '/nowhere' }, platform: 'linux' as const, terminal: true }

test('text cannot end a terminal sequence early, and tmux passes it on', () => {
  const osc777 = desktopNotice('osc777', notice, linux)
  expect(osc777).toEqual({
    kind: 'terminal',
    text: '\u001b]777;notify;test in shop: a,b ]0,x <b>;one <b> & two\u0007',
  })
  const inTmux = desktopNotice('osc9', notice, { ...linux, env: { TMUX: '/tmp/tmux' } })
  expect(inTmux).toMatchObject({
    text: expect.stringMatching(/^\u001bPtmux;\u001b\u001b\]9;[^\u001b]*\u001b\\\u0007$/),
  })
})

test.each([
  [{ ...linux, platform: 'darwin' as const, terminal: false }, 'program'],
  [linux, 'terminal'],
  [{ ...linux, terminal: false }, 'none'],
  [{ ...linux, env: { TERM: 'xterm-kitty' } }, 'terminal'],
])('auto chooses a way that works here: %#', (desktop, kind) => {
  expect(desktopNotice('auto', notice, desktop).kind).toBe(kind)
})

test('programs get the text as arguments, behind --, and notify-send no markup', () => {
  expect(desktopNotice('notify-send', notice, linux)).toEqual({
    kind: 'program',
    argv: ['notify-send', '--app-name=agent-loop', '--', 'test in shop: a;b ]0;x <b>', 'one &lt;b&gt; &amp; two'],
  })
  expect(desktopNotice('bell', notice, { ...linux, terminal: false })).toMatchObject({ kind: 'none' })
})
