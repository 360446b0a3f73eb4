import { Anchor, Badge, Skeleton, Table } from '@mantine/core'
import type { VendorRejections } from '@purveyor/client'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import { nameOr } from '../../ui/name-or.ts'
import { useVendors } from '../../ui/use-vendors.ts'
import { RejectionList, rowsPerStep, ShareBar } from './rejection-list.tsx'
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
      title={t.statistics.byVendor}
      columns={[
        { name: t.statistics.vendor },
        { name: t.statistics.vendorDecided, isNumber: true },
        { name: t.statistics.rejected, isNumber: true },
        { name: t.statistics.share, isNumber: true }
      ]}
      rows={rows}
      onShow={setShown}
      render={(row) => <Row key={row.vendorId} {...row} days={days} vendor={vendors.get(row.vendorId)} />}
    />
  )
}

type RowProps = VendorRejections & {
  vendor: { name: string; isActive: boolean } | null | undefined
  days: number
}

function Row({ vendorId, decided, rejected, vendor, days }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <VendorLink id={vendorId} vendor={vendor} />
          <Anchor
            component="button"
            type="button"
            fz="xs"
            className={classes.why}
            aria-expanded={isOpen}
            aria-label={t.statistics.reasonsOf(nameOr(vendor === null ? null : vendor?.name, t.names.vendor))}
            onClick={() => setOpen(!isOpen)}
          >
            {t.statistics.reasons} <Chevron size={12} aria-hidden />
          </Anchor>
        </Table.Td>
        <Table.Td className={classes.number}>{formatNumber(decided)}</Table.Td>
        <Table.Td className={classes.number}>{formatNumber(rejected)}</Table.Td>
        <Table.Td className={classes.number}>
          <span className={classes.share}>
            <ShareBar share={rejected / decided} />
            {formatPercent(rejected / decided)}
          </span>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr className={classes.reasons}>
          <Table.Td colSpan={4}>
            <VendorReasons vendorId={vendorId} days={days} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

function VendorLink({ id, vendor }: { id: string; vendor: RowProps['vendor'] }) {
  if (vendor === undefined) return <Skeleton h={14} w={120} />
  if (vendor === null) return t.names.vendor.deleted
  return (
    <>
      <Anchor component={Link} href={`/queue?vendorId=${id}`} title={t.statistics.waitingOf(vendor.name)}>
        {vendor.name}
      </Anchor>{' '}
      {!vendor.isActive && <Badge color="gray">{t.statistics.inactive}</Badge>}
    </>
  )
}
