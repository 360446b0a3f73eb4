import type { Decision, FailedImport } from './contents.ts'
import type { Row } from './mail-document.ts'
import { andMore, memberReason, withTimes } from './parts.ts'
import type { DocumentOf, Reader } from './reader.ts'
import { dateTime } from './texts/formatting.ts'
import { texts } from './texts/texts.ts'

const { decisions: texted, imports: importTexts, lowStock } = texts

/** Longer reasons are cut: the page of the product has all of it. */
const maxReason = 300

/** The mails about products, imports and stock. */
export const productDocuments: {
  PRODUCT_DECISIONS: DocumentOf<'PRODUCT_DECISIONS'>
  FAILED_IMPORTS: DocumentOf<'FAILED_IMPORTS'>
  LOW_STOCK: DocumentOf<'LOW_STOCK'>
} = {
  PRODUCT_DECISIONS({ count, refused, approved, decisions }, reader) {
    const [first] = decisions
    return {
      subject: texted.subject(refused, approved),
      preview: first ? `${texted.types[first.type]}: ${first.name}` : '',
      title: texted.title,
      blocks: [
        ...(decisions.length > 1
          ? [{ kind: 'text' as const, text: `${texted.summary(refused, approved)}.` }]
          : []),
        { kind: 'list', rows: decisions.map((decision) => decisionRow(decision, reader)) },
        ...andMore(count - decisions.length, texted.more)
      ],
      action: {
        label: texted.action(decisions.length),
        path: `${reader.home}/products${decisions.length === 1 && first ? `/${first.productId}` : ''}`
      },
      reason: memberReason(reader)
    }
  },

  FAILED_IMPORTS({ count, imports }, reader) {
    const [first] = imports
    const failed = imports.reduce((sum, { itemsFailed }) => sum + itemsFailed, 0)
    return {
      subject: importTexts.subject(count, first?.fileName ?? importTexts.untitled),
      preview: importTexts.preview(failed),
      title: importTexts.title(count),
      blocks: [
        { kind: 'list', rows: imports.map((job) => importRow(job, reader)) },
        ...andMore(count - imports.length, importTexts.more),
        { kind: 'text', text: importTexts.text }
      ],
      action: {
        label: importTexts.action(count),
        path: `${reader.home}/imports${count === 1 && first ? `/${first.id}` : ''}`
      },
      reason: withTimes(memberReason(reader), reader)
    }
  },

  LOW_STOCK({ count, max, variants }, reader) {
    const [first] = variants
    return {
      subject: lowStock.subject(count),
      preview: lowStock.preview(first?.name ?? '', first?.available ?? 0),
      title: lowStock.title,
      blocks: [
        { kind: 'text', text: lowStock.text(count, max) },
        {
          kind: 'list',
          rows: variants.map(({ productId, name, variant, sku, available }) => ({
            title: name,
            path: `${reader.home}/products/${productId}`,
            value: lowStock.available(available),
            details: [`${lowStock.sku(sku)}${variant === name ? '' : ` · ${variant}`}`]
          }))
        },
        ...andMore(count - variants.length, lowStock.more)
      ],
      action: { label: lowStock.action, path: `${reader.home}/products?maxStockAvailable=${max}` },
      reason: memberReason(reader)
    }
  }
}

function decisionRow({ type, productId, name, sku, reason, corrected }: Decision, { home }: Reader): Row {
  const isRefused = /rejected|hidden/.test(type)
  return {
    title: name,
    path: `${home}/products/${productId}`,
    badge: { text: texted.types[type], tone: isRefused ? 'bad' : 'good' },
    details: [
      texted.sku(sku),
      ...(corrected > 0 ? [texted.corrected(corrected)] : []),
      ...(reason ? [shortened(reason)] : [])
    ]
  }
}

function importRow(job: FailedImport, { home, timeZone }: Reader): Row {
  return {
    title: job.fileName ?? importTexts.untitled,
    path: `${home}/imports/${job.id}`,
    details: [
      ...(job.status === 'FAILED' ? [importTexts.stopped] : []),
      ...(job.itemsFailed > 0 ? [importTexts.failedItems(job.itemsFailed, job.itemsTotal)] : []),
      ...(job.imagesFailed > 0 ? [importTexts.failedImages(job.imagesFailed)] : []),
      importTexts.changed(job.itemsCreated, job.itemsUpdated),
      importTexts.startedAt(dateTime(job.createdAt, timeZone))
    ]
  }
}

function shortened(text: string): string {
  return text.length <= maxReason ? text : `${text.slice(0, maxReason).trimEnd()}…`
}
