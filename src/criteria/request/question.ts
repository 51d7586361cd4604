import { masked } from './quotes.ts'
import { sentencesOf } from './sentences.ts'

/** Whether a text only asks something, so that there is no work in it: "what does mux do?", but not "could you fix it?". */
export function isOnlyQuestion(text: string): boolean {
  const sentences = sentencesOf(masked(text).text)
  return (
    sentences.length > 0 &&
    sentences.every(
      ({ mood, text: said }) =>
        WANTS_ANSWER.test(said) || (mood === 'question' && said.endsWith('?') && !PROPOSES.test(said)),
    )
  )
}

/** "could you tell me what it does", "what would it take": an answer is wanted, with or without a question mark. */
const WANTS_ANSWER =
  /^\W*(?:please )?(?:(?:can|could|would) (?:you|u|someone|anyone) (?:please |kindly )?(?:tell (?:me|us)|explain (?:to me |to us )?(?:how|why|what|where|when|which|who)|let (?:me|us) know|show me (?:how|why|what|where))|tell (?:me|us) (?:how|why|what|where|when|which|who|if|whether)|what would it take|i wonder|do you know)\b/i

/** Questions that propose work: "why not use fetch?", "it crashes on Windows, can you fix that?". */
const PROPOSES =
  /^\W*(?:why (?:not|(?:don't|dont|do not) (?:you|we))|how about|what about)\b|[,;:)\]–—-]\W*(?:and |so |then )?(?:can|could|would|will|may|might) (?:you|u|ya|we|someone|somebody|anyone|i ask you to|i get you to)\b(?! (?:please |kindly |maybe |perhaps )?(?:explain|tell|say|describe|clarify|remind|show me|let me know)\b)|\bmind \w+ing\b|\b(?:please|pls|plz) (?!explain|tell|say|describe|clarify|remind|show me|let me know)/i
