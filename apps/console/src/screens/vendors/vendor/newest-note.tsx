import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Says which part of a list a tab shows. */
export function NewestNote({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" fz="sm" mb="xs">
      {children}
    </Text>
  )
}
