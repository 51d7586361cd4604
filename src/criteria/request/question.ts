import { masked } from './quotes.ts'
import { sentencesOf } from './sentences.ts'

/** Whether a text only asks something, so that there is no work in it: "what does mux do?", but not "could you fix it?". */
export function isOnlyQuestion(text: string): boolean {
  const sentences = sentencesOf(masked(text).text)
  return sentences.length > 0 && sentences.every(({ mood, text: said }) => mood === 'question' && said.endsWith('?'))
}
