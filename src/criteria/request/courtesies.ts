const THANKS = String.raw`(?:many )?(?:thanks|thank you|thx|ty|cheers|please|ok|okay|(?:best|kind) regards|regards|best)\b(?: (?:so much|a lot|in advance|mate|man|you))?(?:[\s,]+\p{Lu}\p{L}+)?`
/** Where the person goes is not about the work; what they want is, and stays. */
const LEAVING = String.raw`(?:i|we)(?:'m|'re|'ll| am| are| will)\s+(?:(?:just|now|be|go|have to)\s+)*(?:off|back|away|out|afk|busy|asleep|in (?:a|the|my|meetings)|at (?:lunch|home)|going|heading|leaving|closing|boarding|check\w*|look\w*)\b[^.;\n]*|i need my\b[^.;\n]*`
const REPORT = String.raw`(?:let me know|ping me|tell me|notify me|message me|report back)\b[^.;\n]*|(?:see you|good night|bye|brb)\b[^.;\n]*`
const BEHIND = new RegExp(
  String.raw`(?:[.,;!?\s-]{0,4}(?:[.,;!?-]|\n)\s{0,4}(?:${THANKS}|${LEAVING}|(?:and )?(?:${REPORT}))[.!]*)+\s*$|\s+and (?:${REPORT})$|,?\s+while (?:i|we)\b[^.;\n]*$`,
  'iu',
)

/** "…, thanks", "I'm off for lunch": said to the person, not about the work. */
export const withoutCourtesies = (text: string): string => text.replace(BEHIND, '').replace(/\s+please$/i, '')
