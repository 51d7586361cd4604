import { useSignal, useSignalEffect } from '@preact/signals'
import type { PageAnswer } from '../page-data.ts'
import { load } from './api.ts'
import { change } from './live.ts'

/** Ids of contents, which nobody reads. */
const BLOBS = /^index [0-9a-f]+\.\./

/** What one turn changed. */
export function DiffView({ path }: { readonly path: string }) {
  const answer = useSignal<PageAnswer | null>(null)
  useSignalEffect(() => {
    void change.value.loop?.stamp
    void load<PageAnswer>(path).then(found => {
      if (found) answer.value = found
    })
  })
  if (answer.value === null) return <p class="empty">Loading…</p>
  return (
    <pre class="diff" role="region" tabIndex={0} aria-label="Diff">
      {answer.value.lines
        .filter(line => !BLOBS.test(line))
        .map((line, index) => (
          <span key={index} class={kindOf(line)}>
            {line}
            {'\n'}
          </span>
        ))}
    </pre>
  )
}

function kindOf(line: string): string {
  if (/^(?:diff |--- |\+\+\+ |new file|deleted file|similarity|rename )/.test(line)) return 'file'
  if (line.startsWith('@@')) return 'hunk'
  return line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : ''
}
