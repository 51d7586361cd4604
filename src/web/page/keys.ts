import { useEffect } from 'preact/hooks'

type Keys = Readonly<Record<string, () => void>>

/** Shortcuts, which do nothing while a person types, in dialogs, and with Ctrl, Alt, or Meta. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const work = keys[event.key]
      if (work === undefined || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return
      // Enter on a link or button already does what it says.
      if (event.key === 'Enter' && event.target !== document.body) return
      event.preventDefault()
      work()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.closest('dialog') !== null || target.matches('input, textarea, select'))
