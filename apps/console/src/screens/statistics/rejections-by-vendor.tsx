import { Anchor, Badge, Skeleton } from '@mantine/core'
import type { VendorRejections } from '@purveyor/client'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { statisticsTexts } from '../../texts/statistics.ts'
import { t } from '../../texts/texts.ts'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import { nameOr } from '../../ui/name-or.ts'
import { useVendors } from '../../ui/use-vendors.ts'
import { RejectionList, rowsPerStep, Share } from './rejection-list.tsx'
import classes from './statistics.module.css'
import { VendorReasons } from './vendor-reasons.tsx'

type Props = { rejections: readonly VendorRejections[]; days: number }

/** The vendors with the most rejections, and why. Each leads to what waits from this vendor. */
export function RejectionsByVendor({ rejections, days }: Props) {
  const rows = rejections.filter(({ rejected }) => rejected > 0)
  const [shown, setShown] = useState(rowsPerStep)
  const vendors = useVendors(rows.slice(0, shown).map(({ vendorId }) => vendorId))
  return (
    <RejectionList
      title={statisticsTexts.byVendor}
      rows={rows}
      keyOf={({ vendorId }) => vendorId}
      onShow={setShown}
      columns={[
        {
          key: 'vendor',
          label: statisticsTexts.vendor,
          cell: ({ vendorId }) => <Vendor id={vendorId} vendor={vendors.get(vendorId)} days={days} />
        },
        {
          ...{ key: 'decided', label: statisticsTexts.vendorDecided, isNumber: true },
          cell: ({ decided }) => formatNumber(decided)
        },
        {
          ...{ key: 'rejected', label: statisticsTexts.rejected, isNumber: true },
          cell: ({ rejected }) => formatNumber(rejected)
        },
        {
          ...{ key: 'share', label: statisticsTexts.share, isNumber: true },
          cell: ({ rejected, decided }) => (
            <Share share={rejected / decided}>{formatPercent(rejected / decided)}</Share>
          )
        }
      ]}
    />
  )
}

type VendorProps = {
  id: string
  vendor: { name: string; isActive: boolean } | null | undefined
  days: number
}

/** A vendor, and on request why its entries were rejected. */
function Vendor({ id, vendor, days }: VendorProps) {
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <>
      <VendorLink id={id} vendor={vendor} />
      <Anchor
        component="button"
        type="button"
        fz="xs"
        className={classes.why}
        aria-expanded={isOpen}
        aria-label={statisticsTexts.reasonsOf(nameOr(vendor === null ? null : vendor?.name, t.names.vendor))}
        onClick={() => setOpen(!isOpen)}
      >
        {statisticsTexts.reasons} <Chevron size={12} aria-hidden />
      </Anchor>
      {isOpen && <VendorReasons vendorId={id} days={days} />}
    </>
  )
}

function VendorLink({ id, vendor }: { id: string; vendor: VendorProps['vendor'] }) {
  if (vendor === undefined) return <Skeleton h={14} w={120} />
  if (vendor === null) return t.names.vendor.deleted
  return (
    <>
      <Anchor component={Link} href={`/queue?vendorId=${id}`} title={statisticsTexts.waitingOf(vendor.name)}>
        {vendor.name}
      </Anchor>{' '}
      {!vendor.isActive && <Badge color="gray">{statisticsTexts.inactive}</Badge>}
    </>
  )
}
