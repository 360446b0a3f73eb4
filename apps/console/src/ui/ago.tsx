import { Text, type TextProps, Tooltip } from '@mantine/core'
import { formatAgo, formatDateTime } from './format.ts'
import { useEachMinute } from './use-each-minute.ts'

/** How long ago a timestamp was. The exact time is shown when the pointer rests on it. */
export function Ago({ time, ...props }: { time: string } & TextProps) {
  useEachMinute()
  return (
    <Tooltip label={formatDateTime(time)}>
      <Text component="time" dateTime={time} inherit {...props}>
        {formatAgo(time)}
      </Text>
    </Tooltip>
  )
}
