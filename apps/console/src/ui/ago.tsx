import { Text, type TextProps, Tooltip } from '@mantine/core'
import { formatAgo, formatDateTime, formatShortAgo } from './format.ts'
import { useEachMinute } from './use-each-minute.ts'

/** How long ago a timestamp was. The exact time is shown when the pointer rests on it. */
export function Ago({ time, isShort = false, ...props }: { time: string; isShort?: boolean } & TextProps) {
  useEachMinute()
  return (
    <Tooltip label={formatDateTime(time)}>
      <Text component="time" dateTime={time} inherit {...props}>
        {isShort ? formatShortAgo(time) : formatAgo(time)}
      </Text>
    </Tooltip>
  )
}
