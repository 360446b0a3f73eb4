/** The settings of the marketplace. */
export const settings = {
  title: 'Settings',
  intro: 'These settings apply to all vendors.',
  readOnly: 'Owners and admins can change these settings.',
  saved: 'The settings were saved',

  sections: {
    products: 'Products',
    orders: 'Orders',
    statements: 'Statements',
    marketplace: 'Marketplace'
  },
  fields: {
    name: 'Name',
    defaultCommissionPercent: 'Commission of new vendors in percent',
    attributes: "Attributes that a product's categories don't define",
    upcCheck: 'UPC, EAN or GTIN with a wrong length or check digit',
    acknowledgeHours: 'Hours to acknowledge an order',
    shipDays: 'Working days to ship an order',
    quoteMinutes: 'Minutes for which a quote is valid',
    timeZone: 'Time zone',
    statementPeriod: 'Length of the periods',
    mailColor: 'Color of buttons in mails'
  },
  hints: {
    defaultCommissionPercent: 'If empty, each new vendor needs one. Others keep theirs.',
    acknowledgeHours: 'For new orders. If empty, there is no deadline.',
    shipDays: 'For new orders. A longer lead time of a product extends it. If empty, there is no deadline.',
    quoteMinutes: 'Quotes give the storefront prices and shipping charges.',
    statementPeriod: "A change applies when a vendor's open period has ended.",
    mailColor: 'Such as #0f7a68. If empty, mails have the color of the console.',
    timeZone: 'The IANA name, such as America/New_York. Working days and periods begin at midnight there.'
  },
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

  fixed: 'Currency and units',
  fixedHint: 'These, the address, the logo and the watched fields are changed with the API.',
  currency: 'Currency',
  weightUnit: 'Weight unit',
  changedOn: 'Last changed'
}
