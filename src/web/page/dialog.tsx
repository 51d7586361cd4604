import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
}

/** Opens above the page, and keeps the keyboard until it is closed. */
export function Dialog({ title, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface ConfirmProps extends DialogProps {
  readonly name: string
  /** What the button says while it works. */
  readonly working: string
  readonly danger?: boolean | undefined
  readonly disabled?: boolean
  readonly act: () => Promise<void>
}

/** Asks before something happens. */
export function Confirm({ name, working, danger, disabled = false, act, children, ...dialog }: ConfirmProps) {
  const busy = useSignal(false)
  const begin = (): void => {
    busy.value = true
    void act()
  }
  return (
    <Dialog {...dialog}>
      {children}
      <div class="buttons end">
        <button type="button" onClick={dialog.close} disabled={busy.value}>
          Cancel
        </button>
        <button
          type="button"
          class={danger ? 'danger solid' : 'primary'}
          onClick={begin}
          disabled={busy.value || disabled}
        >
          {busy.value ? working : name}
        </button>
      </div>
    </Dialog>
  )
}
