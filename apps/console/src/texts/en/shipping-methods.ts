import { counted } from './counted.ts'

/** The shipping methods of a vendor. */
export const shippingMethods = {
  title: 'Shipping methods',
  intro: 'Where you deliver, and what customers pay for it.',
  new: 'New shipping method',
  back: 'All shipping methods',
  name: 'Name',
  charge: 'Charge',
  destinations: 'Delivers to',
  status: 'Status',
  active: 'Active',
  inactive: 'Inactive',
  nowhere: 'Nowhere yet',
  moreCountries: (names: string, more: number) => `${names} and ${more} more`,
  from: (amount: string) => `From ${amount}`,
  byWeight: 'By weight',
  flat: 'Flat rate',
  flatDetail: 'One charge per order and country.',
  byWeightDetail: 'A base rate plus a rate for the weight of the order.',
  actions: (name: string) => `Actions for ${name}`,
  count: (count: number) => counted(count, 'shipping method', 'shipping methods'),

  empty: 'No shipping methods yet',
  emptyText: 'Customers can order only with a shipping method. Add one with a charge for each country.',
  emptyViewer: "Your company's shipping methods appear here.",

  createTitle: 'New shipping method',
  basics: 'Shipping method',
  nameHint: 'Customers see it, such as “Standard, 3 to 5 days”.',
  description: 'Description',
  isActive: 'Customers can choose it',
  currency: 'Currency',
  otherCurrency: (currency: string, marketplace: string) =>
    `Its charges are in ${currency}. The marketplace uses ${marketplace}, so orders can't use this method.`,
  pricing: 'Charges',
  weightLimits: 'Order weight',
  weightLimitsHint: 'If empty, there is no limit.',
  weightLimitMin: 'From',
  weightLimitMax: 'To',

  rates: 'Countries',
  noRates: "Customers can't choose this method until you add a country.",
  addRate: 'Add a country',
  removeRate: (country: string) => `Remove ${country}`,
  thisRate: 'this country',
  country: 'Country',
  flatRate: 'Charge',
  baseRate: 'Base rate',
  tiers: 'Rates by weight',
  tiersHint: 'Each rate applies from its lower weight up to, but not including, its upper weight.',
  addTier: 'Add a weight',
  removeTier: (number: number) => `Remove weight ${number}`,
  minWeight: 'From weight',
  maxWeight: 'To weight',
  rate: 'Rate',

  missing: 'Enter a number such as 1.5.',
  faults: {
    EMPTY_RANGE: 'Must be more than where the range begins.',
    OVERLAPPING_TIERS: 'Overlaps another row.'
  },

  save: 'Save',
  create: 'Create',
  created: (name: string) => `Created: ${name}`,
  saved: (name: string) => `Saved: ${name}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: "Customers can no longer choose it. Existing orders don't change.",
  deleteSubmit: 'Delete the shipping method',
  deleted: (name: string) => `Deleted: ${name}`,
  gone: 'Shipping method not found',
  goneText: 'It was deleted, or the address is wrong.',
  fields: {
    name: 'Name',
    description: 'Description',
    isActive: 'Status',
    pricingType: 'Charges',
    weightLimitMin: 'Weight from',
    weightLimitMax: 'Weight to',
    rates: 'Countries'
  }
}
