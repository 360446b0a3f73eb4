import { ActionIcon, Alert, Text, TextInput } from '@mantine/core'
import type { OrderItem } from '@purveyor/client'
import { IconTrash } from '@tabler/icons-react'
import { ordersTexts } from '../../../texts/orders.ts'
import { CarrierInput } from '../../../ui/orders/carrier-input.tsx'
import { openLines, openQuantity } from '../../../ui/orders/lines.ts'
import classes from '../../../ui/orders/order-page.module.css'
import { QuantityTable } from '../../../ui/orders/quantity-table.tsx'
import { faultsOf, type Parcel } from './parcels.ts'
import type { Parcels } from './use-parcels.ts'

type Props = {
  parcel: Parcel
  number: number
  lines: OrderItem[]
  form: Parcels
  /** How many pieces of a line all parcels have beyond what is left. */
  excess: ReadonlyMap<string, number>
  /** True if what is missing is shown. */
  isChecked: boolean
}

/** One parcel: its carrier, tracking number and quantities. */
export function ParcelFields({ parcel, number, lines, form, excess, isChecked }: Props) {
  const { parcels, send } = form
  const { key, carrier, tracking, quantities } = parcel
  const faults = isChecked ? faultsOf(lines, parcel) : []
  const refused = form.refused.get(key)
  const byId = new Map(lines.map((line) => [line.id, line]))
  const shown = lines.filter((line) => openLines([line]).length > 0 || (quantities[line.id] ?? 0) > 0)
  const tooMany = new Map(
    [...excess]
      .filter(([id]) => (quantities[id] ?? 0) > 0)
      .map(([id, pieces]) => [id, ordersTexts.excess(pieces)])
  )
  const hasTitle = parcels.length > 1
  return (
    <fieldset className={classes.parcel} disabled={send.isPending} aria-label={ordersTexts.parcel(number)}>
      {hasTitle && (
        <div className={classes.parcelHead}>
          <Text fw={600}>{ordersTexts.parcel(number)}</Text>
          <ActionIcon aria-label={ordersTexts.removeParcel(number)} onClick={() => form.remove(key)}>
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      )}
      {refused && (
        <Alert role="alert" color="red" mb="sm">
          {refused}
        </Alert>
      )}
      <div className={classes.fields}>
        <CarrierInput
          required
          data-autofocus={(number === 1 && carrier === '') || undefined}
          value={carrier}
          onChange={(value) => form.change(key, { carrier: value })}
          error={faults.includes('carrier') && ordersTexts.carrierMissing}
        />
        <TextInput
          label={ordersTexts.tracking}
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={(number === 1 && carrier !== '') || undefined}
          value={tracking}
          onChange={(event) => form.change(key, { tracking: event.currentTarget.value })}
          error={faults.includes('tracking') && ordersTexts.trackingMissing}
        />
      </div>
      <QuantityTable
        lines={shown}
        maxOf={({ id }) => openQuantity(byId.get(id) as OrderItem)}
        quantities={quantities}
        onChange={(next) => form.change(key, { quantities: next })}
        faults={tooMany}
        isDisabled={send.isPending}
      />
      {faults.includes('quantities') && (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {ordersTexts.parcelEmpty}
        </Text>
      )}
    </fieldset>
  )
}
