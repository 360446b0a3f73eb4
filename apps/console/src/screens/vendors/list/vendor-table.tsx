import { Avatar, Badge, Group, Text } from '@mantine/core'
import type { ListedVendor, VendorSort } from '@purveyor/client'
import type { ReactNode } from 'react'
import { vendorTexts as texts } from '../../../texts/vendors.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { formatCounted, formatRate } from '../figures.ts'
import { TrustText } from '../vendor-badges.tsx'
import classes from '../vendors.module.css'

/** The orders in which the list can be shown. */
export const vendorSorts = [
  ...['createdAt', '-createdAt', 'name', '-name', 'commissionPercent', '-commissionPercent'],
  ...['waiting', '-waiting', 'lateOrders', '-lateOrders']
] as VendorSort[]

const columns: [Column<ListedVendor>, ...Column<ListedVendor>[]] = [
  { key: 'name', label: texts.vendor, cell: (vendor) => <Name vendor={vendor} />, sorts: ['name', '-name'] },
  {
    key: 'trust',
    label: texts.trust,
    cell: ({ trust }) => <TrustText trust={trust} />,
    hint: texts.trustHint,
    from: 62
  },
  {
    key: 'commission',
    label: texts.commission,
    cell: ({ commissionPercent }) => texts.percent(formatNumber(commissionPercent)),
    isNumber: true,
    sorts: ['-commissionPercent', 'commissionPercent'],
    from: 56
  },
  {
    key: 'published',
    label: texts.published,
    cell: ({ figures }) => figures && formatCounted(figures.publishedProducts),
    isNumber: true
  },
  {
    key: 'waiting',
    label: texts.waiting,
    cell: ({ figures }) => figures && <Waiting {...figures.waiting} />,
    isNumber: true,
    sorts: ['-waiting', 'waiting']
  },
  {
    key: 'rejected',
    label: texts.rejected,
    cell: ({ figures }) => figures && <Rate share={figures.decisions.rejectionRate} />,
    isNumber: true,
    hint: texts.rejectedHint,
    from: 62
  },
  {
    key: 'lateShare',
    label: texts.lateShare,
    cell: ({ figures }) => figures && <Rate share={figures.deadlines.lateShare} />,
    isNumber: true,
    hint: texts.lateShareHint,
    from: 72
  },
  {
    key: 'late',
    label: texts.late,
    cell: ({ figures }) => figures && <Late count={figures.lateOrders} />,
    isNumber: true,
    sorts: ['-lateOrders', 'lateOrders']
  }
]

type Props = {
  vendors: ListedVendor[]
  sort: VendorSort | undefined
  onSort: (sort: VendorSort) => void
  isLoading: boolean
  isRefreshing: boolean
  empty: ReactNode
}

/** The vendors of the list, each with its figures. */
export function VendorTable({ vendors, onSort, ...props }: Props) {
  return (
    <DataTable
      {...props}
      label={texts.title}
      columns={columns}
      rows={vendors}
      keyOf={({ id }) => id}
      href={({ id }) => `/vendors/${id}`}
      onSort={(sort) => onSort(sort as VendorSort)}
    />
  )
}

function Name({ vendor: { name, logoUrl, isActive } }: { vendor: ListedVendor }) {
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <Avatar
        src={logoUrl}
        name={name}
        color="brand"
        radius="sm"
        size={22}
        component="span"
        aria-hidden
        alt=""
      />
      <span className={classes.name}>
        <bdi>{name}</bdi>
      </span>
      {!isActive && (
        <Badge component="span" color="gray" miw="max-content">
          {texts.states.false}
        </Badge>
      )}
    </Group>
  )
}

function Waiting({ products, revisions, changes }: NonNullable<ListedVendor['figures']>['waiting']) {
  return (
    <Quiet isQuiet={products + revisions + changes === 0}>
      {formatCounted(products + revisions + changes)}
    </Quiet>
  )
}

function Rate({ share }: { share: number | null }) {
  return <Quiet isQuiet={!share}>{formatRate(share)}</Quiet>
}

function Late({ count }: { count: number }) {
  if (count === 0) return <Quiet isQuiet>{formatNumber(0)}</Quiet>
  return (
    <Badge component="span" color="red" miw="max-content">
      {formatNumber(count)}
    </Badge>
  )
}

/** A figure. One that needs no attention is dimmed. */
function Quiet({ isQuiet, children }: { isQuiet: boolean; children: ReactNode }) {
  return (
    <Text span inherit {...(isQuiet && { c: 'dimmed' })}>
      {children}
    </Text>
  )
}
