import type { DemoProduct } from '../demo-product.ts'

export const screwsAndAnchors: DemoProduct[] = [
  {
    sku: 'HS-3203',
    name: 'Boltwell Exterior Deck Screw, Star Drive',
    brand: 'Boltwell',
    short: 'Coated deck screws that start without a pilot; bit in every box.',
    description:
      '<p>Type 17 point, ribs under the head, and a coating that outlasts the board in <em>most</em> climates.</p>',
    features: ['Star drive, bit included', 'Type 17 point', '1,000 h salt spray'],
    warranty: 'Lifetime, against rust',
    unspsc: '31161512',
    commodity: '7318.12',
    country: 'TW',
    leadTime: 2,
    unit: 'BX',
    option: 'length',
    variants: [
      ['212', '#9 x 2-1/2 in, 5 lb', 21.6, 37.95, 5.2, 143],
      ['3', '#9 x 3 in, 5 lb', 21.9, 38.5, 5.2, 166]
    ],
    categories: ['Screws'],
    collections: ['Spring Catalog'],
    facetValues: ['Steel'],
    pictures: [{ kind: 'woodScrew', body: 'green', metal: 'brass' }],
    reviews: [
      [5, 'No stripping', 'Drove two boxes, stripped none.', 'Deck builder, VT'],
      [2, 'Heads are proud', 'Needs a firm push to sit flush in hardwood.', 'K. Yamada']
    ]
  },
  {
    sku: 'HS-3209',
    name: 'Boltwell Pan Head Machine Screw, Brass',
    brand: 'Boltwell',
    short: 'Solid brass machine screws for panels, terminals and fittings.',
    description: 'Solid brass, Phillips drive. Does not spark and hardly corrodes.',
    features: ['Solid brass', 'Phillips drive'],
    unspsc: '31161504',
    commodity: '7415.33',
    country: 'IN',
    unit: 'BX',
    option: 'size',
    variants: [
      ['632-12', '6-32 x 1/2 in, box of 100', 9.3, 16.25, 0.5, 88],
      ['832-34', '8-32 x 3/4 in, box of 100', 12.4, 21.5, 0.9, 64]
    ],
    categories: ['Screws'],
    facetValues: ['Brass', 'Plain'],
    pictures: [{ kind: 'machineScrew', body: 'amber', metal: 'brass' }],
    status: 'DRAFT',
    reason:
      'The description says nothing of thread standard and head diameter. Please add both and submit again.'
  },
  {
    sku: 'HS-3301',
    name: 'Boltwell Wedge Anchor for Concrete',
    brand: 'Boltwell',
    short: 'Torque-controlled expansion anchors for cracked and sound concrete.',
    description:
      '<p>One-piece wedge that sets in a hole of its own diameter.</p><table><tr><th>Size</th><th>Embedment</th><th>Torque</th></tr><tr><td>3/8 in</td><td>2 in</td><td>30 ft-lb</td></tr><tr><td>1/2 in</td><td>2-1/2 in</td><td>45 ft-lb</td></tr></table>',
    features: ['Cracked concrete', 'Nut and washer assembled', 'Length code on the head'],
    unspsc: '31162103',
    commodity: '7318.19',
    country: 'US',
    leadTime: 3,
    unit: 'BX',
    option: 'size',
    variants: [
      ['38-3', '3/8 x 3 in, box of 50', 24.8, 42.95, 6.3, 71],
      ['12-414', '1/2 x 4-1/4 in, box of 25', 26.5, 45.95, 6.9, 49]
    ],
    categories: ['Anchors'],
    facetValues: ['Steel', 'Zinc Plated'],
    documents: [{ title: 'Load tables', type: 'SPEC', url: 'https://docs.boltwell.example/3301/loads.pdf' }],
    pictures: [
      { kind: 'wedgeAnchor', body: 'grey' },
      { kind: 'wedgeAnchor', body: 'grey', crop: [180, 30, 180] }
    ]
  },
  {
    sku: 'HS-3306',
    name: 'Boltwell Ribbed Wall Anchor Kit',
    brand: 'Boltwell',
    short: 'Nylon anchors with matching screws and a masonry bit.',
    description: '<p>Wings keep the plug from turning in drywall; ribs hold it in block.</p>',
    features: ['Nylon 6', 'Screws and bit included', '50 lb in drywall'],
    unspsc: '31162102',
    commodity: '3926.90',
    country: 'DE',
    unit: 'BX',
    variants: [['100', 'Kit of 100', 8.9, 15.95, 1.4, 219]],
    categories: ['Anchors'],
    facetValues: ['Nylon'],
    pictures: [{ kind: 'wallAnchor', body: 'violet' }],
    status: 'PENDING_APPROVAL'
  }
]
