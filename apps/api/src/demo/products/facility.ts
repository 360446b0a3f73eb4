import type { DemoProduct } from '../demo-product.ts'

export const facility: DemoProduct[] = [
  {
    sku: 'HS-6001',
    name: 'Brightdeck Citrus Degreaser',
    brand: 'Brightdeck',
    short: 'Water-based degreaser that rinses free and smells of orange, not solvent.',
    description:
      '<p>Cuts cutting oil, road film and tape residue. Safe on painted steel and most plastics; test aluminum first.</p><ol><li>Spray on</li><li>Wait a minute</li><li>Wipe or rinse</li></ol>',
    features: ['Biodegradable', 'No butyl', 'Dilutes 1:10'],
    unspsc: '47131821',
    commodity: '3402.50',
    country: 'US',
    leadTime: 1,
    unit: 'EA',
    option: 'size',
    variants: [
      ['32', '32 oz spray bottle', 4.85, 8.95, 2.3, 264],
      ['1G', '1 gal jug', 13.9, 23.95, 8.9, 118]
    ],
    categories: ['Cleaning'],
    tags: ['Made in USA'],
    flags: ['greenProduct', 'madeInUsa', 'abilityOne'],
    documents: [
      { title: 'Safety data sheet', type: 'SDS', url: 'https://docs.brightdeck.example/sds/6001.pdf' },
      { title: 'Dilution chart', type: 'SPEC', url: 'https://docs.brightdeck.example/6001/dilution.pdf' }
    ],
    pictures: [
      { kind: 'sprayBottle', body: 'orange', accent: 'white', variant: '32' },
      { kind: 'jug', body: 'orange', accent: 'black', variant: '1G' }
    ],
    reviews: [
      [5, 'Works cold', 'No need to heat the parts washer.', 'R. Beaumont'],
      [4, 'Rinse well', 'Leaves a film if it dries.', 'Shop 12']
    ]
  },
  {
    sku: 'HS-6005',
    name: 'Brightdeck Neutral Floor Cleaner Concentrate',
    brand: 'Brightdeck',
    short: 'pH-neutral, low-foam cleaner for finished floors and autoscrubbers.',
    description: 'Two ounces make a gallon. Does not dull finish and needs no rinse.',
    features: ['pH 7', 'Low foam', '64 gal per gallon'],
    unspsc: '47131801',
    commodity: '3402.50',
    country: 'US',
    unit: 'EA',
    option: 'size',
    variants: [
      ['1G', '1 gal', 11.6, 19.95, 8.6, 141],
      ['5G', '5 gal pail', 49.5, 84.5, 43, 17]
    ],
    categories: ['Cleaning'],
    flags: ['greenProduct'],
    documents: [
      { title: 'Safety data sheet', type: 'SDS', url: 'https://docs.brightdeck.example/sds/6005.pdf' }
    ],
    pictures: [{ kind: 'jug', body: 'teal', accent: 'yellow' }]
  },
  {
    sku: 'HS-6009',
    name: 'Brightdeck Heavy-Duty Bucket, 14 qt',
    brand: 'Brightdeck',
    short: 'Graduated bucket with a steel bail, made of recycled resin.',
    description: '<p>Pours from either side. Marks inside in quarts and liters.</p>',
    features: ['Recycled resin', 'Steel bail', 'Quarts and liters'],
    unspsc: '47121804',
    commodity: '3924.90',
    country: 'US',
    unit: 'EA',
    option: 'color',
    variants: [
      ['GRN', 'Green', 5.6, 9.95, 1.8, 150],
      ['RED', 'Red', 5.6, 9.95, 1.8, 112]
    ],
    categories: ['Cleaning', 'Storage'],
    flags: ['greenProduct'],
    pictures: [
      { kind: 'bucket', body: 'green', accent: 'black', variant: 'GRN' },
      { kind: 'bucket', body: 'red', accent: 'black', variant: 'RED' }
    ],
    reviews: [[5, 'A bucket', 'Holds water. Handle does not pinch.', 'Custodian of 30 years']]
  },
  {
    sku: 'HS-6102',
    name: 'Bondry Wood Glue, Water-Resistant',
    brand: 'Bondry',
    short: 'Stronger than the wood in 24 hours; clamps off in 30 minutes.',
    description: '<p>Type II water resistance. Sands clean and takes stain where squeeze-out is wiped.</p>',
    features: ['30 minute clamp', 'Type II', 'Sandable'],
    unspsc: '31201610',
    commodity: '3506.10',
    country: 'DE',
    leadTime: 4,
    unit: 'EA',
    option: 'size',
    variants: [
      ['16', '16 oz', 4.4, 7.95, 1.2, 176],
      ['1G', '1 gal', 19.8, 33.95, 9.4, 33]
    ],
    categories: ['Adhesives'],
    pictures: [
      { kind: 'glueBottle', body: 'amber', accent: 'red' },
      { kind: 'glueBottle', body: 'amber', accent: 'red', crop: [100, 30, 200] }
    ],
    reviews: [[5, 'Broke beside the joint', 'As promised, the wood gave first.', 'Cabinet shop']]
  },
  {
    sku: 'HS-6107',
    name: 'Bondry Neutral-Cure Silicone Sealant',
    brand: 'Bondry',
    short: 'Moves with the joint, does not attack metal, paintable never.',
    description:
      '<p>±50% movement. Neutral cure: no vinegar smell and no rust on copper or mirror backs.</p>',
    features: ['±50% movement', 'Neutral cure', 'Inside and outside'],
    unspsc: '31201632',
    commodity: '3214.10',
    country: 'BE',
    unit: 'EA',
    option: 'color',
    variants: [
      ['CLR', 'Clear, 10.1 oz', 6.9, 11.95, 0.8, 228],
      ['WHT', 'White, 10.1 oz', 6.9, 11.95, 0.8, 305],
      ['BLK', 'Black, 10.1 oz', 6.9, 11.95, 0.8, 0]
    ],
    categories: ['Adhesives'],
    documents: [{ title: 'Safety data sheet', type: 'SDS', url: 'https://docs.bondry.example/sds/6107.pdf' }],
    pictures: [{ kind: 'caulkTube', body: 'white', accent: 'teal' }]
  },
  {
    sku: 'HS-6110',
    name: 'Bondry Vinyl Electrical Tape, 3/4 in',
    brand: 'Bondry',
    short: 'Stretchy 7 mil tape for phase marks and splices.',
    description: 'Rated 600 V and 80 °C. Tears by hand and leaves no glue when it comes off.',
    features: ['7 mil', '600 V', 'UL 510'],
    unspsc: '31201502',
    commodity: '3919.10',
    country: 'TW',
    unit: 'PK',
    option: 'color',
    variants: [
      ['BLK', 'Black, pack of 10', 11.8, 19.95, 1.6, 190],
      ['RED', 'Red, pack of 10', 11.8, 19.95, 1.6, 120],
      ['BLU', 'Blue, pack of 10', 11.8, 19.95, 1.6, 104]
    ],
    categories: ['Adhesives', 'Cable'],
    collections: ['Contractor Favorites'],
    pictures: [
      { kind: 'tapeRoll', body: 'black', variant: 'BLK' },
      { kind: 'tapeRoll', body: 'red', variant: 'RED' },
      { kind: 'tapeRoll', body: 'blue', variant: 'BLU' }
    ]
  },
  {
    sku: 'HS-6203',
    name: 'Stackhold Stack-and-Hang Storage Bin',
    brand: 'Stackhold',
    short: 'Polypropylene bins that stack, hang on rails and take a label.',
    description: '<p>Holds 50 lb. Wide lips lock a stack; the hanger fits every louvered panel.</p>',
    features: ['Stacks and hangs', '50 lb', 'Label slot', 'Dishwasher safe'],
    unspsc: '24112404',
    commodity: '3923.10',
    country: 'US',
    leadTime: 3,
    unit: 'CT',
    option: 'color',
    variants: [
      ['BLU', 'Blue, carton of 12', 27.4, 46.95, 9.5, 63],
      ['YEL', 'Yellow, carton of 12', 27.4, 46.95, 9.5, 48]
    ],
    categories: ['Storage'],
    collections: ['Spring Catalog'],
    pictures: [
      { kind: 'bin', body: 'blue', variant: 'BLU' },
      { kind: 'bin', body: 'yellow', variant: 'YEL' }
    ],
    reviews: [[5, 'Hang true', 'A wall of 144, no sagging.', 'Stockroom']]
  },
  {
    sku: 'HS-6209',
    name: 'Stackhold Boltless Steel Shelving, 4 Levels',
    brand: 'Stackhold',
    short: 'Goes up with a mallet in ten minutes; 800 lb a shelf.',
    description: '<p>Rivet beams lock into 14-gauge posts. Ships by truck on a pallet.</p>',
    features: ['800 lb a shelf', 'No bolts', '14-gauge posts'],
    warranty: '10 years',
    unspsc: '24102004',
    commodity: '9403.20',
    country: 'US',
    leadTime: 10,
    unit: 'EA',
    option: 'width',
    variants: [
      ['48', '48 x 24 x 72 in', 118, 199, 96, 12],
      ['72', '72 x 24 x 72 in', 149, 249, 128, 7]
    ],
    categories: ['Storage'],
    facetValues: ['Steel'],
    pictures: [{ kind: 'shelving', body: 'grey', accent: 'blue' }],
    status: 'DRAFT',
    reason: 'The picture shows cartons that are not part of the product. Please show the empty shelving.'
  }
]
