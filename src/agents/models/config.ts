import * as z from 'zod/mini'

/** A language model as data. The key itself is never stored, only the name of its variable. */
export const modelConfigSchema = z.readonly(
  z.strictObject({
    /** A name of `PROVIDERS`. */
    provider: z.string(),
    /** The provider's name of the model. */
    name: z.string(),
    url: z.string(),
    /** Null for a server that needs no key. */
    keyVariable: z.nullable(z.string()),
  }),
)

export type ModelConfig = z.infer<typeof modelConfigSchema>

export const describeModel = ({ provider, name }: ModelConfig): string => `${provider}/${name}`
