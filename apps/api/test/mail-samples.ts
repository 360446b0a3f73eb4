import type { MailSubject } from '../src/modules/mail/subjects.ts'
import { defaultColor } from '../src/modules/mail/templates/colors.ts'
import type { Contents } from '../src/modules/mail/templates/contents.ts'
import { documents } from '../src/modules/mail/templates/documents.ts'
import type { Frame, MailDocument } from '../src/modules/mail/templates/mail-document.ts'
import type { Reader } from '../src/modules/mail/templates/reader.ts'

/** A mail as the gallery shows it. `name` is that of its pictures. */
export type MailSample = { name: string; title: string; document: MailDocument; frame: Frame }

const id = '0190a1b2-0000-7000-8000-000000000001'

/** The reader of most samples: a member of a vendor in the demo. */
export const sampleReader: Reader = {
  email: 'owner@harbor.test',
  timeZone: 'America/New_York',
  vendorName: 'Harbor Supply',
  marketplace: 'Purveyor Market',
  home: '/vendor'
}
const operator: Reader = {
  ...sampleReader,
  email: 'operator@purveyor.test',
  vendorName: null,
  home: '/operator'
}

/** What all samples have in common. */
export const sampleFrame: Frame = {
  marketplace: 'Purveyor Market',
  logo: undefined,
  color: defaultColor,
  origin: 'https://market.example',
  settingsPath: '/vendor/account',
  unsubscribePath: '/mail/unsubscribe?token=…'
}

function order(number: number, fields: object = {}) {
  return {
    ...{ id, orderNumber: `1000-0${number}`, poNumber: `PO-2000-0${number + 7}`, currency: 'USD' },
    ...{ city: 'Columbus', state: 'OH', country: 'US', units: 12, total: '1248.40' },
    acknowledgeBy: '2026-03-02T19:30:00.000Z',
    shipBy: '2026-03-05T22:00:00.000Z',
    ...fields
  }
}

/** An example of what the mails about each subject say. */
export const sampleContents: Contents = {
  INVITATION: { role: 'EDITOR', expiresAt: '2026-03-09T15:30:00.000Z', invitedBy: 'Harper Owens' },
  PASSWORD_RESET: { expiresAt: '2026-03-02T16:30:00.000Z', issuedBy: 'Harper Owens' },
  NEW_ORDERS: {
    count: 14,
    orders: [
      order(219),
      order(218, { city: 'Boulder', state: 'CO', units: 1, total: '38.95' }),
      order(217, { city: 'Allentown', state: 'PA', units: 240, total: '10432.00', acknowledgeBy: null })
    ]
  },
  LATE_ORDER: {
    count: 2,
    orders: [
      { ...order(204), deadline: 'ACKNOWLEDGE', dueAt: '2026-03-02T13:10:00.000Z' },
      { ...order(198), deadline: 'SHIP', dueAt: '2026-03-02T14:00:00.000Z' }
    ]
  },
  PRODUCT_DECISIONS: {
    count: 24,
    refused: 2,
    approved: 22,
    decisions: [
      {
        ...{ type: 'product.rejected', productId: id, name: 'Galvanised Hex Bolt M10 × 80, Pack of 50' },
        ...{ sku: 'HX-1080-50', changedFields: [], corrected: 0, at: '2026-03-02T12:00:00.000Z' },
        reason:
          'The main picture shows another product.\nThe description names no material: add the strength class.'
      },
      {
        ...{ type: 'product.revision_rejected', productId: id, name: 'Dock Line, Braided Nylon' },
        ...{ sku: 'DL-12-35', changedFields: ['name'], corrected: 0, at: '2026-03-02T12:00:00.000Z' },
        reason: 'The new name contains the name of another brand.'
      },
      ...['Marine Grease, 400 g', 'Stainless Shackle 8 mm', 'Anchor Chain 10 mm, per metre'].map(
        (name, index) => ({
          ...{ type: 'product.approved' as const, productId: id, name, sku: `HS-${400 + index}` },
          ...{ reason: null, changedFields: [], at: '2026-03-02T12:00:00.000Z' },
          corrected: index === 0 ? 2 : 0
        })
      )
    ]
  },
  FAILED_IMPORTS: {
    count: 1,
    imports: [
      {
        ...{ id, fileName: 'spring-catalog.xlsx', status: 'COMPLETED_WITH_ERRORS', itemsTotal: 1250 },
        ...{ itemsFailed: 38, itemsCreated: 912, itemsUpdated: 300, imagesFailed: 3 },
        createdAt: '2026-03-02T14:05:00.000Z'
      }
    ]
  },
  STATEMENTS: {
    statements: [
      {
        ...{ id, number: 23, timeZone: 'America/New_York', currency: 'USD', closingBalance: '18204.17' },
        ...{ periodStart: '2026-02-16T05:00:00.000Z', periodEnd: '2026-03-01T05:00:00.000Z' }
      }
    ]
  },
  LOW_STOCK: {
    count: 13,
    max: 5,
    variants: [
      {
        productId: id,
        name: 'Marine Grease, 400 g',
        variant: 'Marine Grease, 400 g',
        sku: 'HS-400',
        available: 0
      },
      {
        productId: id,
        name: 'Dock Line, Braided Nylon',
        variant: '12 mm × 35 m',
        sku: 'DL-12-35',
        available: 2
      },
      { productId: id, name: 'Stainless Shackle', variant: '8 mm', sku: 'HS-401-8', available: 4 }
    ]
  },
  APPROVAL_QUEUE: {
    kinds: [
      { kind: 'PRODUCT', count: 41, oldestAt: '2026-02-27T09:12:00.000Z' },
      { kind: 'REVISION', count: 8, oldestAt: '2026-03-01T16:40:00.000Z' },
      { kind: 'CHANGE', count: 1204, oldestAt: '2026-03-02T08:00:00.000Z' }
    ]
  },
  WEBHOOK_FAILING: {
    webhooks: [
      {
        ...{
          id,
          host: 'erp.harbor.example',
          description: 'Orders to the ERP',
          failingSince: '2026-03-02T11:58:00.000Z'
        },
        ...{ hours: 1, stoppedBy: null, reason: null }
      }
    ]
  }
}

const titles: Record<MailSubject, string> = {
  INVITATION: 'Invitation',
  PASSWORD_RESET: 'Password reset',
  NEW_ORDERS: 'New orders',
  LATE_ORDER: 'Late orders',
  PRODUCT_DECISIONS: 'Decisions on products',
  FAILED_IMPORTS: 'Failed import',
  STATEMENTS: 'Statement',
  LOW_STOCK: 'Low stock',
  APPROVAL_QUEUE: 'Review queue',
  WEBHOOK_FAILING: 'Failing webhook'
}

function sample<S extends MailSubject>(subject: S): MailSample {
  const isLink = subject === 'INVITATION' || subject === 'PASSWORD_RESET'
  const isAlways = isLink || subject === 'WEBHOOK_FAILING'
  const reader: Reader = {
    ...(subject === 'APPROVAL_QUEUE' ? operator : sampleReader),
    ...(isLink && { token: 'token' })
  }
  return {
    name: subject.toLowerCase().replaceAll('_', '-'),
    title: titles[subject],
    document: documents[subject](sampleContents[subject], reader),
    frame: {
      ...sampleFrame,
      settingsPath: isLink ? null : `${reader.home}/account`,
      unsubscribePath: isAlways ? null : sampleFrame.unsubscribePath
    }
  }
}

/** A mail about each subject. */
export const mailSamples: MailSample[] = (Object.keys(titles) as MailSubject[]).map((subject) =>
  sample(subject)
)
