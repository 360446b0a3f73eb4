import { Paper, Skeleton, Text, Title } from '@mantine/core'
import type { WebhookAttemptCount } from '@purveyor/client'
import { lazy, Suspense } from 'react'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'

/** The height of the chart with its legend, in pixels. */
const chartHeight = 190

/** The library of charts is loaded only if there is something to draw. */
const AttemptsChart = lazy(async () => ({ default: (await import('./attempts-chart.tsx')).AttemptsChart }))

/** The attempts of the last 72 hours. Undefined while they are read. */
export function AttemptsPanel({ attempts }: { attempts: readonly WebhookAttemptCount[] | undefined }) {
  const sum = (of: 'delivered' | 'failed') => (attempts ?? []).reduce((total, one) => total + one[of], 0)
  return (
    <Paper withBorder p="lg" component="section" aria-label={texts.attempts}>
      <Title order={2} fz="md">
        {texts.attempts}
      </Title>
      {attempts?.length === 0 && (
        <Text c="dimmed" mt={4}>
          {texts.noAttempts}
        </Text>
      )}
      {attempts && attempts.length > 0 && (
        <>
          <Text c="dimmed" fz="sm" mb="xs">
            {texts.attemptCounts(sum('delivered'), sum('failed'))}
          </Text>
          <Suspense fallback={<Skeleton h={chartHeight} />}>
            <AttemptsChart attempts={attempts} />
          </Suspense>
        </>
      )}
      {!attempts && <Skeleton h={chartHeight} mt="sm" />}
    </Paper>
  )
}
