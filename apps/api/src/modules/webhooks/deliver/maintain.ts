import type { Sql, Tx } from '../../../db/connect.ts'
import { recordEvents, systemOrigin } from '../../../events.ts'
import { advancePositions, deleteOldCounts, noteLongFailures } from './maintain-queries.ts'

const batchSize = 1000
const firstId = '00000000-0000-0000-0000-000000000000'

/** A job for every hour: moves positions of webhooks without news to the end, and deletes old counts. */
export async function maintainWebhooks(sql: Sql, signal: AbortSignal): Promise<void> {
  await deleteOldCounts(sql)
  let after: string | null = firstId
  while (after !== null && !signal.aborted) after = await advancePositions(sql, { after, limit: batchSize })
}

/** A job for every half minute: records `webhook.still_failing` for webhooks that fail for an hour, or for three days. */
export async function reportLongFailures(sql: Sql): Promise<void> {
  while ((await sql.begin((tx) => reportBatch(tx))) > 0);
}

async function reportBatch(tx: Tx): Promise<number> {
  const failures = await noteLongFailures(tx, batchSize)
  if (failures.length === 0) return 0
  await recordEvents(
    tx,
    systemOrigin,
    failures.map(({ id, vendorId, failingSince, hours }) => ({
      type: 'webhook.still_failing',
      vendorId,
      subject: { type: 'webhook', id },
      details: { failingSince, hours }
    }))
  )
  return failures.length
}
