import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { ordersTexts } from '../../texts/orders.ts'
import { useCarriers } from './use-carriers.ts'

/** Chooses a carrier that the service knows, or takes the name of another one. */
export function CarrierInput(props: Omit<AutocompleteProps, 'data'>) {
  const { names } = useCarriers()
  return (
    <Autocomplete
      label={ordersTexts.carrier}
      data={names}
      maxLength={100}
      selectFirstOptionOnChange
      openOnFocus={false}
      autoComplete="off"
      {...props}
    />
  )
}
