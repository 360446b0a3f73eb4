import { useEffect } from 'react'
import { t } from '../texts/texts.ts'

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${t.product}`
  }, [title])
}
