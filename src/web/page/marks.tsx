import { Fragment } from 'preact'
import type { PlanRow } from '../page-data.ts'
import { planTone, planWords, statusTone, statusWords, type Tone, verdictTone, verdictWords } from './words.ts'

/** Not by color alone: each tone has a shape. */
const SHAPES: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', active: '●', waiting: '◐', quiet: '–' }

function Mark({ tone, words }: { readonly tone: Tone; readonly words: string }) {
  return (
    <span class={`mark ${tone}`}>
      <span aria-hidden="true">{SHAPES[tone]}</span> {words}
    </span>
  )
}

export const StatusMark = ({ status }: { readonly status: string }) => (
  <Mark tone={statusTone(status)} words={statusWords(status)} />
)

export const VerdictMark = ({ verdict }: { readonly verdict: string }) => (
  <Mark tone={verdictTone(verdict)} words={verdictWords(verdict)} />
)

export const PlanMark = ({ row }: { readonly row: PlanRow }) => <Mark tone={planTone(row)} words={planWords(row)} />

/** Text in which backticks mark code, as in findings. */
export const WithCode = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
)

/** A command that a person copies into a terminal. */
export function CommandLine({ text }: { readonly text: string }) {
  const copy = (): void => void navigator.clipboard?.writeText(text).catch(() => {})
  return (
    <div class="command">
      <code>
        {text.split(' ').map((word, index) => (
          <Fragment key={index}>
            {index === 0 ? '' : ' '}
            <span class="word">{word}</span>
          </Fragment>
        ))}
      </code>
      <button type="button" class="quiet" onClick={copy} aria-label={`Copy the command: ${text}`}>
        Copy
      </button>
    </div>
  )
}

/** A number with its name. */
export const Fact = ({
  name,
  text,
  tone = '',
}: {
  readonly name: string
  readonly text: string
  readonly tone?: string
}) => (
  <span class="fact">
    <span class="name">{name}</span> <span class={`value ${tone}`}>{text}</span>
  </span>
)
