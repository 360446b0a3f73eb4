import { useLocalStorage } from '@mantine/hooks'

/** How changed texts are shown: one text with the words that changed, or the old and the new text side by side. */
export type TextView = 'words' | 'sides'

/** Returns how the person wants to see changed texts, and a function that changes and remembers it. */
export function useTextView(): [TextView, (view: TextView) => void] {
  const [view, setView] = useLocalStorage<TextView>({
    key: 'purveyor-text-view',
    defaultValue: 'words',
    getInitialValueInEffect: false,
    deserialize: (text) => (text === '"sides"' ? 'sides' : 'words')
  })
  return [view, setView]
}
