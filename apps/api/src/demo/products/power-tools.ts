import type { DemoProduct } from '../demo-product.ts'

export const powerTools: DemoProduct[] = [
  {
    sku: 'HS-2004',
    name: 'Norvane 20 V Drill/Driver Kit',
    brand: 'Norvane',
    short: 'Brushless half-inch drill/driver with two batteries, charger and bag.',
    description:
      '<p>650 in-lb of torque from a brushless motor in a body 6.7 in long.</p><ul><li>Two speeds: 0–550 and 0–1,900 rpm</li><li>Half-inch metal chuck</li><li>Work light that stays on for 20 s</li></ul>',
    features: ['Brushless motor', '650 in-lb', 'Half-inch metal chuck', 'Two 2.0 Ah batteries'],
    warranty: '3 years',
    unspsc: '27112703',
    commodity: '8467.21',
    country: 'MX',
    leadTime: 3,
    unit: 'EA',
    option: 'kit',
    variants: [
      ['KIT', 'Kit with two batteries', 98.5, 169, 8.4, 54],
      ['BARE', 'Tool only', 52, 89, 3.1, 37]
    ],
    categories: ['Drills'],
    collections: ['Contractor Favorites', 'Spring Catalog'],
    flags: ['freeShipping'],
    documents: [
      { title: "Owner's manual", type: 'MANUAL', url: 'https://docs.norvane.example/2004/manual.pdf' },
      {
        title: 'Battery safety data sheet',
        type: 'SDS',
        url: 'https://docs.norvane.example/sds/li-ion-20v.pdf'
      }
    ],
    videos: [{ url: 'https://video.norvane.example/watch/2004', title: 'First hole in concrete board' }],
    pictures: [
      { kind: 'drill', body: 'blue', accent: 'amber' },
      { kind: 'drill', body: 'blue', accent: 'amber', crop: [190, 60, 170] },
      { kind: 'drill', body: 'teal', accent: 'amber', variant: 'BARE' }
    ],
    reviews: [
      [
        5,
        'Replaced two old ones',
        'Light, quick, and the chuck holds a 1/2 in bit without slipping.',
        'Rosa M.'
      ],
      [5, 'Crew bought six', 'Four months on site and all six still run.', 'Hal D.'],
      [4, 'Bag could be better', 'Tool is excellent. The zipper is not.', 'Nadia S.']
    ]
  },
  {
    sku: 'HS-2009',
    name: 'Norvane 20 V Impact Driver',
    brand: 'Norvane',
    short: 'Quarter-inch impact driver with three drive modes and 1,700 in-lb.',
    description: '<p>Soft, screw and full mode keep cabinet screws from stripping and still set lags.</p>',
    features: ['Three drive modes', '1,700 in-lb', 'One-hand bit change'],
    warranty: '3 years',
    unspsc: '27112703',
    commodity: '8467.21',
    country: 'MX',
    leadTime: 3,
    unit: 'EA',
    variants: [['BARE', 'Tool only', 58.75, 99, 2.9, 61]],
    categories: ['Drills'],
    pictures: [{ kind: 'impactDriver', body: 'blue', accent: 'amber' }],
    revision: {
      pictures: [
        { kind: 'impactDriver', body: 'blue', accent: 'amber', crop: [170, 60, 200] },
        { kind: 'impactDriver', body: 'teal', accent: 'amber' }
      ]
    },
    reviews: [[4, 'Loud but strong', 'Ear plugs needed. Sets 5 in lags without a pilot.', 'G. Petrov']]
  },
  {
    sku: 'HS-2015',
    name: 'Stonequay Cobalt Jobber Drill Bit Set',
    brand: 'Stonequay',
    short: 'Seven cobalt bits, 1/8 to 1/2 in, for stainless and hard steel.',
    description:
      '<p>Cobalt alloy all through, not a coating: resharpened bits cut as new ones do. 135° split point starts without a punch.</p>',
    features: ['5% cobalt', '135° split point', 'Indexed case'],
    unspsc: '27112801',
    commodity: '8207.50',
    country: 'US',
    unit: 'ST',
    variants: [['S7', 'Set of 7', 41.2, 71.95, 1.9, 44]],
    categories: ['Drills'],
    tags: ['Made in USA', 'New'],
    facetValues: ['Steel'],
    flags: ['madeInUsa'],
    pictures: [
      { kind: 'drillBits', body: 'red', metal: 'brass' },
      { kind: 'drillBits', body: 'red', metal: 'brass', crop: [50, 50, 180] }
    ]
  },
  {
    sku: 'HS-2101',
    name: 'Norvane 7-1/4 in Circular Saw',
    brand: 'Norvane',
    short: 'A 15 A sidewinder with a magnesium shoe and a blower for the line.',
    description:
      '<p>Cuts 2-1/2 in deep at 90° and 1-3/4 in at 45°. Bevels to 56° with stops at 22.5° and 45°.</p>',
    features: ['15 A motor', 'Magnesium shoe', 'Bevel to 56°', 'Dust blower'],
    warranty: '3 years',
    unspsc: '27112701',
    commodity: '8467.22',
    country: 'MX',
    leadTime: 4,
    unit: 'EA',
    variants: [['15A', '15 A, with blade', 71.3, 124, 9.2, 26]],
    categories: ['Saws'],
    pictures: [
      { kind: 'circularSaw', body: 'blue', accent: 'amber' },
      { kind: 'circularSaw', body: 'blue', accent: 'amber', crop: [60, 150, 190] }
    ],
    documents: [
      { title: "Owner's manual", type: 'MANUAL', url: 'https://docs.norvane.example/2101/manual.pdf' }
    ],
    reviews: [[4, 'Tracks straight', 'Shoe is flat out of the box.', 'Framer in Duluth']]
  },
  {
    sku: 'HS-2108',
    name: 'Norvane 20 V Reciprocating Saw',
    brand: 'Norvane',
    short: 'One-inch stroke, tool-free blade change and a pivoting shoe.',
    description: '<p>For demolition and pipe. 0–3,000 strokes a minute by the trigger.</p>',
    features: ['1 in stroke', 'Tool-free blade change', 'Variable speed'],
    warranty: '3 years',
    unspsc: '27112701',
    commodity: '8467.22',
    country: 'MX',
    unit: 'EA',
    variants: [['BARE', 'Tool only', 63.9, 109, 6.8, 0]],
    categories: ['Saws'],
    pictures: [{ kind: 'reciprocatingSaw', body: 'blue', accent: 'amber' }]
  },
  {
    sku: 'HS-2120',
    name: 'Stonequay Fine Finish Saw Blade, 60 Teeth',
    brand: 'Stonequay',
    short: 'Thin-kerf carbide blade for trim and plywood without tear-out.',
    description:
      'Expansion slots keep the blade quiet and flat. C3 carbide teeth can be sharpened six times or more.',
    features: ['60 carbide teeth', 'Thin kerf', 'Anti-vibration slots'],
    unspsc: '27112802',
    commodity: '8202.39',
    country: 'IT',
    leadTime: 5,
    unit: 'EA',
    option: 'diameter',
    variants: [
      ['725', '7-1/4 in', 16.9, 29.95, 0.7, 83],
      ['1000', '10 in', 28.2, 48.5, 1.5, 51]
    ],
    categories: ['Saws'],
    pictures: [
      { kind: 'sawBlade', body: 'green' },
      { kind: 'sawBlade', body: 'green', crop: [180, 40, 170] }
    ],
    status: 'PENDING_APPROVAL'
  },
  {
    sku: 'HS-2201',
    name: 'Norvane 4-1/2 in Angle Grinder',
    brand: 'Norvane',
    short: 'A 10 A paddle-switch grinder that restarts only when told to.',
    description:
      '<p>Restart protection and an electronic brake that stops the disc in two seconds. Guard turns without a tool.</p>',
    features: ['10 A motor', 'Two-second brake', 'Restart protection', 'Tool-free guard'],
    warranty: '3 years',
    unspsc: '27112704',
    commodity: '8467.29',
    country: 'CN',
    leadTime: 4,
    unit: 'EA',
    variants: [['10A', '10 A, paddle switch', 54.4, 94.5, 5.1, 33]],
    categories: ['Grinders'],
    collections: ['Contractor Favorites'],
    documents: [
      { title: "Owner's manual", type: 'MANUAL', url: 'https://docs.norvane.example/2201/manual.pdf' }
    ],
    pictures: [
      { kind: 'grinder', body: 'blue', accent: 'amber' },
      { kind: 'grinder', body: 'blue', accent: 'amber', crop: [200, 170, 180] }
    ],
    reviews: [[5, 'Brake is quick', 'Stops before I can set it down.', 'Weld shop lead']]
  },
  {
    sku: 'HS-2210',
    name: 'Stonequay Cut-Off Wheel for Stainless',
    brand: 'Stonequay',
    short: 'Iron-free 0.045 in wheels that leave no rust on stainless.',
    description:
      '<p>Ceramic grain in a resin bond free of iron, sulfur and chlorine. <strong>Max. 13,300 rpm.</strong></p>',
    features: ['0.045 in thick', 'Iron-free', 'Max. 13,300 rpm'],
    unspsc: '31191505',
    commodity: '6804.22',
    country: 'SI',
    unit: 'PK',
    option: 'pack',
    variants: [
      ['10', 'Pack of 10', 14.5, 24.95, 0.9, 190],
      ['50', 'Pack of 50', 64, 109, 4.4, 38]
    ],
    categories: ['Grinders'],
    facetValues: ['Stainless Steel'],
    documents: [
      { title: 'Safety data sheet', type: 'SDS', url: 'https://docs.stonequay.example/sds/2210.pdf' }
    ],
    pictures: [{ kind: 'disc', body: 'amber', accent: 'red' }],
    reviews: [
      [5, 'Lasts', 'Twice the cuts of the brand we had.', 'Yara B.'],
      [5, 'Clean edge', 'Hardly any burr on 304.', 'M. Lindqvist']
    ]
  }
]
