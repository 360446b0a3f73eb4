import { Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { statisticsTexts } from '../../texts/statistics.ts'

/** The sizes of the statistics while they are loaded. */
export function StatisticsSkeleton({ period }: { period: ReactNode }) {
  return (
    <Stack gap="lg" aria-busy>
      <div>
        <Title order={2} mb="sm">
          {statisticsTexts.waiting}
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} h={108} radius="md" />
          ))}
        </SimpleGrid>
      </div>
      <Group justify="end" mt="xs">
        {period}
      </Group>
      <Skeleton h={108} radius="md" />
      <Skeleton h={360} radius="md" />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Skeleton h={240} radius="md" />
        <Skeleton h={240} radius="md" />
      </SimpleGrid>
    </Stack>
  )
}
