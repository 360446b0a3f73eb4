/** The profile of a vendor. */
export const profile = {
  title: 'Profile',
  intro: 'Your company, as customers and the operator of the marketplace see it.',
  company: 'Company',
  contact: 'Contact',
  address: 'Address',
  addressHint: 'Printed on purchase orders and packing slips.',
  terms: 'Terms',
  termsHint: 'Set by the operator of the marketplace.',
  ordering: 'Products',
  changedOn: 'Last changed',

  fields: {
    name: 'Name',
    slug: 'Slug',
    description: 'Description',
    email: 'Email address',
    phone: 'Phone',
    website: 'Website',
    leadTime: 'Lead time in days',
    'address/name': 'Person',
    'address/company': 'Company',
    'address/addressLine1': 'Address line 1',
    'address/addressLine2': 'Address line 2',
    'address/zipCode': 'Postal code',
    'address/city': 'City',
    'address/state': 'State or region',
    'address/country': 'Country',
    'address/phone': 'Phone'
  },
  hints: {
    slug: 'Part of the address of your page in the shop. Links to the old address may stop working.',
    website: 'Begins with https://',
    leadTime: 'For products without their own lead time. If empty, 4 days.'
  },

  logo: 'Logo',
  logoOf: (name: string) => `Logo of ${name}`,
  noLogo: 'No logo',
  drop: 'Drop an image here, or choose one',
  dropHint: 'JPEG, PNG, WebP, GIF or AVIF, up to 10 MB. It is used immediately.',
  removeLogo: 'Remove the logo',
  logoSaved: 'The logo was saved',
  logoRemoved: 'The logo was removed',
  notAnImage: 'Choose an image: JPEG, PNG, WebP, GIF or AVIF.',
  tooLarge: 'The image is larger than 10 MB. Choose a smaller one.',

  commission: 'Commission',
  commissionHint: 'Added to your costs to get the retail price.',
  currency: 'Currency',
  saved: 'Your profile was saved'
}
