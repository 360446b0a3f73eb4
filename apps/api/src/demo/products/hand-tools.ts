import type { DemoProduct } from '../demo-product.ts'

export const handTools: DemoProduct[] = [
  {
    sku: 'HS-1010',
    name: 'Keelhaven Combination Wrench, Metric',
    brand: 'Keelhaven',
    short: 'Open end and 12-point box end in one size, with a 15° offset to clear knuckles.',
    description:
      '<p>Drop-forged from chrome vanadium steel and polished all over, so that grease wipes off.</p><ul><li>Box end offset by 15°</li><li>Size stamped on both sides</li><li>Meets ASME B107.100</li></ul>',
    features: ['Chrome vanadium steel', '12-point box end', 'Full polish', 'Size stamped on both sides'],
    warranty: 'Lifetime, against breakage',
    unspsc: '27111706',
    commodity: '8204.11',
    country: 'TW',
    leadTime: 2,
    unit: 'EA',
    option: 'size',
    variants: [
      ['08', '8 mm', 4.1, 7.49, 0.09, 240],
      ['10', '10 mm', 4.6, 8.29, 0.13, 312],
      ['13', '13 mm', 5.85, 10.49, 0.22, 265],
      ['17', '17 mm', 8.2, 14.95, 0.41, 118],
      ['19', '19 mm', 9.75, 17.5, 0.52, 0]
    ],
    categories: ['Wrenches'],
    collections: ['Contractor Favorites'],
    facetValues: ['Steel', 'Plain'],
    pictures: [
      { kind: 'wrench', body: 'grey' },
      { kind: 'wrench', body: 'grey', crop: [40, 180, 190] },
      { kind: 'wrenchSet', body: 'grey' }
    ],
    reviews: [
      [
        5,
        'The 13 lives in my pocket',
        'No slop on a worn bolt head, and the offset saves my knuckles.',
        'Dale R.'
      ],
      [4, 'Good steel', 'Wish the polish was less slick with oily gloves.', 'Miriam K.']
    ]
  },
  {
    sku: 'HS-1014',
    name: 'Keelhaven 5-Piece Combination Wrench Set',
    brand: 'Keelhaven',
    short: 'The five metric sizes used most, in a roll that hangs on a hook.',
    description:
      '<p>8, 10, 13, 17 and 19 mm combination wrenches in a canvas roll. Each pocket carries its size, so a missing wrench shows before the truck leaves.</p>',
    features: ['8, 10, 13, 17 and 19 mm', 'Canvas roll with marked pockets', 'Chrome vanadium steel'],
    warranty: 'Lifetime, against breakage',
    unspsc: '27111706',
    commodity: '8204.11',
    country: 'TW',
    leadTime: 2,
    unit: 'ST',
    variants: [['SET', 'Set of 5 in roll', 31.4, 54.95, 1.75, 86]],
    categories: ['Wrenches'],
    collections: ['Contractor Favorites', 'Spring Catalog'],
    facetValues: ['Steel'],
    flags: ['freeShipping'],
    pictures: [{ kind: 'wrenchSet', body: 'grey' }],
    reviews: [[5, 'Complete', 'Roll is thick canvas, not the usual nylon.', 'J. Ferreira']]
  },
  {
    sku: 'HS-1022',
    name: 'Keelhaven Adjustable Wrench with Grip',
    brand: 'Keelhaven',
    short: 'Wide-opening jaw with a scale, and a cushioned grip that stays put.',
    description:
      '<p>The jaw opens a third wider than that of a standard wrench of the same length. Laser-etched scales in inches and millimeters.</p><p>Slip a nut in, read its size, and set the next wrench without trying.</p>',
    features: ['Inch and metric scale', 'Extra-wide jaw', 'Two-part cushioned grip'],
    warranty: 'Lifetime, against breakage',
    unspsc: '27111707',
    commodity: '8204.12',
    country: 'ES',
    leadTime: 3,
    unit: 'EA',
    option: 'length',
    variants: [
      ['06', '6 in', 11.2, 19.95, 0.45, 64],
      ['08', '8 in', 13.9, 24.5, 0.8, 91],
      ['10', '10 in', 17.6, 30.95, 1.3, 47]
    ],
    categories: ['Wrenches'],
    facetValues: ['Steel', 'Black Oxide'],
    pictures: [
      { kind: 'adjustableWrench', body: 'orange' },
      { kind: 'adjustableWrench', body: 'orange', crop: [190, 20, 180] }
    ],
    revision: {
      name: 'Keelhaven Wide-Jaw Adjustable Wrench with Grip',
      shortDescription: 'Opens a third wider than others of its length, with a scale and a cushioned grip.'
    }
  },
  {
    sku: 'HS-1031',
    name: 'Keelhaven Long-Arm Hex Key Set',
    brand: 'Keelhaven',
    short: 'Nine long-arm keys from 1.5 to 10 mm in a holder that opens one at a time.',
    description:
      'Ball ends reach screws at up to 25 degrees. Heat-treated S2 steel holds its edges where softer keys round off. The holder prints each size in white, readable in a dim cabinet.',
    features: ['Ball ends', 'S2 tool steel', 'One-hand holder'],
    unspsc: '27111710',
    commodity: '8204.11',
    country: 'TW',
    unit: 'ST',
    variants: [
      ['M9', 'Metric, 9 keys', 12.8, 22.95, 1.1, 132],
      ['S9', 'Inch, 9 keys', 12.8, 22.95, 1.15, 75]
    ],
    option: 'system',
    categories: ['Wrenches', 'Screwdrivers'],
    facetValues: ['Steel', 'Black Oxide'],
    pictures: [
      { kind: 'hexKeys', body: 'red', metal: 'oxide', variant: 'M9' },
      { kind: 'hexKeys', body: 'blue', metal: 'oxide', variant: 'S9' }
    ],
    reviews: [[4, 'Tidy', 'Holder grips well after a year. Sizes still readable.', 'P. Andersson']]
  },
  {
    sku: 'HS-1105',
    name: 'Keelhaven Phillips Screwdriver #2',
    brand: 'Keelhaven',
    short: 'Magnetic tip, through-tang blade and a handle for both hands.',
    description:
      '<p>The blade runs through the handle to a steel cap, so an occasional tap with a hammer does no harm.</p><table><tr><th>Blade</th><th>Overall</th></tr><tr><td>4 in</td><td>8.3 in</td></tr><tr><td>6 in</td><td>10.3 in</td></tr></table>',
    features: ['Magnetic tip', 'Through tang with steel cap', 'Hex bolster for a wrench'],
    unspsc: '27111701',
    commodity: '8205.40',
    country: 'DE',
    leadTime: 5,
    unit: 'EA',
    option: 'blade',
    variants: [
      ['4', '4 in blade', 6.35, 11.25, 0.28, 210],
      ['6', '6 in blade', 7.1, 12.75, 0.34, 158]
    ],
    categories: ['Screwdrivers'],
    facetValues: ['Steel'],
    pictures: [
      { kind: 'screwdriver', body: 'violet' },
      { kind: 'screwdriver', body: 'violet', crop: [210, 40, 160] }
    ]
  },
  {
    sku: 'HS-1112',
    name: 'Keelhaven 4-Piece Screwdriver Set',
    brand: 'Keelhaven',
    short: 'Two Phillips and two slotted drivers, told apart by colour.',
    description:
      '<p>PH1 and PH2 in red, 3/16 and 1/4 in slotted in black. Handles roll no further than a half turn on a slope.</p>',
    features: ['PH1, PH2, 3/16 in, 1/4 in', 'Colour-coded handles', 'Anti-roll collar'],
    unspsc: '27111701',
    commodity: '8205.40',
    country: 'DE',
    unit: 'ST',
    variants: [['SET', 'Set of 4', 18.9, 33.95, 1.05, 143]],
    categories: ['Screwdrivers'],
    collections: ['Spring Catalog'],
    tags: ['New'],
    facetValues: ['Steel'],
    pictures: [{ kind: 'screwdriverSet', body: 'red', accent: 'black' }],
    reviews: [
      [5, 'Grip is right', 'Comfortable through a day of panel work.', 'Lena T.'],
      [3, 'Fine', 'The 3/16 tip came a touch burred; filed it off.', 'Anonymous electrician']
    ]
  },
  {
    sku: 'HS-1203',
    name: 'Keelhaven Fiberglass Claw Hammer',
    brand: 'Keelhaven',
    short: 'A 16 or 20 oz claw hammer that leaves less sting in the wrist.',
    description:
      '<p>Fiberglass core, steel head with a milled or smooth face, and a claw that gets under a nail without marring.</p>',
    features: ['Fiberglass core', 'Magnetic nail starter', 'Overstrike guard'],
    warranty: '10 years',
    unspsc: '27111602',
    commodity: '8205.20',
    country: 'US',
    leadTime: 3,
    unit: 'EA',
    option: 'head',
    variants: [
      ['16', '16 oz, smooth face', 14.2, 24.95, 1.6, 97],
      ['20', '20 oz, milled face', 16.5, 28.95, 2.0, 58]
    ],
    categories: ['Hammers'],
    tags: ['Made in USA'],
    facetValues: ['Steel'],
    flags: ['madeInUsa'],
    pictures: [
      { kind: 'hammer', body: 'blue', accent: 'yellow' },
      { kind: 'hammer', body: 'blue', accent: 'yellow', crop: [120, 20, 220] }
    ],
    reviews: [[5, 'Balanced', 'Swings lighter than it is.', 'Curtis W.']]
  },
  {
    sku: 'HS-1211',
    name: 'Keelhaven Dead Blow Mallet',
    brand: 'Keelhaven',
    short: 'Shot-filled head that lands without rebound and leaves no mark.',
    description: 'A one-piece urethane mallet for machine assembly, sheet metal and stubborn crates.',
    features: ['Shot-filled head', 'One-piece urethane', 'Does not spark'],
    unspsc: '27111603',
    commodity: '8205.20',
    country: 'TW',
    unit: 'EA',
    option: 'weight',
    variants: [
      ['32', '32 oz', 17.8, 31.5, 2.2, 41],
      ['48', '48 oz', 23.4, 39.95, 3.3, 22]
    ],
    categories: ['Hammers'],
    facetValues: ['Nylon'],
    pictures: [{ kind: 'mallet', body: 'orange', accent: 'black' }],
    status: 'PENDING_APPROVAL'
  }
]
