import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { products, categories, importJobs } = demoIds

const uploadItems = [
  {
    product: 'Boltwell Blind Rivet, Stainless, 1/8 in',
    code: 'HS-3402-18',
    vendor_price: 9.4,
    amount: 250,
    unit_of_measure: 'BX',
    manufacturer_name: 'Boltwell Fastener Works',
    category_ids: categories.wrenches
  },
  {
    name: 'Boltwell Hex Bolt, Zinc-Plated, M10',
    sku: 'HS-1010-10',
    leadTime: 2,
    variants: [
      { sku: 'HS-1010-10-50', name: 'Box of 50', vendorPrice: 9.8, weight: 1.2, initialInventory: 80 },
      { sku: 'HS-1010-10-200', name: 'Box of 200', vendorPrice: 36, weight: 4.7, initialInventory: 20 }
    ]
  }
]

/** The NDJSON body of a bulk upload. */
export const uploadLines = `${uploadItems.map((item) => JSON.stringify(item)).join('\n')}\n`

/** Examples of bulk operations and import jobs. */
export const bulkExamples: Record<string, OperationExample> = {
  bulkUploadProducts: {
    response: 'The id of the new import job',
    body: { items: uploadItems, error_policy: 'reject_failed_items', on_existing: 'skip' }
  },
  bulkUpdateProducts: {
    body: {
      items: [
        { code: 'HS-1010-08', vendor_price: 4.25, amount: 250 },
        { product_id: products.wrench, manufacturer_name: 'Keelhaven Forge' },
        { code: 'HS-9999', amount: 3 }
      ],
      error_policy: 'reject_failed_items'
    }
  },
  getTemplate: { query: { categoryIds: categories.wrenches } },
  getImportJob: { path: { queue_id: importJobs.rivets } },
  listImportJobs: { response: 'A page of import jobs' },
  listImportItems: {
    response: 'A page of the items of an import job',
    path: { queue_id: importJobs.rivets },
    query: { status: 'FAILED' }
  },
  getImportReport: { path: { queue_id: importJobs.rivets }, query: { status: 'FAILED' } },
  retryImportJob: {
    response: 'The id of the import job for the items that had failed',
    path: { queue_id: importJobs.rivets }
  },
  cancelImportJob: {
    response: 'The cancelled import job. Products that were already created remain.',
    path: { queue_id: importJobs.prices }
  }
}
