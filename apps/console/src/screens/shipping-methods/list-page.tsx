import { Badge, Button, Text } from '@mantine/core'
import type { ShippingMethod } from '@purveyor/client'
import { IconPencil, IconPlus, IconTrash, IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { t } from '../../texts/texts.ts'
import { countryName } from '../../ui/countries.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { lowestRate } from './method-values.ts'
import { useShippingMethods } from './use-shipping-methods.ts'

const texts = shippingMethodsTexts

/** All shipping methods. */
export function ListPage() {
  const { canWrite } = useSignedIn()
  const { data, error, refetch } = useShippingMethods()
  const [deleting, setDeleting] = useState<ShippingMethod>()
  const create = canWrite && (
    <Button component={Link} href="/shipping-methods/new" leftSection={<IconPlus size={16} />}>
      {texts.new}
    </Button>
  )
  return (
    <Page title={texts.title} intro={texts.intro} actions={create}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {(data || !error) && <MethodTable methods={data} onDelete={setDeleting} />}
      <DeleteDialog method={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  )
}

type TableProps = {
  methods: readonly ShippingMethod[] | undefined
  onDelete: (method: ShippingMethod) => void
}

function MethodTable({ methods, onDelete }: TableProps) {
  const { canWrite } = useSignedIn()
  const [, navigate] = useLocation()
  const actions = (method: ShippingMethod) => (
    <RowMenu
      label={texts.actions(method.name)}
      actions={[
        {
          label: t.actions.edit,
          icon: IconPencil,
          onClick: () => navigate(`/shipping-methods/${method.id}`)
        },
        { label: t.actions.delete, icon: IconTrash, isDangerous: true, onClick: () => onDelete(method) }
      ]}
    />
  )
  return (
    <DataTable
      label={texts.title}
      rows={methods ?? []}
      isLoading={!methods}
      href={({ id }) => `/shipping-methods/${id}`}
      empty={
        <Empty icon={IconTruck} title={texts.empty} text={canWrite ? texts.emptyText : texts.emptyViewer} />
      }
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', label: texts.name, cell: Name },
        { key: 'destinations', label: texts.destinations, cell: Destinations },
        { key: 'charge', label: texts.charge, cell: Charge },
        { key: 'status', label: texts.status, cell: Status }
      ]}
      actions={canWrite ? actions : undefined}
    />
  )
}

function Name({ name, description }: ShippingMethod) {
  return (
    <>
      {name}
      {description && (
        <Text c="dimmed" fz="sm" fw={400} lineClamp={1}>
          {description}
        </Text>
      )}
    </>
  )
}

const maxNamed = 3

function Destinations({ countryRates }: ShippingMethod) {
  if (countryRates.length === 0)
    return (
      <Text c="dimmed" inherit>
        {texts.nowhere}
      </Text>
    )
  const names = countryRates
    .slice(0, maxNamed)
    .map(({ countryCode }) => countryName(countryCode) ?? countryCode)
    .join(', ')
  const more = countryRates.length - maxNamed
  return more > 0 ? texts.moreCountries(names, more) : names
}

function Charge({ currency, ...method }: ShippingMethod) {
  if (method.pricingType === 'WEIGHT_BASED') return texts.byWeight
  const lowest = lowestRate({ currency, ...method })
  if (lowest === undefined) return texts.flat
  const amount = formatMoney(lowest, currency)
  return method.countryRates.some(({ flatRate }) => flatRate !== lowest) ? texts.from(amount) : amount
}

function Status({ isActive }: ShippingMethod) {
  return (
    <Badge miw="max-content" color={isActive ? 'green' : 'gray'}>
      {isActive ? texts.active : texts.inactive}
    </Badge>
  )
}
