import { Container, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

type Props = {
  title: string
  /** One sentence on what the screen is for. */
  intro?: ReactNode
  /** The buttons at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen with a title, which scrolls as a whole. All have the same width. */
export function Page({ title, intro, actions, children }: Props) {
  useTitle(title)
  return (
    <Container size="xl" px={{ base: 'md', sm: 'xl' }} py="lg" w="100%">
      <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
        <Stack gap={2} maw={640} miw={0}>
          <Title order={1}>{title}</Title>
          {intro && <Text c="dimmed">{intro}</Text>}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Container>
  )
}
