import { Anchor, Text } from '@mantine/core'
import type { FailingVendor } from '@purveyor/client'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import classes from './home.module.css'
import { HomeSection } from './home-section.tsx'

/** The vendors for which most has failed in the last days. Each figure leads to what it counts. */
export function FailingVendors({ vendors, days }: { vendors: readonly FailingVendor[]; days: number }) {
  const { canManage } = useSignedIn()
  const columns: [Column<FailingVendor>, ...Column<FailingVendor>[]] = [
    { key: 'vendor', label: operatorTexts.home.vendor, cell: ({ vendorName }) => vendorName, width: '30%' },
    {
      key: 'rejected',
      label: operatorTexts.home.rejected,
      hint: operatorTexts.home.rejectedHint,
      isNumber: true,
      cell: ({ vendorId, rejected, rejectionRate }) => (
        <Count
          value={rejected}
          share={rejectionRate}
          href={`/activity?vendorId=${vendorId}&type=product.rejected`}
        />
      )
    },
    {
      key: 'late',
      label: operatorTexts.home.lateOrders,
      hint: operatorTexts.home.lateOrdersHint,
      isNumber: true,
      cell: ({ vendorId, late, lateShare }) => (
        <Count value={late} share={lateShare} href={`/activity?vendorId=${vendorId}&type=order.late`} />
      )
    },
    {
      key: 'lateNow',
      label: operatorTexts.home.lateNow,
      isNumber: true,
      cell: ({ vendorId, lateNow }) => (
        <Count value={lateNow} href={`/orders?vendorId=${vendorId}&due=late`} />
      )
    },
    {
      key: 'webhooks',
      label: operatorTexts.home.webhooks,
      isNumber: true,
      from: 62,
      cell: ({ vendorId, failingWebhooks }) => (
        <Count
          value={failingWebhooks}
          {...(canManage && { href: `/webhooks/vendors?vendorId=${vendorId}&state=FAILING` })}
        />
      )
    },
    {
      key: 'imports',
      label: operatorTexts.home.failedImports,
      isNumber: true,
      from: 62,
      cell: ({ vendorId, failedImports }) => (
        <Count value={failedImports} href={`/vendors/${vendorId}/imports`} />
      )
    }
  ]
  return (
    <HomeSection
      title={operatorTexts.home.vendorsTitle}
      none={vendors.length === 0 && operatorTexts.home.vendorsEmpty(days)}
    >
      <DataTable
        label={operatorTexts.home.vendorsTitle}
        columns={columns}
        rows={vendors}
        keyOf={({ vendorId }) => vendorId}
        href={({ vendorId }) => `/vendors/${vendorId}`}
      />
    </HomeSection>
  )
}

/** A number that leads to what it counts, unless it is 0. */
function Count({ value, share, href }: { value: number; share?: number | null; href?: string }) {
  if (value === 0)
    return (
      <Text c="dimmed" inherit component="span">
        0
      </Text>
    )
  const text = share
    ? operatorTexts.home.share(formatNumber(value), formatPercent(share))
    : formatNumber(value)
  if (!href) return text
  return (
    <Anchor component={Link} href={href} inherit className={classes.count}>
      {text}
    </Anchor>
  )
}
