import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

type Props = {
  icon: ComponentType<{ size?: number; stroke?: number }>
  title: string
  /** Says what to do. */
  text?: string | undefined
  heading?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
}

/** Fills the place of a list or a page that has nothing to show. */
export function Empty({ icon: Icon, title, text, heading = 'h2', children }: Props) {
  return (
    <Stack align="center" justify="center" gap="sm" p="xl" mih={280} ta="center">
      <ThemeIcon variant="light" size={52} radius="xl" aria-hidden>
        <Icon size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={heading === 'h1' ? 1 : heading === 'h2' ? 2 : 3} fz="lg">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={420}>
          {text}
        </Text>
      )}
      {children}
    </Stack>
  )
}
