import { ActionIcon, Anchor, Badge, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconKeyboard } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { Ago } from '../../ui/ago.tsx'
import classes from './entry-pane.module.css'
import { KindBadge } from './kind-badge.tsx'

type Props = {
  entry: ModerationEntry
  /** Where the entry is in the list, from 1. */
  position: { index: number; total: number } | undefined
  claim: { isMine: boolean; isOthers: boolean; isOnPurpose: boolean; toggle(): Promise<void> }
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onBack(): void
  onHelp(): void
}

/** What an entry is about: the product, its vendor, and since when it waits. */
export function EntryHeader({ entry, position, claim, onNext, onPrevious, onBack, onHelp }: Props) {
  const { kind, product, vendor, submittedAt, isSample } = entry
  const { canWrite } = useSignedIn()
  const claimAction = claim.isOnPurpose ? 'release' : claim.isMine ? 'keepClaim' : 'claim'
  const heading = useRef<HTMLHeadingElement>(null)
  // After a decision, the button that had the focus is gone. Screen readers go on with the next entry.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={classes.header}>
      <Group gap="xs" mb={6}>
        <ActionIcon className={classes.back} onClick={onBack} aria-label={t.queue.backToList}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <KindBadge kind={kind} />
        {isSample && (
          <Tooltip label={t.queue.sampleDetail}>
            <Badge color="violet">{t.queue.isSample}</Badge>
          </Tooltip>
        )}
        <Group gap={2} ml="auto" wrap="nowrap">
          {canWrite && !claim.isOthers && (
            <Tooltip label={t.queue.claimDetail[claimAction]}>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void claim.toggle()}>
                {t.queue[claimAction]}
              </Button>
            </Tooltip>
          )}
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
        <bdi>{product.name}</bdi>
      </Title>
      <Text c="dimmed" mt={2}>
        <Anchor component={Link} href={`/queue?vendorId=${vendor.id}`} underline="always">
          {vendor.name}
        </Anchor>
        {product.sku && ` · ${t.queue.sku} ${product.sku}`} · {t.queue.version(entry.version)} ·{' '}
        {t.queue.submitted} <Ago time={submittedAt} />
      </Text>
    </header>
  )
}
