import type { CatalogEntry } from './catalog.ts'
import type { customers } from './customers.ts'
import type { Story } from './stories.ts'

/** A vendor's part: pieces by SKU in the order of the lines, and the method where the place does not decide it. */
export type DemoPart = {
  story: Story
  items: Record<string, number>
  method?: 'Freight'
  discount?: string
}

export type DemoOrder = {
  customer: keyof typeof customers
  /** Before the demo is made. */
  daysAgo: number
  payment: string
  note?: string
  parts: { [vendor in CatalogEntry['vendor']]?: DemoPart }
}

const card = 'Credit card'
const invoice = 'Invoice, 30 days'
const purchasingCard = 'Purchasing card'
const paypal = 'PayPal'

/** Customers' orders of the last five weeks, oldest first. Stories end before the demo is made. */
export const orders: DemoOrder[] = [
  {
    ...{ customer: 'lakeshore', daysAgo: 34.63, payment: invoice },
    parts: {
      harbor: { story: 'delivered', items: { 'HS-3001-3816-2': 8, 'HS-3101-38-ZN': 10, 'HS-4002-L': 24 } },
      summit: { story: 'quick', items: { 'ST-115-5': 4 } }
    }
  },
  {
    ...{ customer: 'fenwick', daysAgo: 33.41, payment: paypal },
    parts: { harbor: { story: 'delivered', items: { 'HS-1304-16': 6, 'HS-6107-CLR': 8 } } }
  },
  {
    ...{ customer: 'whitcomb', daysAgo: 32.87, payment: card },
    parts: { summit: { story: 'delivered', items: { 'ST-101-65': 1, 'ST-207-25': 2 } } }
  },
  {
    ...{ customer: 'hospital', daysAgo: 31.55, payment: purchasingCard },
    note: 'PO FAC-2291. Please mark every carton with the PO number and the floor: 3 West, plant room.',
    parts: {
      harbor: {
        story: 'twoParcels',
        items: { 'HS-4008-M': 12, 'HS-6001-32': 10, 'HS-6203-BLU': 1, 'HS-4201-28': 5 }
      },
      summit: { story: 'delivered', items: { 'ST-301-M': 10, 'ST-301-L': 12 } }
    }
  },
  {
    ...{ customer: 'okafor', daysAgo: 30.2, payment: card },
    parts: { harbor: { story: 'calledOff', items: { 'HS-2004-KIT': 1 } } }
  },
  {
    ...{ customer: 'grosskreutz', daysAgo: 29.74, payment: invoice },
    parts: {
      harbor: { story: 'delivered', items: { 'HS-1014-SET': 3, 'HS-1031-M9': 10 } },
      summit: { story: 'onePieceShort', items: { 'ST-203-22': 2, 'ST-211-4': 3 } }
    }
  },
  {
    ...{ customer: 'kahananui', daysAgo: 28.33, payment: card },
    note: 'Leave with the neighbor at number 16 if nobody answers.',
    parts: { summit: { story: 'delivered', items: { 'ST-402-BLU': 2 } } }
  },
  {
    ...{ customer: 'boreale', daysAgo: 27.48, payment: invoice },
    parts: {
      harbor: {
        story: 'onePieceShort',
        items: { 'HS-3203-212': 2, 'HS-3203-3': 3, 'HS-4101-CLR': 6 },
        discount: '7.5'
      }
    }
  },
  {
    ...{ customer: 'ashgrove', daysAgo: 26.91, payment: purchasingCard },
    parts: {
      harbor: { story: 'delivered', items: { 'HS-6005-5G': 4 }, method: 'Freight' },
      summit: { story: 'restCancelled', items: { 'ST-301-L': 6, 'ST-211-4': 2 } }
    }
  },
  {
    ...{ customer: 'yamada', daysAgo: 25.66, payment: card },
    parts: {
      harbor: { story: 'delivered', items: { 'HS-1105-4': 5, 'HS-1310-09': 2 } },
      summit: { story: 'delivered', items: { 'ST-402-ORG': 4 } }
    }
  },
  {
    ...{ customer: 'tidewater', daysAgo: 24.38, payment: invoice },
    parts: {
      harbor: { story: 'twoParcels', items: { 'HS-3106-M6': 8, 'HS-3106-M8': 8, 'HS-3101-38-BR': 6 } }
    }
  },
  {
    ...{ customer: 'dhaliwal', daysAgo: 23.52, payment: paypal },
    parts: { summit: { story: 'shippedAgain', items: { 'ST-108-KIT': 1, 'ST-409-GRN': 6 } } }
  },
  {
    ...{ customer: 'northSlope', daysAgo: 22.8, payment: invoice },
    note: 'Barge leaves on the first of the month.',
    parts: {
      harbor: { story: 'outOfReach', items: { 'HS-5006-100': 3, 'HS-4105-AMB': 20 } },
      summit: { story: 'quick', items: { 'ST-402-BLU': 6, 'ST-301-L': 20 } }
    }
  },
  {
    ...{ customer: 'oeuvrard', daysAgo: 21.45, payment: card },
    parts: { harbor: { story: 'restCancelled', items: { 'HS-1318-06': 1, 'HS-1112-SET': 2 } } }
  },
  {
    ...{ customer: 'lakeshore', daysAgo: 20.71, payment: invoice },
    parts: {
      harbor: { story: 'delivered', items: { 'HS-5001-12-RED': 5, 'HS-5001-12-GRN': 5 }, method: 'Freight' },
      summit: { story: 'failedInspection', items: { 'ST-115-5': 10 } }
    }
  },
  {
    ...{ customer: 'wattlebird', daysAgo: 19.9, payment: card },
    parts: { summit: { story: 'delivered', items: { 'ST-203-22': 4, 'ST-301-M': 8 } } }
  },
  {
    ...{ customer: 'nunez', daysAgo: 18.64, payment: paypal },
    parts: {
      harbor: { story: 'shippedAgain', items: { 'HS-2210-10': 6, 'HS-6102-16': 4 } },
      summit: { story: 'calledOff', items: { 'ST-101-65': 1 } }
    }
  },
  {
    ...{ customer: 'whitcomb', daysAgo: 17.29, payment: card },
    parts: { harbor: { story: 'delivered', items: { 'HS-1203-16': 1, 'HS-1105-6': 2, 'HS-1304-25': 1 } } }
  },
  {
    ...{ customer: 'hospital', daysAgo: 16.58, payment: purchasingCard },
    note: 'PO FAC-2304.',
    parts: {
      harbor: { story: 'delivered', items: { 'HS-5108-40': 30, 'HS-5203-SP': 40, 'HS-5203-3W': 12 } },
      summit: { story: 'twoParcels', items: { 'ST-207-25': 6, 'ST-402-ORG': 4 } }
    }
  },
  {
    ...{ customer: 'wrobel', daysAgo: 15.37, payment: invoice },
    parts: { harbor: { story: 'quick', items: { 'HS-2015-S7': 1, 'HS-3008-M6-20': 4, 'HS-3008-M8-30': 4 } } }
  },
  {
    ...{ customer: 'okafor', daysAgo: 14.83, payment: card },
    parts: {
      harbor: { story: 'delivered', items: { 'HS-2004-BARE': 1 } },
      summit: { story: 'delivered', items: { 'ST-301-M': 1 }, discount: '2' }
    }
  },
  {
    ...{ customer: 'bjorklund', daysAgo: 13.6, payment: card },
    parts: { summit: { story: 'delivered', items: { 'ST-108-KIT': 1 } } }
  },
  {
    ...{ customer: 'ashgrove', daysAgo: 12.76, payment: purchasingCard },
    parts: {
      harbor: { story: 'onePieceShort', items: { 'HS-4301-M': 6, 'HS-4301-L': 6 } },
      summit: { story: 'delivered', items: { 'ST-409-GRN': 90 }, method: 'Freight' }
    }
  },
  {
    ...{ customer: 'lin', daysAgo: 11.44, payment: card },
    parts: { harbor: { story: 'delivered', items: { 'HS-1022-08': 4, 'HS-1022-10': 4 } } }
  },
  {
    ...{ customer: 'tidewater', daysAgo: 10.92, payment: invoice },
    note: 'Two of everything goes to the night crew: separate bags, please.',
    parts: {
      harbor: { story: 'failedInspection', items: { 'HS-3005-1213-8': 4 } },
      summit: { story: 'underway', items: { 'ST-402-BLU': 4 } }
    }
  },
  {
    ...{ customer: 'kim', daysAgo: 9.81, payment: card },
    parts: { harbor: { story: 'underway', items: { 'HS-1010-10': 6, 'HS-1010-13': 6, 'HS-1010-17': 3 } } }
  },
  {
    ...{ customer: 'boreale', daysAgo: 9.17, payment: invoice },
    parts: {
      harbor: { story: 'delivered', items: { 'HS-6110-BLK': 10, 'HS-6110-RED': 5 } },
      summit: { story: 'delivered', items: { 'ST-207-25': 12 } }
    }
  },
  {
    ...{ customer: 'nidhomhnaill', daysAgo: 8.36, payment: paypal },
    parts: { summit: { story: 'underway', items: { 'ST-211-4': 1 } } }
  },
  {
    ...{ customer: 'lakeshore', daysAgo: 7.73, payment: invoice },
    parts: {
      harbor: {
        story: 'secondUnderway',
        items: { 'HS-3301-38-3': 8, 'HS-3301-12-414': 6 },
        method: 'Freight'
      },
      summit: { story: 'onePieceShort', items: { 'ST-115-5': 3, 'ST-101-65': 2 } }
    }
  },
  {
    ...{ customer: 'fenwick', daysAgo: 6.88, payment: paypal },
    parts: { harbor: { story: 'underway', items: { 'HS-6107-WHT': 10, 'HS-1304-16': 4 } } }
  },
  {
    ...{ customer: 'kahananui', daysAgo: 6.05, payment: card },
    parts: { harbor: { story: 'delivered', items: { 'HS-5102-BAT': 2 } } }
  },
  {
    ...{ customer: 'grosskreutz', daysAgo: 5.31, payment: invoice },
    note: 'Anlieferung nur werktags bis 15 Uhr, Tor 3.',
    parts: {
      harbor: { story: 'underway', items: { 'HS-1014-SET': 2 } },
      summit: { story: 'secondUnderway', items: { 'ST-203-22': 3, 'ST-211-4': 4 } }
    }
  },
  {
    ...{ customer: 'hospital', daysAgo: 4.47, payment: purchasingCard },
    note: 'PO FAC-2317.',
    parts: {
      harbor: { story: 'partlyShipped', items: { 'HS-4008-M': 15, 'HS-4206-100': 4, 'HS-6009-GRN': 12 } },
      summit: { story: 'shipped', items: { 'ST-301-M': 12 } }
    }
  },
  {
    ...{ customer: 'dhaliwal', daysAgo: 3.82, payment: paypal },
    parts: { harbor: { story: 'shipped', items: { 'HS-2101-15A': 1, 'HS-2210-10': 1 } } }
  },
  {
    ...{ customer: 'northSlope', daysAgo: 3.26, payment: invoice },
    parts: {
      harbor: { story: 'takenBack', items: { 'HS-4002-XL': 40, 'HS-4002-L': 40 } },
      summit: { story: 'partlyShipped', items: { 'ST-301-L': 24, 'ST-207-25': 10 } }
    }
  },
  {
    ...{ customer: 'okafor', daysAgo: 2.68, payment: card },
    parts: { harbor: { story: 'shipped', items: { 'HS-2009-BARE': 1, 'HS-2015-S7': 1 } } }
  },
  {
    ...{ customer: 'yamada', daysAgo: 2.14, payment: card },
    note: '平日の午前中に配達をお願いします。',
    parts: {
      harbor: { story: 'partlyShipped', items: { 'HS-1310-24': 2, 'HS-1105-6': 5 } },
      summit: { story: 'takenBack', items: { 'ST-402-ORG': 2 } }
    }
  },
  {
    ...{ customer: 'ashgrove', daysAgo: 1.73, payment: purchasingCard },
    parts: {
      harbor: { story: 'onePieceLess', items: { 'HS-5006-50': 3, 'HS-5011-11': 8 } },
      summit: { story: 'shipped', items: { 'ST-115-5': 2, 'ST-203-22': 1 } }
    }
  },
  {
    ...{ customer: 'whitcomb', daysAgo: 1.12, payment: card },
    parts: { summit: { story: 'onePieceLess', items: { 'ST-207-25': 4 } } }
  },
  {
    ...{ customer: 'tidewater', daysAgo: 0.74, payment: invoice },
    parts: {
      harbor: { story: 'acknowledged', items: { 'HS-5006-50': 3, 'HS-3005-3816-4': 4 } },
      summit: { story: 'acknowledged', items: { 'ST-409-GRN': 12 } }
    }
  },
  {
    ...{ customer: 'boreale', daysAgo: 0.41, payment: invoice },
    parts: {
      harbor: { story: 'placed', items: { 'HS-2201-10A': 2, 'HS-2210-50': 2 } },
      summit: { story: 'acknowledged', items: { 'ST-108-KIT': 2 } }
    }
  },
  {
    ...{ customer: 'oeuvrard', daysAgo: 0.17, payment: card },
    parts: { harbor: { story: 'placed', items: { 'HS-1112-SET': 4, 'HS-1010-08': 10 } } }
  },
  {
    ...{ customer: 'lakeshore', daysAgo: 0.04, payment: invoice },
    note: 'As last time, on one pallet if it fits.',
    parts: {
      harbor: { story: 'placed', items: { 'HS-3001-1213-2': 10, 'HS-3101-12-ZN': 10 } },
      summit: { story: 'placed', items: { 'ST-115-5': 6, 'ST-301-L': 4 } }
    }
  }
]
