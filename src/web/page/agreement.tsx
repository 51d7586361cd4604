import { type Signal, useSignal } from '@preact/signals'
import type { PageProposal, StartedAnswer } from '../page-data.ts'
import { post } from './api.ts'
import { Confirm } from './dialog.tsx'
import { linkTo } from './route.ts'

export function Answer({ answer }: { readonly answer: StartedAnswer | null }) {
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

/** The criterion, which a person may edit, and what else the loop needs. */
export function Agreement({ proposal, directory, task }: AgreementProps) {
  const { configured, proposed, refused } = proposal
  const criterion = useSignal(proposed?.criterion ?? configured?.criterion ?? '')
  const agent = useSignal('')
  const maxTurns = useSignal(proposed?.maxTurns ?? 10)
  const answer = useSignal<StartedAnswer | null>(null)
  const asked = useSignal(false)
  const begin = async (): Promise<void> => {
    const body = { directory, task, criterion: criterion.value, agent: agent.value, maxTurns: maxTurns.value }
    const found = await post<StartedAnswer>('/api/start', body)
    asked.value = false
    answer.value = found
    if (found.ok) location.hash = 'loop' in found && found.loop ? linkTo(found.loop) : '#/'
  }
  const agentless = proposal.agent === null && proposal.agents.length === 0
  const ownCheck = configured !== null && configured.criterion === null
  return (
    <form
      class="agreement"
      onSubmit={event => {
        event.preventDefault()
        asked.value = true
      }}
    >
      {refused === null ? null : <Refused refused={refused} criterion={criterion} />}
      {configured === null ? null : <Configured configured={configured} />}
      <label class="field">
        Done means
        <input
          required={!ownCheck}
          value={criterion.value}
          placeholder={ownCheck ? 'the check of the configuration' : 'npm test passes'}
          onInput={({ currentTarget }) => {
            criterion.value = currentTarget.value
          }}
        />
      </label>
      {proposed === null ? null : (
        <Evidence proposed={proposed} edited={criterion.value.trim() !== proposed.criterion} />
      )}
      {agentless ? (
        <p class="notice bad">
          No agent is installed. Install one, or run <code>AGENT_LOOP_AGENT_CMD="…" agent-loop ui</code>.
        </p>
      ) : null}
      <div class="pair">
        <AgentField proposal={proposal} agent={agent} />
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
        <button type="submit" class="primary" disabled={agentless}>
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
            The agent works in the background until{' '}
            {criterion.value.trim() === '' ? 'the configured check' : <code>{criterion.value}</code>} is verified or a
            limit is reached.
          </p>
        </Confirm>
      ) : null}
    </form>
  )
}

/** Nobody is guessed: with several agents, or none, the person chooses. */
function AgentField({ proposal, agent }: { readonly proposal: PageProposal; readonly agent: Signal<string> }) {
  const { agents, agent: configured } = proposal
  const [only, second] = agents
  const isGiven = configured !== null || (only !== undefined && second === undefined)
  return (
    <label class="field">
      Agent
      <select
        required={!isGiven}
        value={agent.value}
        onChange={({ currentTarget }) => {
          agent.value = currentTarget.value
        }}
      >
        {isGiven ? (
          <option value="">{configured ?? only}</option>
        ) : (
          <option value="">{only === undefined ? 'None' : 'Choose an agent'}</option>
        )}
        {agents
          .filter(name => name !== configured && (configured !== null || second !== undefined))
          .map(name => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
      </select>
    </label>
  )
}

function Configured({ configured }: { readonly configured: NonNullable<PageProposal['configured']> }) {
  return (
    <p class="notice">
      <code>{configured.by}</code>{' '}
      {configured.criterion === null
        ? 'sets a check. The loop uses it unless you write a criterion.'
        : 'sets the criterion.'}
    </p>
  )
}

interface RefusedProps {
  readonly refused: NonNullable<PageProposal['refused']>
  readonly criterion: Signal<string>
}

/** A click on a command makes it the criterion. */
const Refused = ({ refused, criterion }: RefusedProps) => (
  <div class="notice">
    <p>{refused.because}</p>
    <p>
      {refused.choices.length === 0
        ? 'Write a command that fails now and must pass.'
        : 'Choose a check, or write your own:'}
    </p>
    <div class="buttons choices">
      {refused.choices.map(({ command, use }) => (
        <button
          type="button"
          key={command}
          onClick={() => {
            criterion.value = `${command} passes`
          }}
        >
          <code>{command}</code> <span class="sub">{use}</span>
        </button>
      ))}
    </div>
  </div>
)

interface EvidenceProps {
  readonly proposed: NonNullable<PageProposal['proposed']>
  readonly edited: boolean
}

function Evidence({ proposed, edited }: EvidenceProps) {
  if (edited) return <p class="sub">Edited: the loop uses your criterion. The proposal was: {proposed.criterion}</p>
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
