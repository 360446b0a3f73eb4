import { ActionIcon, Anchor, Badge, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { IconArrowLeft } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { Ago } from '../../ui/ago.tsx'
import { entryKey } from './entry.ts'
import { EntryNavigation, type Navigation } from './entry-navigation.tsx'
import classes from './entry-pane.module.css'
import { KindBadge } from './kind-badge.tsx'

type Props = Navigation & {
  entry: ModerationEntry
  claim: { isMine: boolean; isOthers: boolean; isOnPurpose: boolean; toggle(): Promise<void> }
  /** The elements that show the entry. */
  pane: RefObject<HTMLElement | null>
}

/** What an entry is about: the product, its vendor, and since when it waits. */
export function EntryHeader({ entry, claim, pane, onBack, ...navigation }: Props) {
  const { kind, product, vendor, submittedAt, isSample } = entry
  const { canWrite } = useSignedIn()
  const claimAction = claim.isOnPurpose ? 'release' : claim.isMine ? 'keepClaim' : 'claim'
  const heading = useRef<HTMLHeadingElement>(null)
  const key = entryKey(entry)
  // What had the focus in the entry before is gone, or means something else. Screen readers go on with this entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves only when another entry is opened
  useEffect(() => {
    const { activeElement, body } = document
    if (activeElement === body || pane.current?.contains(activeElement))
      heading.current?.focus({ preventScroll: true })
  }, [key])
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
          <EntryNavigation {...navigation} />
        </Group>
      </Group>
      {/* A new element, so that screen readers announce it. */}
      <Title key={key} order={2} fz="xl" className={classes.name} ref={heading} tabIndex={-1}>
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
