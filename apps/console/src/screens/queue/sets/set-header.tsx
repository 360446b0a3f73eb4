import { ActionIcon, Anchor, Badge, Group, Text, Title } from '@mantine/core'
import type { ChangeSet } from '@purveyor/client'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { Ago } from '../../../ui/ago.tsx'
import { EntryNavigation, type Navigation } from '../entry-navigation.tsx'
import classes from '../entry-pane.module.css'
import { changesOf, sourceOf } from './set-texts.ts'

/** What a change set is about: its changes, where they come from, and since when they wait. */
export function SetHeader({ set, onBack, ...navigation }: Navigation & { set: ChangeSet }) {
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
          <EntryNavigation {...navigation} />
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
