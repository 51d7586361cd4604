import * as z from 'zod/mini'

/** What a person can be told about. */
const NOTICE_EVENTS = ['end', 'stuck', 'blocked', 'needs-person', 'rate-limit'] as const

export type NoticeEvent = (typeof NOTICE_EVENTS)[number]

const DESKTOP = ['auto', 'notify-send', 'osascript', 'bell', 'osc9', 'osc777'] as const

const ADDRESS = z.string().check(z.regex(/^(?:https?:\/\/\S+|\$\w+)$/))
const VARIABLE = z.string().check(z.regex(/^\w+$/))
const addressSchema = z.union([ADDRESS, z.strictObject({ url: ADDRESS })])

/** The section `notify` of a configuration. */
export const notifySchema = z.strictObject({
  /** All events when not given. */
  on: z.optional(z.array(z.enum(NOTICE_EVENTS)).check(z.minLength(1))),
  desktop: z.optional(z.union([z.boolean(), z.enum(DESKTOP)])),
  webhook: z.optional(z.union([ADDRESS, z.strictObject({ url: ADDRESS, secret: z.optional(VARIABLE) })])),
  slack: z.optional(addressSchema),
  discord: z.optional(addressSchema),
  ntfy: z.optional(z.union([ADDRESS, z.strictObject({ url: ADDRESS, token: z.optional(VARIABLE) })])),
  command: z.optional(z.string().check(z.minLength(1))),
})

type NotifySection = z.infer<typeof notifySchema>

const on = z.readonly(z.array(z.enum(NOTICE_EVENTS)))

/** Where notices go. A `url` that begins with `$` names an environment variable; secrets are always named, never stored. */
const channelSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('desktop'), on, how: z.enum(DESKTOP) })),
  z.readonly(z.strictObject({ kind: z.literal('webhook'), on, url: z.string(), secret: z.nullable(z.string()) })),
  z.readonly(z.strictObject({ kind: z.literal('slack'), on, url: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('discord'), on, url: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('ntfy'), on, url: z.string(), token: z.nullable(z.string()) })),
  z.readonly(z.strictObject({ kind: z.literal('command'), on, command: z.string() })),
])

export type Channel = z.infer<typeof channelSchema>
export type HttpChannel = Exclude<Channel, { kind: 'desktop' | 'command' }>

/** The channels that a loop was started with; none when the text is damaged. */
export function parseChannels(text: string): readonly Channel[] {
  try {
    const read = z.array(channelSchema).safeParse(JSON.parse(text))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

/** The channels that a section configures. */
export function channelsOf(section: NotifySection): readonly Channel[] {
  const on = section.on ?? [...NOTICE_EVENTS]
  const { desktop, webhook, slack, discord, ntfy, command } = section
  return [
    ...(desktop ? [{ kind: 'desktop' as const, on, how: desktop === true ? ('auto' as const) : desktop }] : []),
    ...given(webhook).map(({ url, secret = null }) => ({ kind: 'webhook' as const, on, url, secret })),
    ...given(slack).map(({ url }) => ({ kind: 'slack' as const, on, url })),
    ...given(discord).map(({ url }) => ({ kind: 'discord' as const, on, url })),
    ...given(ntfy).map(({ url, token = null }) => ({ kind: 'ntfy' as const, on, url, token })),
    ...(command === undefined ? [] : [{ kind: 'command' as const, on, command }]),
  ]
}

function given<T extends { readonly url: string }>(
  value: string | T | undefined,
): readonly (T | ({ url: string } & Partial<T>))[] {
  if (value === undefined) return []
  return [typeof value === 'string' ? ({ url: value } as { url: string } & Partial<T>) : value]
}

/** A bell or a pop-up reaches nobody else and runs nothing of the repository; everything else does. */
export function notifyRisk(section: unknown): 'runs-commands' | 'sends-data' | null {
  const keys = typeof section === 'object' && section !== null ? Object.keys(section) : ['unknown']
  if (keys.includes('command')) return 'runs-commands'
  return keys.every(key => key === 'on' || key === 'desktop') ? null : 'sends-data'
}
