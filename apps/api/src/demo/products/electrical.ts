import type { DemoProduct } from '../demo-product.ts'

export const electrical: DemoProduct[] = [
  {
    sku: 'HS-5001',
    name: 'Ampstead THHN Building Wire, Stranded Copper',
    brand: 'Ampstead',
    short: '600 V stranded copper wire with a slick nylon jacket, by the reel.',
    description:
      '<p>Pulls through conduit with less lube. Footage printed every two feet, counting down to the end of the reel.</p>',
    features: ['600 V, 90 °C', 'Nylon jacket', 'Footage marks', 'UL listed'],
    unspsc: '26121613',
    commodity: '8544.49',
    country: 'US',
    leadTime: 3,
    unit: 'RL',
    option: 'color',
    variants: [
      ['12-GRN', '12 AWG green, 500 ft', 74.5, 124, 12.6, 46],
      ['12-RED', '12 AWG red, 500 ft', 74.5, 124, 12.6, 52],
      ['12-BLU', '12 AWG blue, 500 ft', 74.5, 124, 12.6, 39]
    ],
    categories: ['Cable'],
    collections: ['Contractor Favorites'],
    tags: ['Made in USA'],
    flags: ['madeInUsa'],
    documents: [
      { title: 'Specification sheet', type: 'SPEC', url: 'https://docs.ampstead.example/5001/spec.pdf' }
    ],
    pictures: [
      { kind: 'cableReel', body: 'green', accent: 'wood', variant: '12-GRN' },
      { kind: 'cableReel', body: 'red', accent: 'wood', variant: '12-RED' },
      { kind: 'cableReel', body: 'blue', accent: 'wood', variant: '12-BLU' }
    ],
    reviews: [[5, 'Pulls easy', 'Six 90s and no sweat.', 'Union electrician']]
  },
  {
    sku: 'HS-5006',
    name: 'Ampstead Outdoor Extension Cord, 12/3',
    brand: 'Ampstead',
    short: 'Stays soft at -40 °F, with a lighted end that shows power.',
    description: '<p>SJTW jacket against sun, oil and water. 15 A over the full length.</p>',
    features: ['12 gauge, 15 A', 'Lighted end', 'Soft at -40 °F'],
    unspsc: '26121629',
    commodity: '8544.42',
    country: 'VN',
    leadTime: 2,
    unit: 'EA',
    option: 'length',
    variants: [
      ['25', '25 ft', 26.9, 45.95, 4.4, 72],
      ['50', '50 ft', 44.2, 74.95, 8.3, 88],
      ['100', '100 ft', 79.8, 134, 16.1, 21]
    ],
    categories: ['Cable'],
    pictures: [
      { kind: 'cord', body: 'orange' },
      { kind: 'cord', body: 'orange', crop: [220, 210, 170] }
    ],
    revision: { pictures: [{ kind: 'cord', body: 'yellow' }] },
    reviews: [
      [5, 'Coils flat', 'Even in a Minnesota January.', 'Ole S.'],
      [4, 'Heavy', 'As it should be.', 'P. Marchetti']
    ]
  },
  {
    sku: 'HS-5011',
    name: 'Ampstead UV-Resistant Cable Ties',
    brand: 'Ampstead',
    short: 'Nylon ties in black and natural, 50 lb, a thousand a bag.',
    description:
      'Nylon 6/6 with carbon black holds for years on a roof. Rounded edges spare the jacket and fingers.',
    features: ['50 lb tensile', 'Nylon 6/6', 'UL 94 V-2'],
    unspsc: '39121703',
    commodity: '3926.90',
    country: 'US',
    unit: 'PK',
    option: 'length',
    variants: [
      ['08', '8 in, bag of 1,000', 21.5, 36.95, 3.0, 128],
      ['11', '11 in, bag of 1,000', 29.9, 49.95, 4.1, 94]
    ],
    categories: ['Cable'],
    tags: ['Clearance'],
    facetValues: ['Nylon'],
    pictures: [{ kind: 'cableTies', body: 'black', accent: 'white' }]
  },
  {
    sku: 'HS-5102',
    name: 'Lumenmark LED Work Light, 5,000 lm',
    brand: 'Lumenmark',
    short: 'Folding stand, magnetic feet and an even flood without hot spots.',
    description: '<p>Three levels, 4000 K. Sealed to IP65, so it may stay out overnight.</p>',
    features: ['5,000 lm, three levels', 'IP65', 'Folding stand', '6 ft cord'],
    warranty: '5 years',
    unspsc: '39111610',
    commodity: '9405.42',
    country: 'CN',
    leadTime: 3,
    unit: 'EA',
    option: 'power',
    variants: [
      ['AC', 'Corded', 34.7, 59.95, 4.2, 57],
      ['BAT', 'Rechargeable', 61.2, 104, 5.6, 19]
    ],
    categories: ['Lighting'],
    collections: ['Spring Catalog'],
    tags: ['New'],
    flags: ['greenProduct'],
    pictures: [
      { kind: 'workLight', body: 'amber' },
      { kind: 'workLight', body: 'amber', crop: [80, 50, 190] },
      { kind: 'workLight', body: 'red', variant: 'BAT' }
    ],
    reviews: [[5, 'Even light', 'Drywall finishers asked where I got it.', 'Bea C.']]
  },
  {
    sku: 'HS-5108',
    name: 'Lumenmark A19 LED Bulb, 60 W Equivalent',
    brand: 'Lumenmark',
    short: 'Nine watts, 810 lumens, dims without a hum.',
    description: '<p>Rated for enclosed fixtures and 25,000 hours. Choose warm or neutral white.</p>',
    features: ['9 W, 810 lm', 'Dimmable', 'Enclosed fixtures', '25,000 h'],
    unspsc: '39101628',
    commodity: '8539.52',
    country: 'CN',
    unit: 'PK',
    option: 'color',
    variants: [
      ['27', '2700 K, pack of 6', 9.6, 16.95, 0.8, 266],
      ['40', '4000 K, pack of 6', 9.6, 16.95, 0.8, 241]
    ],
    categories: ['Lighting'],
    flags: ['greenProduct'],
    pictures: [{ kind: 'bulb', body: 'white' }]
  },
  {
    sku: 'HS-5115',
    name: 'Lumenmark Rechargeable Headlamp',
    brand: 'Lumenmark',
    short: 'Spot and flood, 450 lumens, charges by USB-C.',
    description: '<p>Wave a hand to turn it off with gloves on. Red mode spares night eyes.</p>',
    features: ['450 lm', 'Motion switch', 'USB-C', 'IPX4'],
    warranty: '2 years',
    unspsc: '39111602',
    commodity: '8513.10',
    country: 'CN',
    unit: 'EA',
    variants: [['450', '450 lm', 18.3, 31.95, 0.25, 97]],
    categories: ['Lighting'],
    pictures: [{ kind: 'headlamp', body: 'green', accent: 'red' }],
    status: 'HIDDEN'
  },
  {
    sku: 'HS-5203',
    name: 'Ampstead Decorator Rocker Switch',
    brand: 'Ampstead',
    short: 'Quiet 15 A rocker with back wiring and a locator light.',
    description:
      '<p>Single-pole or three-way. Clamp plates take two wires each, stripped by the gauge on the back.</p>',
    features: ['15 A, 120/277 V', 'Back-wired clamps', 'Locator light'],
    unspsc: '39122200',
    commodity: '8536.50',
    country: 'MX',
    leadTime: 2,
    unit: 'EA',
    option: 'type',
    variants: [
      ['SP', 'Single-pole', 2.1, 3.95, 0.2, 540],
      ['3W', 'Three-way', 3.2, 5.95, 0.22, 310]
    ],
    categories: ['Switches'],
    pictures: [
      { kind: 'wallSwitch', body: 'white' },
      { kind: 'wallSwitch', body: 'white', crop: [100, 90, 190] }
    ],
    reviews: [[4, 'Quiet', 'Clamps are easier than screws.', 'Handyperson']]
  },
  {
    sku: 'HS-5209',
    name: 'Ampstead GFCI Receptacle, Self-Test, 20 A',
    brand: 'Ampstead',
    short: 'Tests itself every minute and stays off when it cannot protect.',
    description: '<p>Tamper- and weather-resistant. Lights green for live, red for end of life.</p>',
    features: ['Self-test', 'Tamper-resistant', 'Weather-resistant'],
    warranty: '2 years',
    unspsc: '39121402',
    commodity: '8536.69',
    country: 'MX',
    unit: 'EA',
    variants: [['20', '20 A, white', 13.4, 22.95, 0.35, 185]],
    categories: ['Switches'],
    collections: ['Contractor Favorites'],
    pictures: [{ kind: 'outlet', body: 'white' }],
    status: 'PENDING_APPROVAL'
  }
]
