import { useSignal } from '@preact/signals'
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

/** A command whose lines end between words, not after the hyphens of a flag. */
export const CommandWords = ({ text }: { readonly text: string }) => (
  <code class="words">
    {text.split(' ').map((word, index) => (
      <Fragment key={index}>
        {index === 0 ? '' : ' '}
        <span class="word">{word}</span>
      </Fragment>
    ))}
  </code>
)

/** A command that a person copies into a terminal, perhaps with what it is for. */
export function CommandLine({ text, says }: { readonly text: string; readonly says?: string }) {
  const copied = useSignal(false)
  const copy = (): void => {
    void navigator.clipboard?.writeText(text).then(
      () => {
        copied.value = true
      },
      () => {},
    )
  }
  return (
    <div class={says === undefined ? 'command' : 'command titled'}>
      {says === undefined ? null : <span class="sub">{says}</span>}
      <CommandWords text={text} />
      <button type="button" class="quiet" onClick={copy} aria-label={`Copy the command: ${text}`}>
        {copied.value ? 'Copied' : 'Copy'}
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

/** What a link leads to when its loop or plan was removed. */
export const NotHere = ({
  what,
  id,
  list,
}: {
  readonly what: 'loop' | 'plan'
  readonly id: string
  readonly list: string
}) => (
  <div class="empty">
    <h1>There is no such {what} here</h1>
    <p>
      <code>{id}</code> was removed, or its records cannot be read.
    </p>
    <p>
      <a href={list}>All {what}s</a>
    </p>
  </div>
)
