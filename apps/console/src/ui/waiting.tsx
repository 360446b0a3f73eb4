import { Text, type TextProps, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '../texts/texts.ts'
import { formatDateTime, formatDuration } from './format.ts'

/** How long something has waited since a timestamp, such as `2.5 days`. */
export function Waiting({ since, ...props }: { since: string } & TextProps) {
  const [, update] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => update((count) => count + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Date.now() - Date.parse(since)) / 1000
  return (
    <Tooltip label={t.orders.waitingSince(formatDateTime(since))}>
      <Text component="span" inherit {...props}>
        {seconds < 60 ? t.time.justNow : formatDuration(seconds)}
      </Text>
    </Tooltip>
  )
}
