const THANKS = String.raw`(?:many )?(?:thanks|thank you|thx|ty|cheers|please|ok|okay)(?: (?:so much|a lot|a bunch|in advance|mate|man|you))?`
const NAME = String.raw`(?:[\s,]+\p{Lu}\p{L}+)?`
const SIGNED = String.raw`(?:(?:best|kind|warm) regards|regards|best|greetings|sincerely|yours)`
const LEAVING = String.raw`closing|shutting|logging (?:off|out)|signing (?:off|out)|turning in|stepping|taking (?:a|my|the)|switching (?:off|to)|turning off|disconnecting|boarding|driving|flying|commuting|travell?ing|sleeping|eating|packing|catching|picking up|running (?:out|late|to|off)`
const OWN_THINGS = String.raw`(?:my|our) (?:laptop|machine|computer|mac|pc|battery|connection|wi-?fi|shift|day|train|flight|bus) (?:is (?:going|about|dying|almost|nearly|low|off|closing)|will|goes|might|may|ends|leaves|starts)\b[^.;\n]*`
/** Where somebody goes and when they look again is about them; what they want is about the work, and stays. */
const GOING = String.raw`(?:i|we)(?:'m| am|'re| are|'ll| will|'ve| have)?\s+(?:(?:now|just|then|will)\s+)*(?:(?:be )?(?:off|back|away|out|afk|busy|asleep|in (?:a|the|my) (?:meeting|call)|at lunch|in meetings)|(?:going|heading|leaving|getting|gonna|${LEAVING})\b|(?:be )?(?:check|checking|look|looking|come back|report|see)\b|(?:got|have) (?:a|another) (?:meeting|call)|go(?:ing)? (?:home|to)\b|need to (?:go|leave|run)|need (?:my|the) \w+(?: \w+)? (?:back|now|free))[^.;\n]*`
const TOLD_LATER = String.raw`(?:and )?(?:let me know|ping me|tell me|notify me|give me a shout|message me|report back)(?: (?:when|once|if|how|as soon as|here|on slack|by)\b[^.;\n]*)?|(?:see you|talk to you|good night|bye|brb|have a (?:nice|good|great))\b[^.;\n]*`
const BEHIND = new RegExp(
  String.raw`(?:[.,;!?\s-]{0,4}(?:[.,;!?-]|\n)\s{0,4}(?:${THANKS}${NAME}|${SIGNED}(?:,?\s+\p{Lu}\p{L}+)?|${GOING}|${OWN_THINGS}|${TOLD_LATER})[.!]*)+\s*$`,
  'iu',
)
const MEANWHILE = /,?\s+while (?:i|we)(?:'m| am|'re| are| go| have| get| sleep| eat)\b[^.;\n]*$/i

const TOLD_THEN =
  /\s+and (?:let me know|ping me|tell me|notify me|message me|report back)(?: (?:when|once|if|how|as soon as)\b[^.;\n]*)?$/i

/** "…, thanks", "I'm off for lunch": said to the person, not about the work. */
export const withoutParting = (text: string): string =>
  text
    .replace(BEHIND, '')
    .replace(MEANWHILE, '')
    .replace(TOLD_THEN, '')
    .replace(/\s+(?:please|pls)$/i, '')
