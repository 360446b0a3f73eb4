import { Box, Container, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

type Props = {
  title: string
  /** One sentence on what the screen is for. */
  intro?: ReactNode
  /** The buttons at the right of the title. */
  actions?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  children: ReactNode
}

/** The widths in pixels. All screens begin at the same place. */
const widths = { sm: 656, md: 896, lg: 1076, xl: undefined }

/** A screen with a title, which scrolls as a whole. */
export function Page({ title, intro, actions, size = 'xl', children }: Props) {
  useTitle(title)
  return (
    <Container size="xl" px={{ base: 'md', sm: 'xl' }} py="lg" w="100%">
      <Box maw={widths[size]}>
        <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
          <Stack gap={2} maw={640} miw={0}>
            <Title order={1}>{title}</Title>
            {intro && <Text c="dimmed">{intro}</Text>}
          </Stack>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Box>
    </Container>
  )
}
