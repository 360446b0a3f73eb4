import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { products, images, vendors, reasonTemplates, snapshots, changeSets } = demoIds
const reason = 'The pictures show another product.'

/** Examples of the operator's work on products. */
export const moderationExamples: Record<string, OperationExample> = {
  listModeration: { query: { vendorId: vendors.harborSupply, kind: 'PRODUCT' } },
  listPlatformProducts: {
    response: 'A page of the products of all vendors',
    query: { status: 'PUBLISHED', view: 'row' }
  },
  getPlatformProduct: { path: { id: products.wrench } },
  listPlatformProductHistory: {
    response: 'A page of the changes of a product of any vendor',
    path: { id: products.wrench },
    query: { source: 'SHIPMENT' }
  },
  hideProduct: {
    response: 'The hidden product',
    path: { id: products.storageBin },
    body: { reason: 'The manufacturer has recalled this bin.' }
  },
  publishProduct: {
    response: 'The product, which storefronts show again',
    path: { id: products.headlamp }
  },
  approveProduct: {
    response: 'The published product',
    path: { id: products.sawBlade },
    body: { version: 1 }
  },
  rejectProduct: {
    response: 'The rejected product, which is a draft again',
    path: { id: products.wallAnchors },
    body: { version: 1, reason }
  },
  approveRevision: {
    response: 'The product with the approved edits as its live values',
    path: { id: products.adjustableWrench },
    body: { version: 1 }
  },
  rejectRevision: {
    response: 'The product, whose live values did not change',
    path: { id: products.extensionCord },
    body: { version: 1, reason }
  },
  acceptChange: {
    response: 'The product, whose current values are now the accepted ones',
    path: { id: products.flangeBolt },
    body: { version: 1 }
  },
  hideChange: {
    response: 'The hidden product, whose changes are no longer in the queue',
    path: { id: products.washers },
    body: {
      version: 2,
      reasons: [{ code: 'WRONG_BRAND', pointer: '/brand', text: 'The packaging shows another brand.' }]
    }
  },
  listChangeSets: { query: { vendorId: vendors.keystone } },
  getChangeSet: { path: { id: changeSets.prices } },
  acceptChangeSet: {
    response: 'How many entries were accepted, and how many still wait',
    path: { id: changeSets.prices },
    body: { version: '9120:9120:' }
  },
  decideRevision: {
    response: 'The product, with the decisions on its fields in `moderation`',
    path: { id: products.impactDriver },
    body: {
      version: 1,
      fields: {
        images: {
          decision: 'REJECT',
          reasons: [
            {
              code: 'WRONG_IMAGE',
              pointer: '/pendingRevision/images/1',
              imageId: images.impactDriver,
              text: 'The picture shows another product.'
            }
          ]
        }
      }
    }
  },
  correctProduct: {
    response: 'The product, with the correction in `corrections`. The version has increased.',
    path: { id: products.socketScrew },
    body: { version: 1, shortDescription: 'A2-70 stainless steel screws with a deep hex socket.' }
  },
  decideModeration: {
    body: {
      items: [
        { id: products.mallet, kind: 'PRODUCT', version: 1, decision: 'APPROVE' },
        { id: products.nitrileGloves, kind: 'REVISION', version: 1, decision: 'REJECT', reason }
      ]
    }
  },
  claimModerationEntries: { body: { items: [{ id: products.socketScrew, kind: 'REVISION' }] } },
  releaseModerationEntries: { body: { items: [{ id: products.socketScrew, kind: 'REVISION' }] } },
  getPlatformPendingImage: {
    response: 'The image of staged edits that wait for a decision',
    path: { id: products.impactDriver, imageId: images.impactDriver }
  },
  getModerationStatistics: { query: { days: 7 } },
  listModerationSnapshots: { query: { decision: 'REJECTED', decidedBy: 'people', isSample: false } },
  getModerationSnapshot: { path: { id: snapshots.brassScrew } },
  listReasonTemplates: { query: { field: 'images' } },
  getReasonTemplate: { path: { id: reasonTemplates.wrongImage } },
  createReasonTemplate: {
    response: 'The new reason template',
    body: {
      code: 'MISSING_DATA_SHEET',
      text: 'Please add the safety data sheet as a document.',
      fields: ['documents']
    }
  },
  updateReasonTemplate: {
    response: 'The reason template with the changes',
    path: { id: reasonTemplates.unclearName },
    body: { fields: ['name', 'shortDescription'] }
  },
  deleteReasonTemplate: {
    response: 'The reason template was deleted',
    path: { id: reasonTemplates.duplicate }
  },
  createProductReview: {
    path: { id: products.wrench },
    body: { rating: 5, title: 'Just right', body: 'Fits well and feels solid.', authorName: 'Rosa M.' }
  }
}
