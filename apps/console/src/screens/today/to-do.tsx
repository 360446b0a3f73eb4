import { SimpleGrid, Stack, Title } from '@mantine/core'
import type { VendorStatistics } from '@purveyor/client'
import { todayTexts } from '../../texts/today.ts'
import { ImportsCard } from './imports-card.tsx'
import { OrdersCard } from './orders-card.tsx'
import { RejectedCard } from './rejected-card.tsx'
import { StockCard } from './stock-card.tsx'

type Props = { statistics: VendorStatistics | undefined; error: unknown; onRetry: () => void }

/** What the vendor should act on, the most urgent first. */
export function ToDo({ statistics, error, onRetry }: Props) {
  return (
    <section aria-labelledby="to-do">
      <Title order={2} id="to-do" mb="sm">
        {todayTexts.toDo}
      </Title>
      <Stack gap="md">
        <OrdersCard statistics={statistics} />
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
          <RejectedCard statistics={statistics} />
          <ImportsCard />
          <StockCard statistics={statistics} error={error} onRetry={onRetry} />
        </SimpleGrid>
      </Stack>
    </section>
  )
}
