import { useMemo } from 'react'
import { t } from '../../texts/texts.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import type { ActivityFilters } from './activity-query.ts'

/** The types of events that a vendor's list can have. */
export const eventTypes = Object.keys(t.activity.events) as (keyof typeof t.activity.events)[]

/** The filters in the address. */
export function useActivityFilters() {
  const [params, change] = useAddressState()
  const type = eventTypes.find((known) => known === params.get('type'))
  const from = validDay(params.get('from'))
  const to = validDay(params.get('to'))
  const filters: ActivityFilters = useMemo(() => ({ type, from, to }), [type, from, to])
  return { filters, change }
}

function validDay(text: string | null): string {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}
