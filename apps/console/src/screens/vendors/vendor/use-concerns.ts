import type { VendorFigures } from '@purveyor/client'
import { statementsTexts } from '../../../texts/statements.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { formatMoney } from '../../../ui/format.ts'
import { jobName } from '../../../ui/imports/describe-job.ts'
import { useDueStatements, useNewestImports, useWebhooksOf } from '../use-vendor-parts.ts'

const texts = vendorTexts.overview
/** Older imports aren't mentioned, in milliseconds. */
const recentMs = 7 * 86_400_000

/** Something that the operator should look at. */
export type Concern = { kind: 'late' | 'failure' | 'waiting' | 'payment'; text: string; href: string }

/** Returns what needs attention at a vendor, the most urgent first, or undefined while it is read. */
export function useConcerns(vendorId: string, figures: VendorFigures | undefined): Concern[] | undefined {
  const imports = useNewestImports(vendorId)
  const statements = useDueStatements(vendorId)
  const webhooks = useWebhooksOf(vendorId)
  if (!figures || imports.isPending || statements.isPending || webhooks.isPending) return undefined
  const { waiting, lateOrders } = figures
  const queue = (kind: string) => `/queue?vendorId=${vendorId}&kind=${kind}`
  const ofState = (state: string) => webhooks.data?.filter((webhook) => webhook.state === state).length ?? 0
  const webhooksAt = (state: string) => `/webhooks/vendors?vendorId=${vendorId}&state=${state}`
  const counts: [count: number, kind: Concern['kind'], text: (count: number) => string, href: string][] = [
    [lateOrders, 'late', texts.lateOrders, `/orders?vendorId=${vendorId}&due=late`],
    [ofState('FAILING'), 'failure', texts.failingWebhooks, webhooksAt('FAILING')],
    [ofState('STOPPED'), 'failure', texts.stoppedWebhooks, webhooksAt('STOPPED')],
    [waiting.products, 'waiting', texts.products, queue('PRODUCT')],
    [waiting.revisions, 'waiting', texts.revisions, queue('REVISION')],
    [waiting.changes, 'waiting', texts.changes, queue('CHANGE')]
  ]
  const counted = counts.flatMap(([count, kind, text, href]): Concern[] =>
    count > 0 ? [{ kind, text: text(count), href }] : []
  )
  const since = Date.now() - recentMs
  const failures = (imports.data ?? []).flatMap((job): Concern[] => {
    const isBad = job.status === 'FAILED' || job.status === 'COMPLETED_WITH_ERRORS'
    if (!isBad || job.dry_run || Date.parse(job.created_at) < since) return []
    const name = jobName(job)
    const text =
      job.error === null ? texts.importWithErrors(name, job.items_failed) : texts.failedImport(name)
    return [{ kind: 'failure', text, href: `/imports/${job.queue_id}` }]
  })
  const payments = (statements.data ?? []).map(
    ({ id, number, amountDue, currency }): Concern => ({
      kind: 'payment',
      text: texts.dueStatement(statementsTexts.numbered(number), formatMoney(amountDue, currency)),
      href: `/statements/${id}`
    })
  )
  const rank = { late: 0, failure: 1, waiting: 2, payment: 3 }
  return [...counted, ...failures, ...payments].sort((a, b) => rank[a.kind] - rank[b.kind])
}
