import { SegmentedControl } from '@mantine/core'
import { t } from '../../../../texts/texts.ts'
import { type TextView, useTextView } from './use-text-view.ts'

const views: TextView[] = ['words', 'sides']

/** Chooses how changed texts are shown. */
export function TextViewSwitch() {
  const [view, setView] = useTextView()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t.difference.viewLabel}
      value={view}
      onChange={(value) => setView(value === 'sides' ? 'sides' : 'words')}
      data={views.map((value) => ({ value, label: t.difference.views[value] }))}
    />
  )
}
