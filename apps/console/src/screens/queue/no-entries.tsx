import { Box, Button } from '@mantine/core'
import { IconCircleCheck, IconClick, IconFilterOff } from '@tabler/icons-react'
import { queueTexts } from '../../texts/queue.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { type FilterName, type Filters, filterNames } from './use-queue.ts'

type Props = {
  filters: Filters
  onClear(changes: Partial<Record<FilterName, null>>): void
}

/** Fills the list when nothing waits, or nothing matches the filters. */
export function NoEntries({ filters, onClear }: Props) {
  const { sort: _, ...others } = filters
  if (Object.keys(others).length === 0)
    return <Empty icon={IconCircleCheck} title={queueTexts.nothing} text={queueTexts.nothingText} />
  const cleared = Object.fromEntries(
    filterNames.filter((name) => name !== 'sort').map((name) => [name, null])
  )
  return (
    <Empty icon={IconFilterOff} title={queueTexts.noMatch} text={queueTexts.noMatchText}>
      <Button variant="default" onClick={() => onClear(cleared)}>
        {t.actions.clearFilters}
      </Button>
    </Empty>
  )
}

type OpenProps = { isGone: boolean; error: unknown; isEmpty: boolean; onNext: (() => void) | undefined }

/** Fills the place of the open entry when there is none. */
export function NoEntryOpen({ isGone, error, isEmpty, onNext }: OpenProps) {
  if (error) {
    return (
      <Box p="lg">
        <ErrorAlert error={error} />
      </Box>
    )
  }
  if (isGone) {
    return (
      <Empty icon={IconCircleCheck} title={queueTexts.gone} text={queueTexts.goneText}>
        {onNext && <Button onClick={onNext}>{queueTexts.goToNext}</Button>}
      </Empty>
    )
  }
  return isEmpty ? null : <Empty icon={IconClick} title={queueTexts.choose} text={queueTexts.chooseText} />
}
