/** Words in front of an order that only ask politely, and words that only join it to the one before. */
const COURTESY =
  /^(?:(?:hey|hi|hello|ok|okay|so|and|then|now|also|but|first|next|finally|just|please|pls|plz|kindly|apparently|maybe|again|thanks|sigh|well|i think|right now|(?:can|could|would|will) (?:you|u|we)(?: please)?|(?:would|is) it (?:be )?possible to|any chance (?:you|u|we) (?:can|could)|it would be (?:nice|great|good|cool|lovely) (?:if (?:you|we) (?:could|can)|to have(?= an? ))|(?:would you )?mind|(?:i|we)(?:'d| would)? (?:like|want|need) (?:you )?to|(?:i|we)(?:'d| would) (?:love|like)(?: for)? you to|you should|(?:we|you) (?:have|need) to|(?:we|you|i|one) (?:could|should|might|can|may)(?: also)?|(?:[a-z]+ ){1,3}(?:asked|wants|wanted|told|tells|expects|requested|would like)(?: (?:me|us|you))? to|(?:i|we)(?:'d| would| will|'ll) (?:accept|merge|review|take|welcome) (?:an? |the )?(?:prs?|pull requests?|patch(?:es)?|change)(?: (?:that|which|to|for))?|(?:i|we)(?:'d| would| will|'ll) (?:accept|merge|review|take|welcome)|let'?s|let us|try to|go and|go ahead and|help (?:me|us)(?: to)?|have a go at|please)\b[,!:]?\s*)+/i

/** Orders with a particle or a preposition, as one verb, so that the noun behind it is its object. */
const PHRASAL: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:take care|get rid) of\b|\b(?:deal with|work(?:ing)? through|sort out|make)\b(?= (?:all |the |these |those |any |every )*(?:\w+ ){0,2}(?:go away|gone)\b)/gi,
    'clear',
  ],
  [
    /\b(?:taking|take) care of\b|\b(?:getting|get) rid of\b|\b(?:deal(?:ing)? with|work(?:ing)? through|sort(?:ing)? out)\b/gi,
    'fix',
  ],
  [/\b(?:look(?:ing)?|have a look|having a look|dig(?:ging)?) (?:at|into)\b/gi, 'inspect'],
  [/\bmind (fix|correct|repair|resolv)ing\b/gi, '$1'],
  [/\b(?:have (?:a go|a try)|take a (?:stab|crack|shot)|try) (?:at )?making\b/gi, 'make'],
  [/\b(?:is|are)n['’]?t\b/gi, 'is not'],
  [/\b(do(?:es)?|wo|ca|did|was|were|has|have|should|could|would)n['’]?t\b/gi, '$1 not'],
]

const VERBS =
  'fix|make|get|repair|resolve|add|write|see|update|extend|cover|remove|delete|rename|move|improve|polish|refine|touch|tidy|clean|clear|run|adapt|adjust|implement|create|document|drop|bump|replace|keep|do|find|track|try|have|bring|raise|turn|stub|unskip|list|please|debug|correct|convert|refactor|rework|then|go|look|inspect|work|ensure|check|verify'

const BOUNDARY = new RegExp(
  `[.!?;]+(?=\\s|$)|\\s+[—–-]+\\s+|:\\s+|,\\s+|\\s+(?:and|then|and then|&|\\+)\\s+(?=(?:${VERBS})\\b|[a-z]+ (?:it|them|this|that|those|these|the|an?|all|our|every)\\b)|\\s+so\\s+(?=(?:the|it|they|please|fix)\\b)`,
  'gi',
)

/** Conditions, reasons, and times: they say when or why, not what. Only behind the words that they belong to. */
const SUBORDINATE =
  /(?<=\S)\s+(?:if|when|whenever|because|since|after|before|once|unless|although|though|as soon as|where|in case)\s.*$/i

/** The orders and statements of a task, each without politeness. */
export function partsOf(clause: string): string[] {
  const spoken = PHRASAL.reduce(
    (text, [pattern, verb]) => text.replace(pattern, verb),
    clause.replace(/`[^`]*`/g, code => code.replace(/[.,:;!?] /g, '_')),
  )
  return spoken
    .split(BOUNDARY)
    .map(part => bare(part.trim()))
    .filter(part => /[\p{L}\d]/u.test(part))
}

function bare(part: string): string {
  const polite = part.replace(COURTESY, '')
  return /[\p{L}]/u.test(polite) ? polite.trim() : part
}

export const withoutConditions = (part: string): string => part.replace(SUBORDINATE, '')
