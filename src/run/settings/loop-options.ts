import type { SettingName, SettingTable, SettingValues } from './settings.ts'

type OptionsUnder<Group extends string> = {
  readonly [Name in SettingName as SettingTable[Name] extends { option: `${Group}.${infer Field}` }
    ? Field
    : never]: SettingValues[Name]
}

type OwnOptions = {
  readonly [Name in SettingName as SettingTable[Name] extends { option: infer Field extends string }
    ? Field extends `${string}.${string}`
      ? never
      : Field
    : never]: SettingValues[Name]
}

/** The fields of a request that settings become. */
export interface LoopOptions extends OwnOptions {
  readonly limits: OptionsUnder<'limits'>
  readonly hooks: OptionsUnder<'hooks'>
  readonly after: OptionsUnder<'after'>
}
