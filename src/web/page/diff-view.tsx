import { useSignal, useSignalEffect } from '@preact/signals'
import type { PageAnswer } from '../page-data.ts'
import { load } from './api.ts'
import { diffLines } from './diff-lines.ts'
import { change } from './live.ts'

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
  const lines = diffLines(answer.value.lines)
  if (lines.length === 0) return <p class="empty">No files were changed.</p>
  return (
    <pre class="diff" role="region" tabIndex={0} aria-label="Diff">
      {lines.map(({ kind, text }, index) => (
        <span key={index} class={kind}>
          {text}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
