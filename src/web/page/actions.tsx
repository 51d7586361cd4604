import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LoopAction, LoopPage, PageAnswer } from '../page-data.ts'
import { post } from './api.ts'
import { Confirm } from './dialog.tsx'
import { CommandWords } from './marks.tsx'

interface ActionWords {
  readonly name: string
  readonly title: string
  readonly says: string
  readonly command: string
  readonly danger?: true
}

const WORDS: Readonly<Record<LoopAction, ActionWords>> = {
  hint: {
    name: 'Send hint',
    title: 'Send a hint',
    says: 'The agent gets this text in its next prompt.',
    command: 'tell {id} "…"',
  },
  pause: {
    name: 'Pause',
    title: 'Pause the loop?',
    says: 'It pauses after the current turn and its check.',
    command: 'pause {id}',
  },
  resume: {
    name: 'Resume',
    title: 'Resume the loop?',
    says: 'It continues in the background, with the same criterion and limits.',
    command: 'resume {id} --external',
  },
  merge: {
    name: 'Merge',
    title: 'Merge the verified work?',
    says: 'The work is rebased onto its branch and verified again. Only then is the branch moved. This takes as long as the proof.',
    command: 'merge {id}',
  },
  abort: {
    name: 'Abort',
    title: 'Abort the loop?',
    says: 'The agent and everything that it started are stopped now. Changed files stay as they are.',
    command: 'abort {id}',
    danger: true,
  },
  revert: {
    name: 'Abort and revert',
    title: 'Abort the loop and revert its changes?',
    says: 'The loop is stopped. Files, branch, and index are restored to their state before the loop. The current files are saved first; ignored files stay.',
    command: 'abort {id} --revert',
    danger: true,
  },
}

/** What the latest action said, for everybody to see and hear. */
export const latest = signal<PageAnswer | null>(null)

/** A loop that has ended is not aborted any more. */
const ENDED_REVERT: ActionWords = {
  ...WORDS.revert,
  name: 'Revert changes',
  title: "Revert the loop's changes?",
  says: WORDS.revert.says.replace('The loop is stopped. ', ''),
}

const OPEN = ['running', 'paused', 'interrupted']

const wordsFor = (action: LoopAction, status: string): ActionWords =>
  action === 'revert' && !OPEN.includes(status) ? ENDED_REVERT : WORDS[action]

export function ActionBar({ loop, path }: { readonly loop: LoopPage; readonly path: string }) {
  const asked = useSignal<LoopAction | null>(null)
  const { status, id } = loop.row
  return (
    <div class="actions buttons">
      {loop.actions.map(action => (
        <button
          type="button"
          key={action}
          class={wordsFor(action, status).danger ? 'danger' : ''}
          onClick={() => {
            asked.value = action
          }}
        >
          {wordsFor(action, status).name}
        </button>
      ))}
      {asked.value === null ? null : (
        <ConfirmAction
          action={asked.value}
          words={wordsFor(asked.value, status)}
          id={id}
          path={path}
          close={() => {
            asked.value = null
          }}
        />
      )}
    </div>
  )
}

/** What the latest action on this loop printed. */
export function ActionAnswer({ path }: { readonly path: string }) {
  useEffect(() => {
    latest.value = null
  }, [path])
  return (
    <div role="status" class={latest.value === null ? 'nothing' : `notice answer ${latest.value.ok ? 'good' : 'bad'}`}>
      <div>
        {latest.value?.lines.map((line, index) => (
          <p key={index}>{line}</p>
        ))}
      </div>
      {latest.value === null ? null : (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            latest.value = null
          }}
        >
          Dismiss
        </button>
      )}
    </div>
  )
}

interface ConfirmActionProps {
  readonly action: LoopAction
  readonly words: ActionWords
  readonly id: string
  readonly path: string
  readonly close: () => void
}

function ConfirmAction({ action, words, id, path, close }: ConfirmActionProps) {
  const { name, title, says, command, danger } = words
  const text = useSignal('')
  const act = async (): Promise<void> => {
    latest.value = await post<PageAnswer>(`${path}/${action}`, { text: text.value })
    close()
  }
  const missing = action === 'hint' && text.value.trim() === ''
  return (
    <Confirm title={title} name={name} working="Working…" danger={danger} disabled={missing} act={act} close={close}>
      <p>{says}</p>
      {action === 'hint' ? (
        <label class="field">
          Hint
          <textarea
            rows={4}
            maxLength={4000}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
      ) : null}
      <p class="sub">
        The same in a terminal: <CommandWords text={`agent-loop ${command.replace('{id}', id)}`} />
      </p>
    </Confirm>
  )
}
