import type { DemoProduct } from '../demo-product.ts'

export const measuring: DemoProduct[] = [
  {
    sku: 'HS-1304',
    name: 'Tidewright Tape Measure with Blade Lock',
    brand: 'Tidewright',
    short: 'Nylon-coated blade that stands out 9 ft, with fractions printed.',
    description:
      '<p>Eighths and sixteenths are written out, so nobody counts lines. The hook slides by its own thickness for inside and outside measures alike.</p>',
    features: ['9 ft standout', 'Fractions printed', 'Rubber over-mould', 'Belt clip'],
    unspsc: '27111801',
    commodity: '9017.80',
    country: 'CN',
    leadTime: 2,
    unit: 'EA',
    option: 'length',
    variants: [
      ['16', '16 ft', 6.9, 12.49, 0.6, 320],
      ['25', '25 ft', 9.8, 17.95, 0.9, 404],
      ['35', '35 ft', 14.6, 25.95, 1.2, 77, { retired: true }]
    ],
    categories: ['Measuring'],
    collections: ['Contractor Favorites'],
    facetValues: ['Nylon'],
    pictures: [
      { kind: 'tapeMeasure', body: 'green', accent: 'yellow' },
      { kind: 'tapeMeasure', body: 'red', accent: 'yellow', variant: '16' },
      { kind: 'tapeMeasure', body: 'green', accent: 'yellow', crop: [220, 220, 150] }
    ],
    reviews: [
      [5, 'Reads itself', 'Apprentices stopped cutting short.', 'B. Okafor'],
      [4, 'Sturdy', 'Fell from a lift, dented, still true.', 'Ines V.'],
      [4, 'Good value', 'Standout is honest: a bit over 8 ft for me.', 'Tom H.']
    ]
  },
  {
    sku: 'HS-1310',
    name: 'Tidewright Torpedo Level, Magnetic',
    brand: 'Tidewright',
    short: 'Three vials in a milled frame, with magnets that hold on conduit.',
    description:
      '<p>Accurate to 0.0005 in per inch in both positions. A V-groove keeps it straight on pipe.</p>',
    features: ['Plumb, level and 45° vials', 'Rare-earth magnets', 'V-groove edge'],
    unspsc: '27111807',
    commodity: '9015.30',
    country: 'US',
    unit: 'EA',
    option: 'length',
    variants: [
      ['09', '9 in', 13.1, 22.95, 0.7, 68],
      ['24', '24 in', 27.5, 47.95, 1.9, 35]
    ],
    categories: ['Measuring'],
    tags: ['Made in USA'],
    flags: ['madeInUsa'],
    pictures: [{ kind: 'level', body: 'violet' }]
  },
  {
    sku: 'HS-1318',
    name: 'Tidewright Digital Caliper, 6 in',
    brand: 'Tidewright',
    short: 'Stainless caliper that reads to 0.0005 in or 0.01 mm.',
    description:
      '<p>Large display, carbide-free stainless jaws, and a battery that lasts two years because it sleeps after five minutes.</p>',
    features: ['0.0005 in / 0.01 mm', 'Stainless steel', 'Inch, metric and fractions', 'Case included'],
    warranty: '3 years',
    unspsc: '41111621',
    commodity: '9017.30',
    country: 'JP',
    leadTime: 6,
    unit: 'EA',
    variants: [['06', '6 in with case', 38.4, 64.95, 0.85, 29]],
    categories: ['Measuring'],
    facetValues: ['Stainless Steel'],
    documents: [
      {
        title: 'Calibration guide',
        type: 'MANUAL',
        url: 'https://docs.tidewright.example/1318/calibration.pdf'
      }
    ],
    pictures: [
      { kind: 'caliper', body: 'black' },
      { kind: 'caliper', body: 'black', crop: [90, 120, 180] }
    ],
    reviews: [[5, 'Repeats', 'Same reading ten times out of ten.', 'QA at a gear shop']]
  }
]
