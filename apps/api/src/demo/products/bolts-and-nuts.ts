import type { DemoProduct } from '../demo-product.ts'

export const boltsAndNuts: DemoProduct[] = [
  {
    sku: 'HS-3001',
    name: 'Boltwell Hex Bolt, Grade 5, Zinc Plated',
    brand: 'Boltwell',
    short: 'Partially threaded grade 5 bolts with UNC threads, by the box.',
    description:
      '<p>Medium carbon steel, quenched and tempered. Three radial marks on the head tell the grade.</p><ul><li>Tensile strength 120,000 psi</li><li>Clear zinc, Cr(III) passivated</li><li>ASME B18.2.1</li></ul>',
    features: ['Grade 5', 'UNC threads', 'Clear zinc', 'ASME B18.2.1'],
    unspsc: '31161620',
    commodity: '7318.15',
    country: 'US',
    leadTime: 1,
    unit: 'BX',
    option: 'size',
    variants: [
      ['1420-1', '1/4-20 x 1 in, box of 100', 6.8, 12.5, 1.9, 420],
      ['5618-1', '5/16-18 x 1 in, box of 100', 9.4, 16.95, 3.2, 365],
      ['3816-2', '3/8-16 x 2 in, box of 50', 11.2, 19.5, 4.1, 288],
      ['1213-2', '1/2-13 x 2 in, box of 25', 12.6, 21.95, 4.0, 174],
      ['1213-4', '1/2-13 x 4 in, box of 25', 21.9, 37.5, 6.6, 62]
    ],
    categories: ['Bolts'],
    collections: ['Contractor Favorites'],
    tags: ['Made in USA'],
    facetValues: ['Steel', 'Zinc Plated'],
    flags: ['madeInUsa', 'abilityOne', 'freeShipping', 'greenProduct'],
    documents: [
      {
        title: 'Mill certificate, sample',
        type: 'CERTIFICATE',
        url: 'https://docs.boltwell.example/certs/grade-5.pdf'
      },
      { title: 'Torque table', type: 'SPEC', url: 'https://docs.boltwell.example/torque.pdf' }
    ],
    pictures: [
      { kind: 'hexBolt', body: 'grey' },
      { kind: 'hexBolt', body: 'grey', crop: [210, 20, 170] }
    ],
    reviews: [
      [5, 'Consistent', 'Threads are clean, no burrs, and the count is right.', 'Rosa M.'],
      [4, 'Good boxes', 'Label survives a wet truck bed.', 'Fleet maintenance']
    ]
  },
  {
    sku: 'HS-3005',
    name: 'Boltwell Carriage Bolt, Hot-Dip Galvanized',
    brand: 'Boltwell',
    short: 'Round-head bolts with a square neck, for decks and docks.',
    description: '<p>Galvanized to ASTM F2329: at home in treated lumber and salt air.</p>',
    features: ['Hot-dip galvanized', 'Square neck', 'Fits treated lumber'],
    unspsc: '31161605',
    commodity: '7318.15',
    country: 'US',
    leadTime: 2,
    unit: 'BX',
    option: 'size',
    variants: [
      ['3816-4', '3/8-16 x 4 in, box of 50', 19.4, 33.5, 7.8, 96],
      ['3816-6', '3/8-16 x 6 in, box of 50', 27.1, 46.95, 11.2, 70],
      ['1213-8', '1/2-13 x 8 in, box of 25', 38.6, 66.5, 13.9, 18]
    ],
    categories: ['Bolts'],
    facetValues: ['Steel'],
    pictures: [{ kind: 'carriageBolt', body: 'grey', metal: 'grey' }]
  },
  {
    sku: 'HS-3008',
    name: 'Boltwell Socket Head Cap Screw, Alloy Steel',
    brand: 'Boltwell',
    short: 'Black oxide cap screws to 180,000 psi, metric and inch.',
    description: 'Knurled head for fingers, deep socket for keys. ISO 4762 and ASME B18.3.',
    features: ['180,000 psi', 'Knurled head', 'Black oxide'],
    unspsc: '31161509',
    commodity: '7318.15',
    country: 'TW',
    unit: 'BX',
    option: 'size',
    variants: [
      ['M6-20', 'M6 x 20, box of 100', 9.9, 17.5, 1.6, 233],
      ['M8-30', 'M8 x 30, box of 50', 10.8, 18.95, 2.0, 187]
    ],
    categories: ['Bolts', 'Screws'],
    facetValues: ['Steel', 'Black Oxide'],
    pictures: [
      { kind: 'socketScrew', body: 'black', metal: 'oxide' },
      { kind: 'socketScrew', body: 'black', metal: 'oxide', crop: [220, 180, 180] }
    ],
    revision: {
      description:
        '<p>Knurled head for fingers, deep socket for keys.</p><p>ISO 4762 (metric) and ASME B18.3 (inch). Lot number on every box.</p>'
    }
  },
  {
    sku: 'HS-3101',
    name: 'Boltwell Finished Hex Nut',
    brand: 'Boltwell',
    short: 'Hex nuts in brass or zinc-plated steel.',
    description:
      '<p>Chamfered on both sides. Brass for fittings and marine hardware, steel for the rest.</p>',
    features: ['Double chamfer', 'UNC threads'],
    unspsc: '31161727',
    commodity: '7318.16',
    country: 'US',
    leadTime: 1,
    unit: 'BX',
    option: 'size',
    variants: [
      ['38-BR', '3/8-16 brass, box of 50', 13.75, 23.95, 1.3, 58],
      ['38-ZN', '3/8-16 zinc, box of 100', 5.2, 9.25, 1.7, 510],
      ['12-ZN', '1/2-13 zinc, box of 50', 6.1, 10.95, 1.9, 344]
    ],
    categories: ['Nuts'],
    facetValues: ['Brass', 'Steel', 'Zinc Plated'],
    pictures: [
      { kind: 'hexNut', body: 'grey', metal: 'brass', variant: '38-BR' },
      { kind: 'hexNut', body: 'grey', variant: '38-ZN' }
    ],
    reviews: [[5, 'Brass is real', 'Not plated: a magnet says so.', 'Boatyard']]
  },
  {
    sku: 'HS-3106',
    name: 'Boltwell Nylon Insert Lock Nut',
    brand: 'Boltwell',
    short: 'Stays where it is put, also where it shakes. 18-8 stainless.',
    description: '<p>The blue ring grips from the first turn. Good to 250 °F; replace after five uses.</p>',
    features: ['18-8 stainless', 'Nylon insert', 'To 250 °F'],
    unspsc: '31161716',
    commodity: '7318.16',
    country: 'TW',
    unit: 'BX',
    option: 'size',
    variants: [
      ['M6', 'M6, box of 100', 8.4, 14.95, 0.6, 260],
      ['M8', 'M8, box of 100', 11.9, 20.95, 1.1, 205],
      ['M10', 'M10, box of 50', 11.1, 19.5, 1.2, 0]
    ],
    categories: ['Nuts'],
    facetValues: ['Stainless Steel', 'Nylon'],
    pictures: [
      { kind: 'lockNut', body: 'blue' },
      { kind: 'lockNut', body: 'blue', crop: [90, 80, 200] }
    ]
  },
  {
    sku: 'HS-3110',
    name: 'Boltwell Flat Washer Assortment',
    brand: 'Boltwell',
    short: 'Three sizes of zinc-plated flat washers in a divided tray.',
    description: '<p>300 USS flat washers: 1/4, 3/8 and 1/2 in, a hundred of each.</p>',
    features: ['300 pieces', 'Divided tray', 'Refills available'],
    unspsc: '31161807',
    commodity: '7318.22',
    country: 'CN',
    unit: 'BX',
    variants: [['300', 'Tray of 300', 12.2, 21.5, 5.3, 77]],
    categories: ['Nuts', 'Bolts'],
    tags: ['Clearance'],
    facetValues: ['Steel', 'Zinc Plated'],
    pictures: [{ kind: 'washers', body: 'grey' }],
    status: 'HIDDEN'
  }
]
