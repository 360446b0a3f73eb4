import { Text, TextInput } from '@mantine/core'
import type { Order, OrderItem } from '@purveyor/client'
import type { KeyboardEvent } from 'react'
import { ordersTexts, shippingTexts } from '../../../texts/orders.ts'
import { CarrierInput } from '../../../ui/orders/carrier-input.tsx'
import { openLines, openQuantity } from '../../../ui/orders/lines.ts'
import { QuantityTable } from '../../../ui/orders/quantity-table.tsx'
import classes from './ship.module.css'
import type { ShipForm } from './use-ship-form.ts'

type Props = {
  form: ShipForm
  order: Order
  onNext: () => void
  onPrevious: () => void
  focus: (field: string) => void
}

/** The carrier, the tracking number and the quantities of a parcel. */
export function ShipFields({ form, order, onNext, onPrevious, focus }: Props) {
  const { values, carrier, change, fault, usedFor } = form
  const byId = new Map(order.items.map((line) => [line.id, line]))
  const excess = new Map([...form.tooMany].map(([id, count]) => [id, ordersTexts.excess(count)]))

  /** Only the tracking number is sent by Enter. In the other fields, Enter and Escape lead back to it. */
  function pressElsewhere(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    focus('tracking')
  }
  function pressInTracking(event: KeyboardEvent) {
    // A key that is held down must not ship the next order too.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    const move = event.key === 'ArrowDown' ? onNext : event.key === 'ArrowUp' ? onPrevious : undefined
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move()
  }
  return (
    <>
      <div className={classes.fields}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the field inside */}
        <div data-field="carrier" onKeyDown={pressElsewhere}>
          <CarrierInput
            size="md"
            value={carrier}
            onChange={form.setCarrier}
            onOptionSubmit={() => focus('tracking')}
            error={fault === 'carrier' && ordersTexts.carrierMissing}
          />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the field inside */}
        <div data-field="tracking" onKeyDown={pressInTracking}>
          <TextInput
            label={ordersTexts.tracking}
            size="md"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            placeholder={shippingTexts.trackingHint}
            value={values.tracking}
            onChange={(event) => change({ tracking: event.currentTarget.value })}
            error={
              (fault === 'tracking' && ordersTexts.trackingMissing) ||
              (fault === 'repeated' && usedFor && shippingTexts.repeated(usedFor))
            }
          />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the fields inside */}
      <div data-field="quantities" onKeyDown={pressElsewhere}>
        <QuantityTable
          lines={openLines(order.items)}
          maxOf={({ id }) => openQuantity(byId.get(id) as OrderItem)}
          quantities={values.quantities}
          onChange={(quantities) => change({ quantities })}
          faults={excess}
        />
        {fault === 'quantities' && excess.size === 0 && (
          <Text c="var(--mantine-color-error)" fz="sm" role="alert">
            {shippingTexts.nothing}
          </Text>
        )}
      </div>
    </>
  )
}
