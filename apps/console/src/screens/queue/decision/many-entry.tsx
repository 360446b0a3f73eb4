import { Badge, Button, Group, Text, Title } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { t } from '../../../texts/texts.ts'
import { EntryDifference } from '../difference/entry-difference.tsx'
import { entryKey } from '../entry.ts'
import { AttributeObstacle } from './attribute-obstacle.tsx'
import classes from './many.module.css'
import type { Omission } from './many.ts'
import type { WatchEnd } from './use-shown.ts'

type Props = {
  entry: ModerationEntry
  watch: WatchEnd
  isShown: boolean
  omission: Omission | undefined
  error: { code: string; message: string } | undefined
  /** Leaves the entry out, or includes it again. */
  onToggle(): void
}

/** One of many entries, with its differences and whether it will be decided. */
export function ManyEntry({ entry, watch, isShown, omission, error, onToggle }: Props) {
  const key = entryKey(entry)
  const start = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const toggleLabel = omission === 'leftOut' ? t.decision.many.include : t.decision.many.leaveOut
  useEffect(() => {
    const ends = [
      start.current && watch(start.current, { key, name: 'start' }),
      end.current && watch(end.current, { key, name: 'end' })
    ]
    return () => {
      for (const stop of ends) stop?.()
    }
  }, [key, watch])
  return (
    <article className={classes.entry} data-entry={key} aria-label={entry.product.name}>
      <header ref={start} className={classes.entryHead}>
        <div>
          <Title order={2} fz="md">
            <bdi>{entry.product.name}</bdi>
          </Title>
          <Text fz="sm" c="dimmed">
            {t.decision.many.kind[entry.kind]} · <bdi>{entry.vendor.name}</bdi>
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Mark isShown={isShown} omission={omission} />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t.decision.many.named(toggleLabel, entry.product.name)}
            onClick={onToggle}
          >
            {toggleLabel}
          </Button>
        </Group>
      </header>
      {error && (
        <Group gap="xs" c="var(--mantine-color-error)" role="alert" wrap="nowrap">
          <IconAlertTriangle size={16} aria-hidden />
          <Text fz="sm">
            {error.code === 'ATTRIBUTE_ISSUES' ? <AttributeObstacle entry={entry} /> : error.message}
          </Text>
        </Group>
      )}
      <Difference entry={entry} />
      <div ref={end} className={classes.end} />
    </article>
  )
}

/** The differences don't change while other entries are scrolled into view. */
const Difference = memo(function Difference({ entry }: { entry: ModerationEntry }) {
  return <EntryDifference entry={entry} isCompact />
})

function Mark({ isShown, omission }: Pick<Props, 'isShown' | 'omission'>) {
  if (omission && omission !== 'notShown') {
    return (
      <Badge color="amber" leftSection={<IconAlertTriangle size={13} aria-hidden />}>
        {t.decision.many.omittedMark[omission]}
      </Badge>
    )
  }
  return isShown ? (
    <Badge color="green" leftSection={<IconCircleCheck size={13} aria-hidden />}>
      {t.decision.many.shown}
    </Badge>
  ) : (
    <Badge color="gray" leftSection={<IconCircleDashed size={13} aria-hidden />}>
      {t.decision.many.notShown}
    </Badge>
  )
}
