import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { users, apiTokens, shippingMethods } = demoIds
const newPassword = 'correct horse battery staple'

/** Examples of signing in, and of a vendor's profile, team, API tokens and shipping methods. */
export const accountExamples: Record<string, OperationExample> = {
  login: {
    response: 'The tokens of the new session',
    body: { email: 'owner@harbor.test', password: 'purveyor-demo' }
  },
  refresh: {
    response: 'New tokens of the same session, which replace the earlier ones',
    body: { refresh_token: 'the refresh_token of the latest response' }
  },
  logout: { response: 'The session was ended' },
  startSession: {
    response: 'The access token of the new session',
    body: { email: 'owner@harbor.test', password: 'purveyor-demo' }
  },
  refreshSession: {
    response: 'A new access token of the session in the cookie',
    query: { side: 'vendor' }
  },
  endSession: {
    response: 'The session in the cookie was ended, and the cookie was deleted',
    query: { side: 'vendor' }
  },
  changePassword: {
    response: 'The password was changed, and all other sessions were ended',
    body: { currentPassword: 'purveyor-demo', newPassword }
  },
  getMailSettings: { response: 'How often mails about each subject are sent, and when' },
  replaceMailSettings: {
    response: 'The new mail settings, with the defaults of what was omitted',
    body: {
      timeZone: 'America/New_York',
      dailyHour: 8,
      frequencies: { NEW_ORDERS: 'HOURLY', LOW_STOCK: 'NEVER' }
    }
  },
  resetPassword: {
    response: 'The password was set, and all sessions were ended',
    body: { token: 'the token of the reset', password: newPassword }
  },
  acceptInvitation: {
    response: 'The tokens of the first session of the new member',
    body: { token: 'the token of the invitation', password: newPassword }
  },
  updateProfile: {
    response: "The vendor's profile with the changes",
    body: { phone: '+1 410 555 0119', leadTime: 3, address: { addressLine2: 'Dock 4' } }
  },
  setLogo: { response: "The vendor's profile with the new logo", body: { file: 'logo.png' } },
  deleteLogo: { response: "The vendor's profile without a logo" },
  listMembers: { response: "The members of the vendor's team and its open invitations" },
  inviteMember: {
    response: "The person who was invited to the vendor's team, with the invitation token",
    body: { email: 'ana@example.com', name: 'Ana Lima', role: 'EDITOR' }
  },
  updateMember: {
    response: "The member of the vendor's team, or the invitation, with the changes",
    path: { id: users.viewer },
    body: { role: 'EDITOR' }
  },
  removeMember: {
    response: "The member was removed from the vendor's team, or the invitation was withdrawn",
    path: { id: users.editor }
  },
  resetMember: {
    response: "The reset token of the member of the vendor's team",
    path: { id: users.admin }
  },
  listApiTokens: { response: "The vendor's API tokens, without the tokens themselves" },
  createApiToken: {
    response: "The vendor's new API token, with the token itself",
    body: { name: 'Price sync', role: 'EDITOR' }
  },
  deleteApiToken: {
    response: "The vendor's API token was deleted",
    path: { id: apiTokens.stockSync }
  },
  createShippingMethod: {
    response: 'The new shipping method with its rates',
    body: {
      name: 'Express',
      pricingType: 'WEIGHT_BASED',
      weightLimitMax: 150,
      countryRates: [
        {
          countryCode: 'US',
          baseRate: 4,
          weightTiers: [
            { minWeight: 0, maxWeight: 20, rate: 14.5 },
            { minWeight: 20, maxWeight: 150, rate: 39 }
          ]
        }
      ]
    }
  },
  getShippingMethod: { path: { id: shippingMethods.parcel } },
  updateShippingMethod: {
    response: 'The shipping method with the changes',
    path: { id: shippingMethods.parcel },
    body: { description: 'Three to five working days' }
  },
  deleteShippingMethod: {
    response: 'The shipping method was deleted',
    path: { id: shippingMethods.freight }
  }
}
