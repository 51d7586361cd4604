import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface Tab {
  readonly name: string
  readonly render: () => ComponentChildren
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly first: string
}

/** Tabs as screen readers know them: arrow keys move, and only the chosen tab is in the order of Tab. */
export function Tabs({ label, tabs, first }: TabsProps) {
  const chosen = useSignal(first)
  const id = useId()
  const current = tabs.find(({ name }) => name === chosen.value) ?? tabs[0]
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = by === 0 ? undefined : tabs[(current ? tabs.indexOf(current) : 0) + by]
    if (next === undefined) return
    chosen.value = next.name
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(tab => (
          <button
            type="button"
            role="tab"
            key={tab.name}
            id={`${id}-${tab.name}`}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => {
              chosen.value = tab.name
            }}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current?.name}`} key={current?.name}>
        {current?.render()}
      </div>
    </div>
  )
}
