import { ActionIcon, Anchor, Group, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconKeyboard } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { queueTexts } from '../../texts/queue.ts'
import { Ago } from '../../ui/ago.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import classes from './queue.module.css'

/** How the person goes on from the entry or change set that is open. */
export type Navigation = {
  /** Where it is in the list, from 1. */
  position: { index: number; total: number } | undefined
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onBack(): void
  onHelp(): void
}

type Props = {
  /** The key of the entry or set. */
  of: string
  name: string
  /** Undefined for a set, which has no image. */
  imageUrl?: string | null
  vendor: { id: string; name: string }
  submittedAt: string
  /** More about the entry, between its vendor and its time. */
  details?: string
  badges: ReactNode
  controls?: ReactNode
  navigation: Navigation
  /** The elements that show the entry. */
  pane: RefObject<HTMLElement | null>
}

/** What an entry or a change set is about, its vendor, since when it waits, and how the person goes on. */
export function EntryHeader({ of, name, imageUrl, vendor, submittedAt, details, pane, ...props }: Props) {
  const { position, onNext, onPrevious, onBack, onHelp } = props.navigation
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus in the entry before is gone, or means something else. Screen readers go on with this entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves only when another entry is opened
  useEffect(() => {
    const { activeElement, body } = document
    if (activeElement === body || pane.current?.contains(activeElement))
      heading.current?.focus({ preventScroll: true })
  }, [of])
  return (
    <header className={classes.header}>
      <Group gap="xs" mb={8}>
        <ActionIcon className={classes.back} onClick={onBack} aria-label={queueTexts.backToList}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        {props.badges}
        <Group gap={2} ml="auto" wrap="nowrap">
          {props.controls}
          {position && (
            <Text c="dimmed" fz="xs" px={4} style={{ whiteSpace: 'nowrap' }}>
              {queueTexts.ofTotal(position.index, position.total)}
            </Text>
          )}
          <ActionIcon onClick={onPrevious} disabled={!onPrevious} aria-label={queueTexts.previous}>
            <IconChevronUp size={18} />
          </ActionIcon>
          <ActionIcon onClick={onNext} disabled={!onNext} aria-label={queueTexts.next}>
            <IconChevronDown size={18} />
          </ActionIcon>
          <ActionIcon onClick={onHelp} aria-label={queueTexts.shortcuts} visibleFrom="md">
            <IconKeyboard size={18} />
          </ActionIcon>
        </Group>
      </Group>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {imageUrl !== undefined && <Thumbnail url={imageUrl} />}
        <div>
          {/* A new element, so that screen readers announce it. */}
          <Title key={of} order={2} fz="xl" className={classes.name} ref={heading} tabIndex={-1}>
            <bdi>{name}</bdi>
          </Title>
          <Text c="dimmed" mt={2}>
            <Anchor component={Link} href={`/queue?vendorId=${vendor.id}`} underline="always">
              {vendor.name}
            </Anchor>
            {details} · {queueTexts.submitted} <Ago time={submittedAt} />
          </Text>
        </div>
      </Group>
    </header>
  )
}
