/** The profile of a vendor. */
export const profile = {
  title: 'Profile',
  intro: 'Your company, as customers and the operator see it.',
  company: 'Company',
  contact: 'Contact',
  address: 'Address',
  addressHint: 'Printed on purchase orders and packing slips.',
  terms: 'Terms',
  termsHint: 'Set by the operator.',
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
    'address/name': 'Contact name',
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
    slug: 'Part of your page address in the shop. Links to the old address may stop working.',
    website: 'Begins with https://',
    leadTime: 'For products without their own lead time. 4 days if empty.'
  },

  logo: 'Logo',
  logoOf: (name: string) => `Logo of ${name}`,
  noLogo: 'No logo',
  drop: 'Drop an image here, or choose one',
  dropHint: 'JPEG, PNG, WebP, GIF or AVIF, up to 10 MB. Used immediately.',
  removeLogo: 'Remove the logo',
  removeImage: 'Remove the image',
  logoSaved: 'The logo was saved',
  logoRemoved: 'The logo was removed',
  notAnImage: 'Choose an image: JPEG, PNG, WebP, GIF or AVIF.',
  tooLarge: 'The image is larger than 10 MB. Choose a smaller one.',

  commission: 'Commission',
  commissionHint: 'Added to your cost to get the retail price.',
  currency: 'Currency',
  saved: 'Your profile was saved'
}
