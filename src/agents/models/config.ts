import * as z from 'zod/mini'

/** A language model, as data. The key itself is never written down, only the name of the variable that holds it. */
export const modelConfigSchema = z.readonly(
  z.strictObject({
    /** A name of `PROVIDERS`. */
    provider: z.string(),
    /** As the provider calls it. */
    name: z.string(),
    url: z.string(),
    /** Null for a server that wants no key. */
    keyVariable: z.nullable(z.string()),
  }),
)

export type ModelConfig = z.infer<typeof modelConfigSchema>

export const describeModel = ({ provider, name }: ModelConfig): string => `${provider}/${name}`
