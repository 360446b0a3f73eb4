import { Text, type TextProps, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatAgo, formatDateTime } from './format.ts'

/** How long ago a timestamp was. The exact time is shown when the pointer rests on it. */
export function Ago({ time, ...props }: { time: string } & TextProps) {
  const [, update] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => update((count) => count + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Tooltip label={formatDateTime(time)}>
      <Text component="time" dateTime={time} inherit {...props}>
        {formatAgo(time)}
      </Text>
    </Tooltip>
  )
}
