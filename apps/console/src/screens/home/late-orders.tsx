import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatMoney } from '../../ui/format.ts'
import { LateBadge } from '../../ui/orders/due-time.tsx'
import { platformKeys } from '../../ui/platform-keys.ts'
import classes from './home.module.css'
import { HomeSection } from './home-section.tsx'

const shown = 6

/** The orders that are late, those that were due first at the top. */
export function LateOrders({ count }: { count: number }) {
  const { purveyor } = useSignedIn()
  const { data, error, refetch } = useQuery({
    queryKey: platformKeys.lateOrders,
    queryFn: ({ signal }) =>
      purveyor.platform.orders.list({ late: true, sort: 'dueAt', first: shown }, { signal }).page()
  })
  const all =
    count > shown
      ? { href: '/orders?due=late&sort=due', label: operatorTexts.home.allLate(count) }
      : { href: '/orders', label: operatorTexts.home.showOrders }
  return (
    <HomeSection
      title={operatorTexts.home.lateTitle}
      none={data?.orders.length === 0 && operatorTexts.home.lateEmpty}
      all={all}
    >
      {error && !data && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={200} radius="md" aria-busy />}
      <ul className={classes.rows}>
        {data?.orders.map(({ id, orderNumber, suborders, total, currency }) => {
          const late = suborders.filter(({ isLate }) => isLate)
          const dueAt = late.flatMap((part) => part.dueAt ?? []).sort()[0]
          return (
            <li key={id}>
              <Link href={`/orders/${id}`} className={classes.row}>
                <span className={classes.name}>
                  <Text component="span" display="block" fw={600}>
                    {orderNumber}
                  </Text>
                  <Text component="span" display="block" c="dimmed" fz="sm" truncate>
                    {late.map(({ vendorName }) => vendorName).join(', ')}
                  </Text>
                </span>
                <span className={classes.amount}>{formatMoney(String(total), currency)}</span>
                {dueAt && <LateBadge at={dueAt} />}
              </Link>
            </li>
          )
        })}
      </ul>
    </HomeSection>
  )
}
