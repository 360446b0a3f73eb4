/** The settings of the marketplace. */
export const settings = {
  title: 'Settings',
  intro: 'What applies to all vendors of the marketplace.',
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
    attributes: 'Attributes that are not defined for the categories of a product',
    upcCheck: 'A UPC, EAN or GTIN with a wrong length or check digit',
    acknowledgeHours: 'Hours to acknowledge an order',
    shipDays: 'Working days to ship an order',
    quoteMinutes: 'Minutes for which a quote is valid',
    timeZone: 'Time zone',
    statementPeriod: 'Length of the periods'
  },
  hints: {
    defaultCommissionPercent: 'If empty, each new vendor needs one. Others keep theirs.',
    acknowledgeHours: 'For new orders. If empty, there is no deadline.',
    shipDays: 'For new orders. Longer lead times of products count. If empty, there is no deadline.',
    quoteMinutes: 'Quotes of the storefront have the prices and the shipping charges.',
    statementPeriod: 'A change applies when the open period of a vendor has ended.',
    timeZone: 'The IANA name, such as America/New_York. Working days and periods begin at midnight there.'
  },
  choices: {
    upcCheck: {
      WARN: {
        label: 'Warn the vendor',
        hint: 'The value is stored as it is. Forms, imports and reports show a warning.'
      },
      REFUSE: {
        label: 'Refuse it',
        hint: 'It is an error: forms are not saved, and rows of imports fail. Values that are stored already stay.'
      }
    },
    attributes: {
      OPEN: { label: 'Allow them', hint: 'Vendors can add attributes with names of their own.' },
      STRICT: {
        label: 'Refuse them',
        hint: 'Only defined attributes can be saved. Stored products with others stay on sale, and their vendors see an issue.'
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

  fixed: 'Currency and units',
  fixedHint: 'These, the address, the logo and the watched fields are changed with the API.',
  currency: 'Currency',
  weightUnit: 'Unit of weights',
  changedOn: 'Last changed'
}
