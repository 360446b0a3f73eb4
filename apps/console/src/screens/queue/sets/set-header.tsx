import { ActionIcon, Anchor, Badge, Group, Text, Title } from '@mantine/core'
import type { ChangeSet } from '@purveyor/client'
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconKeyboard } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { Ago } from '../../../ui/ago.tsx'
import classes from '../entry-pane.module.css'
import { changesOf, sourceOf } from './set-texts.ts'

/** How the person goes on from what is open. */
export type Navigation = {
  /** Where the set is in the list, from 1. */
  position: { index: number; total: number } | undefined
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onBack(): void
  onHelp(): void
}

/** What a change set is about: its changes, where they come from, and since when they wait. */
export function SetHeader({
  set,
  position,
  onNext,
  onPrevious,
  onBack,
  onHelp
}: Navigation & { set: ChangeSet }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The entry before may have had the focus. Screen readers go on with the set.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={classes.header}>
      <Group gap="xs" mb={6}>
        <ActionIcon className={classes.back} onClick={onBack} aria-label={t.queue.backToList}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <Badge color="amber" title={t.changeSets.badgeDetail}>
          {t.changeSets.badge}
        </Badge>
        <Group gap={2} ml="auto" wrap="nowrap">
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
        </Group>
      </Group>
      <Title order={2} fz="xl" className={classes.name} ref={heading} tabIndex={-1}>
        <bdi>{t.changeSets.of(changesOf(set, { isListed: false }), sourceOf(set))}</bdi>
      </Title>
      <Text c="dimmed" mt={2}>
        <Anchor component={Link} href={`/queue?vendorId=${set.vendor.id}`} underline="always">
          {set.vendor.name}
        </Anchor>{' '}
        · {t.queue.submitted} <Ago time={set.submittedAt} />
      </Text>
    </header>
  )
}
