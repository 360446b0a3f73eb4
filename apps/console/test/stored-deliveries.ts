import type { TestApp } from '../../api/test/app.ts'
import { storeWebhook } from '../../api/test/webhook-receivers.ts'

/**
 * Stores what deliveries leave behind: in the demo, all webhooks are stopped, because their receivers don't exist. The
 * webhook of the demo's vendor then fails, another one is healthy, and has events that are set aside.
 */
export async function storeDeliveries(t: TestApp): Promise<void> {
  const { sql } = t
  const [erp] = await sql<{ id: string; vendorId: string }[]>`
    update webhooks set stopped_by = null where description = 'Orders to the ERP system' returning id, vendor_id`
  if (!erp) throw new Error('The demo has no webhook of a vendor.')
  const types = ['shipping_method.updated', 'product.approved']
  const stock = await storeWebhook(t, {
    ...{ vendorId: erp.vendorId, url: 'https://stock.harbor-supply.example/hooks', types }
  })
  await sql`update webhooks set description = 'Products to the stock system' where id = ${stock.id}`
  await sql`
    update webhook_progress set failing_since = now() - interval '42 minutes', failures = 6, last_failure_at = now() - interval
      '12 minutes', last_failure_reason = 'RECEIVER_ERROR', last_failure_status = 503, next_attempt_at = now() + interval
      '18 minutes', last_success_at = now() - interval '45 minutes'
    where webhook_id = ${erp.id}`
  await sql`update webhook_progress set last_success_at = now() - interval '4 minutes' where webhook_id = ${stock.id}`
  await sql`
    insert into webhook_attempt_counts (webhook_id, hour, delivered, failed, duration_ms)
    select ${erp.id}, date_trunc('hour', now()) - n * interval '1 hour', delivered, failed, 85 * (delivered + failed)
    from generate_series(0, 71) n, lateral (select case when n < 1 then 0 else 6 + (n * 37) % 23 end as delivered,
      case when n < 1 then 6 when n % 17 = 5 then 3 else 0 end as failed) counts`
  await sql`
    insert into webhook_failed_attempts (webhook_id, at, event_id, event_type, status, reason, duration_ms, answer)
    select ${erp.id}, now() - n * interval '12 minutes', e.id::text, e.type, 503, 'RECEIVER_ERROR', 120 + n,
      '{"error":"The ERP system is being updated. Try again at 16:00."}'
    from (select id, type from events where vendor_id = ${erp.vendorId} and type = 'order.placed' order by sequence desc
      limit 1) e, generate_series(4, 1, -1) n`
}
