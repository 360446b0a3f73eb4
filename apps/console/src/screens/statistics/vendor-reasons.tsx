import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { statisticsTexts } from '../../texts/statistics.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatNumber } from '../../ui/format.ts'
import { moderationKeys } from '../../ui/moderation-keys.ts'
import { countReasons } from './count-reasons.ts'

/** The number of decisions of each kind whose reasons are counted, and of reasons that are shown. */
const maxDecisions = 100
const maxReasons = 5

/** Why the entries of a vendor were rejected in the last days: the most frequent reasons, as the vendor read them. */
export function VendorReasons({ vendorId, days }: { vendorId: string; days: number }) {
  const { data, error, refetch } = useVendorReasons(vendorId, days)
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h={40} />
  const others = data.reasons.length - maxReasons
  return (
    <Stack gap={4}>
      {data.reasons.slice(0, maxReasons).map(({ text, count }) => (
        <Group key={text} justify="space-between" align="flex-start" wrap="nowrap" gap="md">
          <Text fz="sm" lineClamp={3}>
            <bdi>{text}</bdi>
          </Text>
          <Text fz="sm">{formatNumber(count)}</Text>
        </Group>
      ))}
      {others > 0 && (
        <Text fz="xs" c="dimmed">
          {statisticsTexts.otherReasons(others)}
        </Text>
      )}
      {data.isPart && (
        <Text fz="xs" c="dimmed">
          {statisticsTexts.latestOnly(maxDecisions)}
        </Text>
      )}
    </Stack>
  )
}

function useVendorReasons(vendorId: string, days: number) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...moderationKeys.statistics(days), 'reasons', vendorId],
    async queryFn({ signal }) {
      const decidedAfter = startOf(days)
      const pages = await Promise.all(
        (['REJECTED', 'HIDDEN'] as const).map((decision) =>
          purveyor.platform.moderation
            .snapshots({ vendorId, decision, decidedAfter, first: maxDecisions }, { signal })
            .page()
        )
      )
      return {
        reasons: countReasons(pages.flatMap(({ snapshots }) => snapshots)),
        isPart: pages.some(({ pageInfo }) => pageInfo.hasNextPage)
      }
    }
  })
}

/** Returns the time just before the first of the last days begins, in UTC. Today is one of them. */
function startOf(days: number): string {
  const today = new Date().setUTCHours(0, 0, 0, 0)
  return new Date(today - (days - 1) * 24 * 3600 * 1000 - 1).toISOString()
}
