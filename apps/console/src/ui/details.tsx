import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './details.module.css'

/** Values with their names above them. Rows without a value are left out. */
export function Details({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <Stack component="dl" gap="sm" m={0}>
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <Text component="dt" c="dimmed" fz="xs">
              {name}
            </Text>
            <Text component="dd" m={0} className={classes.value}>
              {value}
            </Text>
          </div>
        ))}
    </Stack>
  )
}
