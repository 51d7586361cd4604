import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LoopWindow, PageAnswer, PageProposal } from '../page-data.ts'
import { Agreement, Answer } from './agreement.tsx'
import { load, post } from './api.ts'

/** Starts a loop in two steps: the criterion is shown, and can be edited, before anything runs. */
export function StartView() {
  const directories = useSignal<readonly string[]>([])
  const directory = useSignal('')
  const task = useSignal('')
  const proposal = useSignal<PageProposal | null>(null)
  const answer = useSignal<PageAnswer | null>(null)
  const busy = useSignal(false)
  useEffect(() => {
    void load<LoopWindow>('/api/loops?count=0').then(found => {
      directories.value = found?.directories ?? []
      if (directory.value === '') directory.value = found?.directories[0] ?? ''
    })
  }, [directories, directory])
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault()
    busy.value = true
    const found = await post<PageProposal>('/api/proposal', { directory: directory.value.trim(), task: task.value })
    busy.value = false
    proposal.value = 'agents' in found ? found : null
    answer.value = 'agents' in found ? null : found
  }
  const forget = (): void => {
    proposal.value = null
    answer.value = null
  }
  return (
    <section class="start">
      <h1>Start a loop</h1>
      <form onSubmit={event => void ask(event)}>
        <label class="field">
          Project directory
          <input
            list="directories"
            required
            value={directory.value}
            placeholder="/home/you/project"
            onInput={({ currentTarget }) => {
              directory.value = currentTarget.value
              forget()
            }}
          />
        </label>
        <datalist id="directories">
          {directories.value.map(path => (
            <option key={path} value={path} />
          ))}
        </datalist>
        <label class="field">
          Task
          <textarea
            rows={3}
            required
            value={task.value}
            placeholder="fix the failing tests"
            onInput={({ currentTarget }) => {
              task.value = currentTarget.value
              forget()
            }}
          />
        </label>
        <div class="buttons">
          <button
            type="submit"
            class={proposal.value === null ? 'primary' : ''}
            disabled={busy.value || task.value.trim() === ''}
          >
            {busy.value ? 'Reading the project…' : 'Propose a criterion'}
          </button>
          <span class="sub">Reads the project. Nothing runs yet.</span>
        </div>
      </form>
      <Answer answer={answer.value} />
      {proposal.value === null ? null : (
        <Agreement key={task.value} proposal={proposal.value} directory={directory.value.trim()} task={task.value} />
      )}
    </section>
  )
}
