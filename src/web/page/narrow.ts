import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** The same width as in page.css. */
export const NARROW = matchMedia('(max-width: 760px)')

export function useNarrow(): boolean {
  const narrow = useSignal(NARROW.matches)
  useEffect(() => {
    const look = (): void => {
      narrow.value = NARROW.matches
    }
    NARROW.addEventListener('change', look)
    return () => NARROW.removeEventListener('change', look)
  }, [narrow])
  return narrow.value
}
