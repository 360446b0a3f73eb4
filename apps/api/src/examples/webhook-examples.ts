import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { orders, allEvents, searchIndex } = demoIds.webhooks

/** Examples of the webhooks of vendors and of the operator. */
export const webhookExamples: Record<string, OperationExample> = {
  listWebhooks: { response: "The vendor's webhooks" },
  createWebhook: {
    response: "The vendor's new webhook, with its secret",
    body: {
      url: 'https://erp.harbor-supply.example/stock',
      types: ['product.updated', 'shipment.created'],
      description: 'Stock to the ERP system',
      headers: { Authorization: 'Bearer 3f2a' }
    }
  },
  getWebhook: { response: "The vendor's webhook", path: { id: orders } },
  updateWebhook: {
    response: "The vendor's webhook with the changes",
    path: { id: orders },
    body: { types: ['order.placed', 'order.cancelled', 'order.late'] }
  },
  deleteWebhook: { response: "The vendor's webhook was deleted", path: { id: orders } },
  rotateWebhookSecret: {
    response: "The vendor's webhook with its new secret",
    path: { id: orders },
    body: { overlapHours: 48 }
  },
  testWebhook: {
    response: "The answer of the receiver of the vendor's webhook",
    path: { id: orders },
    body: { type: 'order.placed' }
  },
  replayWebhook: {
    response: "The vendor's webhook, which delivers the events again",
    path: { id: orders },
    body: { occurredAfter: '2026-03-01T00:00:00.000Z' }
  },
  getWebhookStatus: { response: "The status of the vendor's webhook", path: { id: orders } },
  listWebhookFailedAttempts: {
    response: "The failed attempts of the vendor's webhook",
    path: { id: orders }
  },
  listWebhookSetAsideEvents: {
    response: "The events of the vendor's webhook that are set aside",
    path: { id: orders }
  },
  listPlatformWebhooks: { response: "The operator's webhooks" },
  createPlatformWebhook: {
    response: "The operator's new webhook, with its secret",
    body: {
      url: 'https://shop.market.example/catalog',
      feed: 'CATALOG_CHANGES',
      description: 'Changes of the catalog to the shop'
    }
  },
  getPlatformWebhook: { response: "The operator's webhook", path: { id: searchIndex } },
  updatePlatformWebhook: {
    response: "The operator's webhook with the changes",
    path: { id: searchIndex },
    body: { concurrency: 1 }
  },
  deletePlatformWebhook: { response: "The operator's webhook was deleted", path: { id: searchIndex } },
  rotatePlatformWebhookSecret: {
    response: "The operator's webhook with its new secret",
    path: { id: searchIndex },
    body: { overlapHours: 1 }
  },
  testPlatformWebhook: {
    response: "The answer of the receiver of the operator's webhook",
    path: { id: searchIndex },
    body: { type: 'product.approved' }
  },
  replayPlatformWebhook: {
    response: "The operator's webhook, which delivers the events again",
    path: { id: searchIndex },
    body: { occurredAfter: '2026-03-01T00:00:00.000Z' }
  },
  getPlatformWebhookStatus: { response: "The status of the operator's webhook", path: { id: searchIndex } },
  listPlatformWebhookFailedAttempts: {
    response: "The failed attempts of the operator's webhook",
    path: { id: searchIndex }
  },
  listPlatformWebhookSetAsideEvents: {
    response: "The events of the operator's webhook that are set aside",
    path: { id: searchIndex }
  },
  stopVendorWebhook: {
    response: 'The webhook, which the operator has stopped',
    path: { id: orders },
    body: { reason: 'The receiver is overloaded' }
  },
  startVendorWebhook: {
    response: 'The webhook, which is started again',
    path: { id: allEvents }
  }
}
