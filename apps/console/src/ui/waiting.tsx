import { Text, type TextProps, Tooltip } from '@mantine/core'
import { ordersTexts } from '../texts/orders.ts'
import { t } from '../texts/texts.ts'
import { formatDateTime, formatDuration } from './format.ts'
import { useEachMinute } from './use-each-minute.ts'

/** How long something has waited since a timestamp, such as `2.5 days`. */
export function Waiting({ since, ...props }: { since: string } & TextProps) {
  useEachMinute()
  const seconds = Math.max(0, Date.now() - Date.parse(since)) / 1000
  return (
    <Tooltip label={ordersTexts.waitingSince(formatDateTime(since))}>
      <Text component="span" inherit {...props}>
        {seconds < 60 ? t.time.justNow : formatDuration(seconds)}
      </Text>
    </Tooltip>
  )
}
