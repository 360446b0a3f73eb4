import { Badge, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { queueTexts } from '../../texts/queue.ts'
import { rulesTexts } from '../../texts/rules.ts'
import { formatDay, formatPercent } from '../../ui/format.ts'
import { useVendor } from '../../ui/use-vendors.ts'
import classes from './queue.module.css'

const days = 90
/** The service lists this number of vendors with rejections. */
const maxListed = 100
const colors = { NEW: 'amber', STANDARD: 'gray', TRUSTED: 'green' }

/** What a reviewer should know about a vendor: how far it is trusted, and how much of what it sent was rejected. */
export function VendorFacts({ id }: { id: string }) {
  const { data: vendor } = useVendor(id)
  const { data: rejections } = useRejections()
  const own = rejections?.find(({ vendorId }) => vendorId === id)
  const isKnown = own !== undefined || (rejections?.length ?? maxListed) < maxListed
  const texts = queueTexts.facts
  return (
    <dl className={classes.facts}>
      <dt>{texts.vendor}</dt>
      <dd>{vendor ? <bdi>{vendor.name}</bdi> : <Skeleton h={14} w={120} my={3} />}</dd>
      <dt>{texts.trust}</dt>
      <dd>
        {vendor ? (
          <Badge color={colors[vendor.trust]}>{rulesTexts.trust[vendor.trust]}</Badge>
        ) : (
          <Skeleton h={18} w={70} />
        )}
      </dd>
      <dt>{texts.rejected}</dt>
      <dd>
        {rejections ? (
          isKnown &&
          (own ? texts.share(formatPercent(own.rejected / own.decided), own.decided, days) : texts.none(days))
        ) : (
          <Skeleton h={14} w={140} my={3} />
        )}
      </dd>
      <dt>{texts.since}</dt>
      <dd>{vendor ? formatDay(vendor.createdAt.slice(0, 10)) : <Skeleton h={14} w={90} my={3} />}</dd>
    </dl>
  )
}

/** Reads how many entries of each vendor were rejected. */
function useRejections() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['vendor-rejections', days],
    queryFn: ({ signal }) => purveyor.platform.moderation.statistics({ days }, { signal }),
    select: ({ rejections }) => rejections.byVendor,
    staleTime: 300_000
  })
}
