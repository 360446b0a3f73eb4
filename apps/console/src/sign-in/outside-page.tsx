import { Center, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Side } from '../session/side.ts'
import { t } from '../texts/texts.ts'
import { Logo } from '../ui/logo.tsx'

/** A page for people who aren't signed in: the name of the product above a box. */
export function OutsidePage({ side, children }: { side?: Side | undefined; children: ReactNode }) {
  return (
    <Center component="main" mih="100%" p="md">
      <Stack w="100%" maw={380} gap="lg">
        <Group gap="sm">
          <Logo size={32} />
          <Text fw={600} fz="xl">
            {t.product}
          </Text>
          {side && (
            <Text c="dimmed" fz="lg">
              {t.side[side]}
            </Text>
          )}
        </Group>
        {children}
      </Stack>
    </Center>
  )
}
