import type { DemoProduct } from '../demo-product.ts'

export const safety: DemoProduct[] = [
  {
    sku: 'HS-4002',
    name: 'Pierguard Nitrile-Coated Work Gloves',
    brand: 'Pierguard',
    short: 'Seamless knit with a sandy nitrile palm that grips oily parts.',
    description:
      '<p>15-gauge nylon shell, breathable back. ANSI abrasion level 4, puncture level 3.</p><p>Machine wash warm; hang dry.</p>',
    features: ['Sandy nitrile palm', '15-gauge nylon', 'Touchscreen fingertips', 'Washable'],
    unspsc: '46181504',
    commodity: '6116.10',
    country: 'LK',
    leadTime: 2,
    unit: 'PR',
    option: 'size',
    variants: [
      ['S', 'Small', 2.35, 4.49, 0.12, 340],
      ['M', 'Medium', 2.35, 4.49, 0.13, 620],
      ['L', 'Large', 2.35, 4.49, 0.14, 715],
      ['XL', 'X-Large', 2.35, 4.49, 0.15, 288]
    ],
    categories: ['Gloves'],
    collections: ['Contractor Favorites'],
    facetValues: ['Nylon'],
    flags: ['abilityOne'],
    pictures: [
      { kind: 'gloves', body: 'blue', accent: 'grey' },
      { kind: 'gloves', body: 'blue', accent: 'grey', crop: [10, 70, 190] }
    ],
    reviews: [
      [5, 'Grip in oil', 'Our press operators will not use others now.', 'Safety manager'],
      [4, 'Runs small', 'Order a size up.', 'Chidi N.'],
      [5, 'Wash well', 'Ten washes and counting.', 'Amelie D.']
    ]
  },
  {
    sku: 'HS-4008',
    name: 'Pierguard Disposable Nitrile Gloves, 6 mil',
    brand: 'Pierguard',
    short: 'Powder-free industrial gloves with diamond texture, 100 a box.',
    description:
      '<p>Thick enough to last a brake job, thin enough to feel a thread. Free of latex and powder.</p>',
    features: ['6 mil', 'Powder-free, latex-free', 'Diamond texture'],
    unspsc: '46181541',
    commodity: '4015.19',
    country: 'MY',
    leadTime: 2,
    unit: 'BX',
    option: 'size',
    variants: [
      ['M', 'Medium, box of 100', 10.4, 18.95, 1.5, 160],
      ['L', 'Large, box of 100', 10.4, 18.95, 1.6, 0],
      ['XL', 'X-Large, box of 90', 10.4, 18.95, 1.6, 92]
    ],
    categories: ['Gloves'],
    pictures: [{ kind: 'carton', body: 'teal', accent: 'orange' }],
    documents: [
      {
        title: 'Chemical resistance chart',
        type: 'SPEC',
        url: 'https://docs.pierguard.example/4008/chart.pdf'
      }
    ],
    revision: {
      shortDescription: 'Powder-free industrial gloves, 6 mil with diamond texture: 100 a box, 90 in X-Large.'
    }
  },
  {
    sku: 'HS-4101',
    name: 'Pierguard Splash Goggles, Indirect Vent',
    brand: 'Pierguard',
    short: 'Anti-fog chemical goggles that fit over glasses.',
    description:
      '<p>Meets ANSI Z87.1 D3 for splash and droplets. Four indirect vents keep the lens clear.</p>',
    features: ['Anti-fog both sides', 'Fits over glasses', 'ANSI Z87.1 D3'],
    unspsc: '46181804',
    commodity: '9004.90',
    country: 'TW',
    unit: 'EA',
    variants: [['CLR', 'Clear lens', 7.2, 12.95, 0.3, 205]],
    categories: ['Eye Protection'],
    pictures: [
      { kind: 'goggles', body: 'lime' },
      { kind: 'goggles', body: 'lime', crop: [40, 100, 190] }
    ],
    reviews: [[4, 'No fog', 'Clear even with a mask below.', 'Lab tech']]
  },
  {
    sku: 'HS-4105',
    name: 'Pierguard Wraparound Safety Glasses',
    brand: 'Pierguard',
    short: 'Under an ounce, with soft temples and a choice of lens.',
    description: '<p>Scratch-resistant polycarbonate that blocks 99.9% of UV. Amber brightens dim halls.</p>',
    features: ['0.9 oz', 'Blocks 99.9% of UV', 'Soft temples', 'ANSI Z87.1+'],
    unspsc: '46181802',
    commodity: '9004.90',
    country: 'TW',
    leadTime: 2,
    unit: 'EA',
    option: 'lens',
    variants: [
      ['AMB', 'Amber lens', 3.9, 7.25, 0.06, 412],
      ['GRY', 'Gray lens', 3.9, 7.25, 0.06, 377],
      ['BLU', 'Blue mirror lens', 4.6, 8.5, 0.06, 24, { retired: true }]
    ],
    categories: ['Eye Protection'],
    collections: ['Spring Catalog'],
    flags: ['abilityOne'],
    pictures: [
      { kind: 'glasses', body: 'black', accent: 'amber', variant: 'AMB' },
      { kind: 'glasses', body: 'black', accent: 'oxide', variant: 'GRY' },
      { kind: 'glasses', body: 'black', accent: 'blue', variant: 'BLU' }
    ],
    reviews: [[5, 'Forget them', 'I drove home wearing them. Twice.', 'Marcus L.']]
  },
  {
    sku: 'HS-4201',
    name: 'Pierguard Over-Head Ear Muffs, NRR 28',
    brand: 'Pierguard',
    short: 'Padded steel band and wide cups for a full shift of noise.',
    description: '<p>NRR 28 dB. Cushions and inserts snap out; a hygiene kit renews them.</p>',
    features: ['NRR 28 dB', 'Replaceable cushions', 'Dielectric option'],
    warranty: '1 year',
    unspsc: '46181902',
    commodity: '3926.90',
    country: 'SE',
    leadTime: 6,
    unit: 'EA',
    variants: [['28', 'Over-head', 16.8, 28.95, 0.6, 83]],
    categories: ['Hearing Protection'],
    pictures: [
      { kind: 'earMuffs', body: 'red' },
      { kind: 'earMuffs', body: 'red', crop: [20, 140, 180] }
    ]
  },
  {
    sku: 'HS-4206',
    name: 'Pierguard Corded Foam Ear Plugs, NRR 32',
    brand: 'Pierguard',
    short: 'Soft tapered foam on a cord, pair by pair in a dispenser box.',
    description:
      'Slow-recovery foam gives time to fit them well. The cord hangs them around the neck at lunch.',
    features: ['NRR 32 dB', 'Corded', 'Pillow pack'],
    unspsc: '46181901',
    commodity: '3926.90',
    country: 'US',
    unit: 'BX',
    variants: [['100', 'Box of 100 pairs', 17.4, 29.95, 1.2, 134]],
    categories: ['Hearing Protection'],
    tags: ['Made in USA'],
    flags: ['madeInUsa'],
    pictures: [{ kind: 'earPlugs', body: 'orange', accent: 'blue' }],
    revision: { name: 'Pierguard Ear Plugs BEST PRICE' },
    reason: 'Product names carry no advertising. The old name stays until you propose another one.'
  },
  {
    sku: 'HS-4301',
    name: 'Pierguard Half-Mask Respirator, Reusable',
    brand: 'Pierguard',
    short: 'Silicone half mask with quick-latch drop-down and twin filters.',
    description:
      '<p>One hand lowers the mask without taking off the helmet. Takes bayonet cartridges for vapors, and P100 discs for dust.</p>',
    features: [
      'Silicone face seal',
      'Drop-down latch',
      'Bayonet cartridges',
      'NIOSH approved with cartridges'
    ],
    unspsc: '46182002',
    commodity: '9020.00',
    country: 'US',
    leadTime: 4,
    unit: 'EA',
    option: 'size',
    variants: [
      ['S', 'Small', 21.3, 36.5, 0.5, 31],
      ['M', 'Medium', 21.3, 36.5, 0.5, 66],
      ['L', 'Large', 21.3, 36.5, 0.5, 40]
    ],
    categories: ['Respirators'],
    tags: ['Made in USA'],
    flags: ['madeInUsa'],
    documents: [
      { title: 'Fit test guide', type: 'MANUAL', url: 'https://docs.pierguard.example/4301/fit.pdf' },
      {
        title: 'NIOSH approval label',
        type: 'CERTIFICATE',
        url: 'https://docs.pierguard.example/4301/niosh.pdf'
      }
    ],
    pictures: [
      { kind: 'respirator', body: 'violet', accent: 'grey' },
      { kind: 'respirator', body: 'violet', accent: 'grey', crop: [110, 150, 180] }
    ],
    reviews: [[5, 'Latch is worth it', 'Down for a word, up again, seal is back.', 'Painter, Tulsa']]
  },
  {
    sku: 'HS-4306',
    name: 'Pierguard N95 Dust Mask with Valve',
    brand: 'Pierguard',
    short: 'Cupped N95 with an exhalation valve and a foam nose seal.',
    description: '<p>Filters 95% of airborne particles free of oil. The valve lets warm air out.</p>',
    features: ['NIOSH N95', 'Exhalation valve', 'Foam nose seal'],
    unspsc: '46182001',
    commodity: '6307.90',
    country: 'SG',
    unit: 'BX',
    variants: [],
    categories: ['Respirators'],
    pictures: [{ kind: 'dustMask', body: 'white', accent: 'blue' }],
    status: 'PENDING_APPROVAL'
  }
]
