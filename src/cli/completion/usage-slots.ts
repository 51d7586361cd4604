/** What can stand in one place of a usage line: words as they are, and names of things, such as `loop-id`. */
interface UsageSlot {
  readonly words: readonly string[]
  readonly things: readonly string[]
}

/**
 * The places for arguments in a usage line, for each form of the command: `receipt [loop-id] | receipt verify <file>` has two forms.
 * Flags are left out; they have a table of their own.
 */
export const usageForms = (usage: string, command: string): readonly (readonly UsageSlot[])[] =>
  usage.split(/ \| (?![^[]*\])/).map(form => slotsOf(form, command))

const TOKEN = /\[[^\]]*\]|"[^"]*"|<[^>]*>|[^\s"]+/g

function slotsOf(form: string, command: string): readonly UsageSlot[] {
  const tokens = form.replace(/^agent-loop /, '').match(TOKEN) ?? []
  const rest = tokens[0] === command ? tokens.slice(1) : tokens
  // The word behind a flag is its value.
  return rest.filter((token, index) => !token.startsWith('-') && !rest[index - 1]?.startsWith('-')).flatMap(slotOf)
}

function slotOf(token: string): readonly UsageSlot[] {
  const isOptional = token.startsWith('[')
  const parts = (isOptional ? token.slice(1, -1) : token).split('|').map(part => part.trim())
  if (parts.every(part => part.startsWith('-'))) return []
  const isNamed = (part: string): boolean => /[<"]/.test(part) || (isOptional && parts.length === 1)
  return [
    {
      words: parts.filter(part => !isNamed(part) && /^[a-z][a-z-]*$/.test(part)),
      things: parts.filter(part => isNamed(part) && !part.startsWith('-')).map(part => part.replace(/[<>"]/g, '')),
    },
  ]
}

/** What may stand in the next place, after these arguments. */
export function nextSlot(forms: readonly (readonly UsageSlot[])[], before: readonly string[]): UsageSlot {
  const fits = (form: readonly UsageSlot[]): boolean =>
    before.every((word, index) => {
      const slot = form[index]
      return slot !== undefined && (slot.things.length > 0 || slot.words.includes(word))
    })
  const slots = forms.filter(fits).flatMap(form => form[before.length] ?? [])
  return { words: slots.flatMap(({ words }) => words), things: slots.flatMap(({ things }) => things) }
}
