import { ActionIcon, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconKeyboard } from '@tabler/icons-react'
import { t } from '../../texts/texts.ts'

/** How the person goes on from the entry or change set that is open. */
export type Navigation = {
  /** Where it is in the list, from 1. */
  position: { index: number; total: number } | undefined
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onBack(): void
  onHelp(): void
}

/** The position in the list, and the buttons for the entries beside it and for the shortcuts. */
export function EntryNavigation({ position, onNext, onPrevious, onHelp }: Omit<Navigation, 'onBack'>) {
  return (
    <>
      {position && (
        <Text c="dimmed" fz="xs" px={4} style={{ whiteSpace: 'nowrap' }}>
          {t.queue.ofTotal(position.index, position.total)}
        </Text>
      )}
      <ActionIcon onClick={onPrevious} disabled={!onPrevious} aria-label={t.queue.previous}>
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon onClick={onNext} disabled={!onNext} aria-label={t.queue.next}>
        <IconChevronDown size={18} />
      </ActionIcon>
      <ActionIcon onClick={onHelp} aria-label={t.queue.shortcuts} visibleFrom="md">
        <IconKeyboard size={18} />
      </ActionIcon>
    </>
  )
}
