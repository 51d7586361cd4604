import * as z from 'zod'
import { LIST_SEPARATOR } from '../../run/settings/kinds.ts'
import { describeSetting, type McpSettingName, settingNamed } from '../../run/settings/settings.ts'
import type { Given } from '../../run/settings/values.ts'

/** The arguments of a tool for these settings: `max-iterations` is `max_iterations`, a number. */
export const settingArguments = (
  names: readonly McpSettingName[],
  defaultsSay?: string,
): Record<string, z.ZodOptional<z.ZodType>> =>
  Object.fromEntries(
    names.map(name => {
      const value = z.fromJSONSchema({ ...settingNamed(name).kind.schema })
      return [argumentOf(name), value.optional().describe(describeSetting(name, defaultsSay))]
    }),
  )

/** What a call gave for these settings. */
export const givenIn = (names: readonly McpSettingName[], asked: Readonly<Record<string, unknown>>): Given =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = asked[argumentOf(name)]
      return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(LIST_SEPARATOR) : String(value)]]
    }),
  )

const argumentOf = (name: McpSettingName): string => name.replaceAll('-', '_')
