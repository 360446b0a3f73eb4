import { Group, SimpleGrid, Text, Title } from '@mantine/core'
import type { WaitingCount } from '@purveyor/client'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'wouter'
import { statisticsTexts } from '../../texts/statistics.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatNumber } from '../../ui/format.ts'
import classes from './statistics.module.css'

/** Counts of this size and above are estimates (contract 4.17). */
const firstEstimate = 1000

/** How many entries of each kind wait. Each card leads to them in the queue. */
export function WaitingCards({ waiting }: { waiting: readonly WaitingCount[] }) {
  return (
    <section aria-labelledby="waiting">
      <Title order={2} id="waiting" mb="sm">
        {statisticsTexts.waiting}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {waiting.map((one) => (
          <WaitingCard key={one.kind} {...one} />
        ))}
      </SimpleGrid>
    </section>
  )
}

function WaitingCard({ kind, count, oldestAt }: WaitingCount) {
  const number = formatNumber(count)
  return (
    <Link href={`/queue?kind=${kind}`} className={classes.card}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text c="dimmed">{statisticsTexts.kinds[kind]}</Text>
        <IconChevronRight size={16} aria-hidden />
      </Group>
      <div className={classes.figure}>{count < firstEstimate ? number : statisticsTexts.about(number)}</div>
      <Text c="dimmed" fz="sm">
        {oldestAt ? (
          <>
            {statisticsTexts.oldest} <Ago time={oldestAt} />
          </>
        ) : (
          statisticsTexts.nothingWaits
        )}
      </Text>
    </Link>
  )
}
