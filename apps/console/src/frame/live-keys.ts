import type { QueryKey } from '@tanstack/react-query'
import type { Side } from '../session/side.ts'
import { moderationKeys } from '../ui/moderation-keys.ts'
import { orderKeys } from '../ui/orders/order-keys.ts'
import { platformKeys } from '../ui/platform-keys.ts'
import { webhookKeys } from '../ui/webhook-keys.ts'

type Affected = { types: RegExp; keys: readonly QueryKey[] }

const webhooks: Affected = { types: /^webhook\./, keys: [webhookKeys.all] }

/** The queries that events of some types change. Statistics of a period change too little to be read again each time. */
const affected: Record<Side, readonly Affected[]> = {
  vendor: [
    { types: /^(order|shipment)\./, keys: [orderKeys.all] },
    { types: /^(product|import_job|shipping_method)\./, keys: [orderKeys.statistics] },
    { types: /^product\./, keys: [['catalog', 'newer']] },
    { types: /./, keys: [['new-activity']] },
    webhooks
  ],
  platform: [
    { types: /^(order|shipment)\./, keys: [orderKeys.all, platformKeys.lateOrders] },
    { types: /^(product|import_job|order|shipment)\./, keys: [platformKeys.counts] },
    { types: /./, keys: [['new-activity']] },
    {
      types: /^(product|import_job)\./,
      keys: [moderationKeys.list, moderationKeys.counts, moderationKeys.sets, moderationKeys.entries]
    },
    webhooks
  ]
}

/** Returns the keys of the queries that events of these types change; without types, those that any event changes. */
export function keysOf(side: Side, types: readonly string[] | undefined): QueryKey[] {
  return affected[side].flatMap((one) =>
    !types || types.some((type) => one.types.test(type)) ? one.keys : []
  )
}

/** True if a query has one of these keys, or one that begins with it. */
export function isAffected(query: QueryKey, keys: readonly QueryKey[]): boolean {
  return keys.some((key) => key.every((part, index) => part === query[index]))
}
