import type { EventType } from '@purveyor/client'
import { useMemo } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import type { Side } from '../../session/side.ts'
import { activityTexts } from '../../texts/activity.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import type { ActivityFilters } from './activity-query.ts'

const ofVendor = Object.keys(activityTexts.activity.events) as EventType[]
const ofOperator = Object.keys(activityTexts.audit.events) as EventType[]

/** The types of events that the list of a side can have. */
export const eventTypes: Record<Side, readonly EventType[]> = {
  vendor: ofVendor,
  platform: [...ofOperator, ...ofVendor]
}

/** Clears all filters of the activity. */
export const noFilters = { type: null, from: null, to: null, actorId: null, subjectId: null, vendorId: null }

/** The filters in the address. A list of one vendor has a fixed `vendorId`. */
export function useActivityFilters(vendorId?: string) {
  const { side } = useSignedIn()
  const [params, change] = useAddressState()
  const type = eventTypes[side].find((known) => known === params.get('type'))
  const from = validDay(params.get('from'))
  const to = validDay(params.get('to'))
  const actorId = params.get('actorId') ?? undefined
  const subjectId = params.get('subjectId') ?? undefined
  const vendor = vendorId ?? (side === 'platform' ? (params.get('vendorId') ?? undefined) : undefined)
  const filters: ActivityFilters = useMemo(
    () => ({ type, from, to, actorId, subjectId, vendorId: vendor }),
    [type, from, to, actorId, subjectId, vendor]
  )
  const isFiltered = Boolean(type || from || to || actorId || subjectId || (vendor && !vendorId))
  return { filters, isFiltered, change }
}

function validDay(text: string | null): string {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}
