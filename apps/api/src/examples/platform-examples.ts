import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { vendors, users, apiTokens, orders, variants, shippingMethods, statements, importJobs } = demoIds

/** Examples of the marketplace's vendors, settings, people and orders. */
export const platformExamples: Record<string, OperationExample> = {
  createVendor: {
    response: 'The new vendor',
    body: { name: 'Acme Tools', email: 'sales@acme.example', commissionPercent: 12.5 }
  },
  listVendors: {
    response: 'A page of vendors with their figures',
    query: { view: 'figures', sort: '-lateOrders' }
  },
  getVendor: { path: { id: vendors.summitTools } },
  getVendorFigures: { path: { id: vendors.harborSupply }, query: { days: 90 } },
  updateVendor: {
    response: 'The vendor with the changes',
    path: { id: vendors.summitTools },
    body: { commissionPercent: 9 }
  },
  previewCommission: {
    response: 'The retail prices that would change',
    path: { id: vendors.summitTools },
    body: { commissionPercent: 20 }
  },
  inviteVendorMember: {
    response: "The person who was invited to this vendor's team, with the invitation token",
    path: { id: vendors.summitTools },
    body: { email: 'noor@example.com', name: 'Noor Haddad', role: 'ADMIN' }
  },
  listVendorMembers: {
    response: "The members of this vendor's team and its open invitations",
    path: { id: vendors.summitTools }
  },
  updateSettings: {
    response: "The marketplace's settings with the changes",
    body: { name: 'Harbor Market', address: { phone: '+1 614 555 0101' } }
  },
  setSettingsLogo: {
    response: "The marketplace's settings with the new logo",
    body: { file: 'logo.png' }
  },
  deleteSettingsLogo: { response: "The marketplace's settings without a logo" },
  listPlatformMembers: { response: "The members of the operator's team and its open invitations" },
  invitePlatformMember: {
    response: "The person who was invited to the operator's team, with the invitation token",
    body: { email: 'lee@example.com', name: 'Lee Park', role: 'EDITOR' }
  },
  updatePlatformMember: {
    response: "The member of the operator's team, or the invitation, with the changes",
    path: { id: users.moderator },
    body: { role: 'ADMIN' }
  },
  removePlatformMember: {
    response: "The member was removed from the operator's team, or the invitation was withdrawn",
    path: { id: users.moderator }
  },
  resetPlatformMember: {
    response: "The reset token of the member of the operator's team",
    path: { id: users.moderator }
  },
  resetUser: { response: 'The reset token of the user', path: { id: users.nonMember } },
  listPlatformApiTokens: { response: "The operator's API tokens, without the tokens themselves" },
  createPlatformApiToken: {
    response: "The operator's new API token, with the token itself",
    body: { name: 'Order transfer', role: 'EDITOR' }
  },
  deletePlatformApiToken: {
    response: "The operator's API token was deleted",
    path: { id: apiTokens.storefront }
  },
  placeOrder: {
    response: 'The placed order and its suborders',
    body: {
      orderNumber: 'WEB-10023',
      paymentMethodName: 'Credit card',
      shipTo: {
        name: 'Ana Lima',
        addressLine1: '12 Mill Road',
        city: 'Springfield',
        state: 'IL',
        zipCode: '62701',
        country: 'US'
      },
      vendors: [
        {
          vendorId: vendors.harborSupply,
          shippingMethodId: shippingMethods.parcel,
          tax: 1.15,
          items: [{ variantId: variants.wrench8, quantity: 4 }]
        }
      ]
    }
  },
  listPlatformImportJobs: {
    response: 'A page of the import jobs of all vendors',
    query: { status: 'COMPLETED_WITH_ERRORS' }
  },
  getPlatformImportJob: { response: 'The import job of the vendor', path: { queue_id: importJobs.rivets } },
  listPlatformImportItems: {
    response: "A page of the items of the vendor's import job",
    path: { queue_id: importJobs.rivets },
    query: { status: 'FAILED' }
  },
  getPlatformImportReport: {
    response: "The report of the vendor's import job",
    path: { queue_id: importJobs.rivets },
    query: { status: 'FAILED' }
  },
  listPlatformOrders: {
    response: 'A page of orders with their suborders in short',
    query: { vendorId: vendors.harborSupply, status: 'CONFIRMED' }
  },
  getDeadlineStatistics: { query: { days: 30 } },
  getPlatformOrder: { path: { id: orders.confirmed } },
  cancelPlatformOrder: {
    response: 'The order with the cancelled suborders',
    path: { id: orders.confirmed },
    body: { reason: 'CUSTOMER_REQUEST', vendorId: vendors.summitTools }
  },
  getPlatformStatistics: { query: { days: 7 } },
  getPlatformCounts: {},
  listPlatformEvents: {
    response: 'A page of events of the whole marketplace',
    query: { vendorId: vendors.harborSupply }
  },
  listVendorStatements: {
    response: 'A page of the statements of all vendors',
    query: { status: 'CLOSED', isDue: true }
  },
  getVendorStatement: { response: 'The statement of the vendor', path: { id: statements.paid } },
  listVendorStatementLines: {
    response: "A page of the lines of the vendor's statement, or all lines as CSV",
    path: { id: statements.newest }
  },
  getVendorStatementDocument: {
    response: "The vendor's statement as a document",
    path: { id: statements.newest }
  },
  exportStatementLines: { query: { period: '2026-03-15' } },
  payStatement: {
    response: 'The paid statement',
    path: { id: statements.newest },
    body: { reference: 'ACH 2026-04-0117', paidAt: '2026-04-03T14:00:00Z' }
  },
  listAdjustments: { path: { id: vendors.harborSupply } },
  adjustBalance: {
    response: 'The adjustment',
    path: { id: vendors.harborSupply },
    body: { amount: '-25.00', reason: 'Damaged parcel of order 1000-0181' }
  }
}
