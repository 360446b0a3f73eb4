/** The settings of the marketplace. */
export const settings = {
  title: 'Settings',
  intro: 'These settings apply to all vendors.',
  readOnly: 'Owners and admins can change these settings.',
  saved: 'The settings were saved',

  sections: {
    marketplace: 'Marketplace',
    address: 'Address',
    products: 'Products',
    orders: 'Orders',
    statements: 'Statements'
  },
  addressHint: 'Printed on purchase orders and statements.',
  fields: {
    name: 'Name',
    currency: 'Currency',
    weightUnit: 'Weight unit',
    defaultCommissionPercent: 'Commission of new vendors in percent',
    attributes: "Attributes that a product's categories don't define",
    upcCheck: 'UPC, EAN or GTIN with a wrong length or check digit',
    acknowledgeHours: 'Hours to acknowledge an order',
    shipDays: 'Working days to ship an order',
    quoteMinutes: 'Minutes for which a quote is valid',
    timeZone: 'Time zone',
    statementPeriod: 'Length of the periods',
    mailColor: 'Color of buttons in mails',
    'address/company': 'Company',
    'address/name': 'Contact name',
    'address/addressLine1': 'Address line 1',
    'address/addressLine2': 'Address line 2',
    'address/zipCode': 'Postal code',
    'address/city': 'City',
    'address/state': 'State or region',
    'address/country': 'Country',
    'address/phone': 'Phone'
  },
  hints: {
    currency: 'A code such as USD or EUR. It is fixed once products, shipping methods or orders exist.',
    weightUnit: "A new unit doesn't convert stored weights.",
    defaultCommissionPercent: 'If empty, each new vendor needs one. Others keep theirs.',
    acknowledgeHours: 'For new orders. If empty, there is no deadline.',
    shipDays: 'For new orders. A longer lead time of a product extends it. If empty, there is no deadline.',
    quoteMinutes: 'Quotes give the storefront prices and shipping charges.',
    statementPeriod: "A change applies when a vendor's open period has ended.",
    mailColor: 'Such as #0f7a68. If empty, mails have the color of the console.',
    timeZone: 'Such as America/New_York. Working days and periods begin at midnight there.'
  },
  weightUnits: { lb: 'Pounds (lb)', oz: 'Ounces (oz)', kg: 'Kilograms (kg)', g: 'Grams (g)' },
  choices: {
    upcCheck: {
      WARN: {
        label: 'Warn the vendor',
        hint: 'The value is saved. Forms, imports and reports show a warning.'
      },
      REFUSE: {
        label: 'Refuse it',
        hint: "Forms can't be saved, and import rows fail. Existing values stay."
      }
    },
    attributes: {
      OPEN: { label: 'Allow them', hint: 'Vendors can add attributes with names of their own.' },
      STRICT: {
        label: 'Refuse them',
        hint: 'Only defined attributes can be saved. Existing products with others stay on sale, and their vendors see an issue.'
      }
    },
    statementPeriod: {
      MONTH: { label: 'Months', hint: 'From the 1st of each month.' },
      HALF_MONTH: { label: 'Half months', hint: 'From the 1st and the 16th.' },
      WEEK: {
        label: 'Weeks',
        hint: 'From each Monday.'
      }
    }
  },

  mailPreview: {
    label: 'Preview of the color in mails',
    button: 'View order',
    contrast: (ratio: string) => `Contrast with white: ${ratio}`,
    good: 'Links in this color are easy to read.',
    darkened: 'Links need a contrast of 4.5:1, so mails show them in a darker shade.',
    pick: 'Choose the color'
  },

  logo: 'Logo',
  logoOf: (name: string) => `Logo of ${name}`,
  noLogo: 'No logo yet',
  logoSaved: 'The logo was saved',
  logoRemoved: 'The logo was removed',
  removeLogo: 'Remove the logo',
  changedOn: (time: string) => `Last changed: ${time}`
}
