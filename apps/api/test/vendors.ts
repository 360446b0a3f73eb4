/** The address in a response if the vendor has none: every field is null. */
export const noAddress = {
  name: null,
  company: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  phone: null
}

/** The fields of a vendor that was created with only a name. */
export const defaults = {
  email: null,
  phone: null,
  website: null,
  description: null,
  logoUrl: null,
  leadTime: 4,
  commissionPercent: 0,
  nextCommission: null,
  acknowledgeHours: null,
  shipDays: null,
  isActive: true,
  trust: 'STANDARD',
  address: noAddress
}

/** A request body with every field of a new vendor. */
export const full = {
  name: 'Acme Tools',
  slug: 'acme',
  email: ' sales@acme.example ',
  phone: ' +1 217 555 0100 ',
  website: 'https://acme.example/shop',
  description: 'Hand tools\nsince 1949.',
  trust: 'NEW',
  leadTime: 0,
  commissionPercent: '12.3456',
  address: { company: 'Acme', city: ' Springfield ', zipCode: '62701', state: null }
}
