import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LoopWindow, PageAnswer, PageProposal } from '../page-data.ts'
import { load, post } from './api.ts'
import { Confirm } from './dialog.tsx'

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
          <span class="sub">Nothing runs yet.</span>
        </div>
      </form>
      <Answer answer={answer.value} />
      {proposal.value === null ? null : (
        <Agreement key={task.value} proposal={proposal.value} directory={directory.value.trim()} task={task.value} />
      )}
    </section>
  )
}

function Answer({ answer }: { readonly answer: PageAnswer | null }) {
  return (
    <div role="status" class={answer === null ? '' : `notice ${answer.ok ? 'good' : 'bad'}`}>
      {answer?.lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  )
}

interface AgreementProps {
  readonly proposal: PageProposal
  readonly directory: string
  readonly task: string
}

function Agreement({ proposal, directory, task }: AgreementProps) {
  const { proposed, refused, agents } = proposal
  const criterion = useSignal(proposed?.criterion ?? '')
  const agent = useSignal('')
  const maxTurns = useSignal(proposed?.maxTurns ?? 10)
  const answer = useSignal<PageAnswer | null>(null)
  const asked = useSignal(false)
  const begin = async (): Promise<void> => {
    const body = { directory, task, criterion: criterion.value, agent: agent.value, maxTurns: maxTurns.value }
    const found = await post<PageAnswer>('/api/start', body)
    asked.value = false
    answer.value = found
    if (found.ok) location.hash = '#/'
  }
  return (
    <form
      class="agreement"
      onSubmit={event => {
        event.preventDefault()
        asked.value = true
      }}
    >
      <h2>Criterion</h2>
      {refused === null ? null : <Refused refused={refused} />}
      <label class="field">
        Done means
        <input
          required
          value={criterion.value}
          placeholder="npm test passes"
          onInput={({ currentTarget }) => {
            criterion.value = currentTarget.value
          }}
        />
      </label>
      {proposed === null ? null : (
        <Evidence proposed={proposed} edited={criterion.value.trim() !== proposed.criterion} />
      )}
      <div class="pair">
        <label class="field">
          Agent
          <select
            value={agent.value}
            onChange={({ currentTarget }) => {
              agent.value = currentTarget.value
            }}
          >
            <option value="">As configured</option>
            {agents.map(name => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          Turns at most
          <input
            type="number"
            min={1}
            required
            value={maxTurns.value}
            onInput={({ currentTarget }) => {
              maxTurns.value = currentTarget.valueAsNumber
            }}
          />
        </label>
      </div>
      <div class="buttons">
        <button type="submit" class="primary">
          Start the loop
        </button>
      </div>
      <Answer answer={answer.value} />
      {asked.value ? (
        <Confirm
          title="Start the loop?"
          name="Start"
          working="Starting…"
          act={begin}
          close={() => {
            asked.value = false
          }}
        >
          <p>
            The agent works in the background until <code>{criterion.value}</code> is verified or a limit is reached.
          </p>
        </Confirm>
      ) : null}
    </form>
  )
}

const Refused = ({ refused }: { readonly refused: NonNullable<PageProposal['refused']> }) => (
  <div class="notice">
    <p>{refused.because}</p>
    <ul>
      {refused.hints.map(hint => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
  </div>
)

interface EvidenceProps {
  readonly proposed: NonNullable<PageProposal['proposed']>
  readonly edited: boolean
}

function Evidence({ proposed, edited }: EvidenceProps) {
  if (edited) return <p class="sub">Edited: the loop uses your words. The proposal was: {proposed.criterion}</p>
  return (
    <div class="evidence">
      <p class="sub">
        Runs <code>{proposed.command}</code> · confidence {proposed.confidence}
      </p>
      {proposed.warnings.map(text => (
        <p class="notice" key={text}>
          {text}
        </p>
      ))}
      <details open>
        <summary>Evidence</summary>
        <ul>
          {proposed.rationale.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {proposed.alternatives.length === 0 ? null : <h3>Alternatives</h3>}
        <ul>
          {proposed.alternatives.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}
