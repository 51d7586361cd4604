import { useSignal, useSignalEffect } from '@preact/signals'
import { formatDuration } from '../../std/duration.ts'
import type { PageFinding, PageStep, TurnPage } from '../page-data.ts'
import { load } from './api.ts'
import { DiffView } from './diff-view.tsx'
import { change } from './live.ts'
import { LogView } from './log-view.tsx'
import { CommandLine, VerdictMark, WithCode } from './marks.tsx'
import { Tabs } from './tabs.tsx'

interface TurnViewProps {
  readonly path: string
  readonly turn: number
  /** Its agent works. */
  readonly running: boolean
  /** Its logs are being written. */
  readonly grows: boolean
}

/** Everything about one turn. */
export function TurnView({ path, turn, running, grows }: TurnViewProps) {
  const page = useSignal<TurnPage | null>(null)
  useSignalEffect(() => {
    void change.value.loop?.stamp
    void load<TurnPage>(`${path}/turns/${turn}`).then(found => {
      if (found) page.value = found
    })
  })
  const log = (name: 'agent' | 'verify', words: string) => ({
    name: words,
    render: () => <LogView path={`${path}/turns/${turn}/logs/${name}`} name={name} turn={turn} grows={grows} />,
  })
  return (
    <section class="detail" aria-label={turn === 0 ? 'Before the first turn' : `Turn ${turn}`}>
      <h2>{turn === 0 ? 'Before the first turn' : `Turn ${turn}`}</h2>
      <Tabs
        label="Details of the turn"
        first={running ? 'Agent log' : 'Result'}
        tabs={[
          { name: 'Result', render: () => <TurnResult page={page.value} /> },
          ...(turn === 0 ? [] : [{ name: 'Diff', render: () => <DiffView path={`${path}/turns/${turn}/diff`} /> }]),
          ...(turn === 0 ? [] : [log('agent', 'Agent log')]),
          log('verify', 'Check log'),
        ]}
      />
    </section>
  )
}

function TurnResult({ page }: { readonly page: TurnPage | null }) {
  if (page === null) return <p class="empty">Loading…</p>
  return (
    <>
      {page.hints.map(hint => (
        <p class="notice" key={hint}>
          Hint by a person: {hint}
        </p>
      ))}
      {page.waits.map(text => (
        <p class="notice" key={text}>
          Waited: {text}
        </p>
      ))}
      {page.error === null ? null : <p class="notice bad">{page.error}</p>}
      {page.blocked.map(({ test, reason }) => (
        <p class="notice" key={reason}>
          The agent reports a blocker{test === null ? '' : ` in ${test}`}: {reason}
        </p>
      ))}
      {page.check === null ? <p class="sub">The check of this turn has not run yet.</p> : <Check check={page.check} />}
      {page.said === null || page.said.trim() === '' ? null : (
        <>
          <h3>What the agent said</h3>
          <pre class="said" tabIndex={0}>
            {page.said}
          </pre>
        </>
      )}
    </>
  )
}

type ShownCheck = NonNullable<TurnPage['check']>

function Check({ check }: { readonly check: ShownCheck }) {
  return (
    <>
      <p class="verdict">
        <VerdictMark verdict={check.verdict} /> <span class="sub">in {formatDuration(check.ms)}</span>
      </p>
      {check.findings.map(finding => (
        <Finding key={finding.name} finding={finding} />
      ))}
      {check.runs.map((run, index) => (
        <p class="run" key={`${index} ${run.command}`}>
          <span class={run.passed ? 'ok' : 'refused'} aria-hidden="true">
            {run.passed ? '✓' : '✕'}
          </span>{' '}
          <code>{run.command}</code> {runWords(run)} <span class="sub">in {formatDuration(run.ms)}</span>
        </p>
      ))}
      {check.missing === null || check.findings.some(({ objection }) => objection !== null) ? null : (
        <>
          <h3>What is missing</h3>
          <pre tabIndex={0}>{check.missing}</pre>
        </>
      )}
      <TestNames title="New failures" names={check.added} />
      <TestNames title="Fixed" names={check.fixed} />
      {check.proof === null ? null : <Proof proof={check.proof} />}
    </>
  )
}

function runWords({ passed, exitCode, tests }: ShownCheck['runs'][number]): string {
  const result = passed ? 'passed' : `failed${exitCode === null ? '' : ` with exit code ${exitCode}`}`
  if (tests === null) return result
  const counts = (['failed', 'passed', 'skipped'] as const).filter(name => tests[name] > 0)
  const words = counts.map(
    (name, index) => `${tests[name]} ${index > 0 ? '' : tests[name] === 1 ? 'test ' : 'tests '}${name}`,
  )
  return `${result} · ${words.length === 0 ? 'no tests ran' : words.join(', ')}`
}

function Finding({ finding }: { readonly finding: PageFinding }) {
  return (
    <section class={`finding ${finding.objection === null ? '' : 'bad'}`} aria-label={`Finding ${finding.name}`}>
      <h3>
        {finding.objection === null ? 'Warning' : 'Refused'} <code class="sub">{finding.name}</code>
      </h3>
      <p>
        <WithCode text={finding.says} />
      </p>
      {finding.places.length === 0 ? null : (
        <ul class="names">
          {finding.places.map(place => (
            <li key={place}>
              <code>{place}</code>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>What this finding means</summary>
        <p>
          <WithCode text={finding.means} />
        </p>
        <p>
          <WithCode text={finding.honest} />
        </p>
        {finding.objection === null ? null : (
          <>
            <p>Only a person at a terminal can accept it, when the loop has stopped:</p>
            <CommandLine text={finding.waive} />
          </>
        )}
      </details>
    </section>
  )
}

const NAMES_SHOWN = 50

function TestNames({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <>
      <h3>
        {title} ({names.length})
      </h3>
      <ul class="names">
        {names.slice(0, NAMES_SHOWN).map(name => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
      {names.length > NAMES_SHOWN ? <p class="sub">and {names.length - NAMES_SHOWN} more</p> : null}
    </>
  )
}

const RESULTS: Readonly<Record<string, string>> = { ok: '✓ passed', refused: '✕ refused', not_checked: '– not checked' }

function Proof({ proof }: { readonly proof: NonNullable<ShownCheck['proof']> }) {
  const runs = `${proof.runs} ${proof.runs === 1 ? 'run' : 'runs'}`
  return (
    <>
      <h3>
        Proof ({proof.level}, {runs}, {formatDuration(proof.ms)})
      </h3>
      <div class="table" role="region" aria-label="Steps of the proof" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Result</th>
              <th scope="col">Time</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {proof.steps.map((step: PageStep) => (
              <tr key={step.name}>
                <th scope="row">{step.name}</th>
                <td class={step.result}>{RESULTS[step.result] ?? step.result}</td>
                <td>{step.ms === null ? '–' : formatDuration(step.ms)}</td>
                <td>{step.says}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
