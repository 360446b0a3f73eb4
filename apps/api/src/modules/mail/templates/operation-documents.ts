import type { FailingWebhook } from './contents.ts'
import type { Row } from './mail-document.ts'
import { memberReason, withTimes } from './parts.ts'
import type { DocumentOf, Reader } from './reader.ts'
import { dateTime } from './texts/formatting.ts'
import { texts } from './texts/texts.ts'

const { approvalQueue, webhooks: webhookTexts } = texts

/** The mails about the review queue and about webhooks. */
export const operationDocuments: {
  APPROVAL_QUEUE: DocumentOf<'APPROVAL_QUEUE'>
  WEBHOOK_FAILING: DocumentOf<'WEBHOOK_FAILING'>
} = {
  APPROVAL_QUEUE({ kinds }, reader) {
    const count = kinds.reduce((sum, kind) => sum + kind.count, 0)
    const [oldest = ''] = kinds.map(({ oldestAt }) => oldestAt).sort()
    return {
      subject: approvalQueue.subject(count),
      preview: approvalQueue.preview(dateTime(oldest, reader.timeZone)),
      title: approvalQueue.title,
      blocks: [
        { kind: 'text', text: approvalQueue.text(count) },
        {
          kind: 'list',
          rows: kinds.map(({ kind, count, oldestAt }) => ({
            title: approvalQueue.kinds[kind],
            path: `${reader.home}/queue`,
            value: count.toLocaleString('en-US'),
            details: [approvalQueue.oldest(dateTime(oldestAt, reader.timeZone))]
          }))
        }
      ],
      action: { label: approvalQueue.action, path: `${reader.home}/queue` },
      reason: withTimes(memberReason(reader), reader)
    }
  },

  WEBHOOK_FAILING({ webhooks }, reader) {
    const [first] = webhooks
    const isStopped = first?.stoppedBy !== null && first !== undefined
    return {
      subject: webhookTexts.subject(webhooks.length, first?.host ?? '', isStopped),
      preview: webhookTexts.preview(first?.host ?? ''),
      title: webhookTexts.title(webhooks.length, isStopped),
      blocks: [
        { kind: 'list', rows: webhooks.map((webhook) => webhookRow(webhook, reader)) },
        { kind: 'text', text: webhookTexts.text }
      ],
      action: {
        label: webhookTexts.action(webhooks.length),
        path: `${reader.home}/webhooks${webhooks.length === 1 && first ? `/${first.id}` : ''}`
      },
      reason: withTimes(texts.footer.owner(reader.vendorName ?? reader.marketplace), reader)
    }
  }
}

function webhookRow(webhook: FailingWebhook, { timeZone, home }: Reader): Row {
  const { id, host, description, failingSince, stoppedBy, reason } = webhook
  return {
    title: host,
    path: `${home}/webhooks/${id}`,
    badge: { text: stoppedBy ? webhookTexts.stopped : webhookTexts.failing, tone: 'bad' },
    details: [
      ...(description ? [description] : []),
      ...(failingSince ? [webhookTexts.failingSince(dateTime(failingSince, timeZone))] : []),
      ...(stoppedBy ? [webhookTexts.stoppedBy[stoppedBy]] : []),
      ...(reason ? [webhookTexts.reason(reason)] : [])
    ]
  }
}
