import { uploadItemFields } from '../generated/fields.ts'
import type { AttributeDefinition } from './attribute-fields.ts'
import { headerCurrencies } from './market.ts'

/** How the value of a field is read from a cell. */
export type FieldKind =
  | 'text'
  | 'code'
  | 'html'
  | 'money'
  | 'decimal'
  | 'weight'
  | 'whole'
  | 'yes-or-no'
  | 'categories'
  | 'images'
  | 'attribute'

/** A field of a flat item of a bulk upload (contract 4.4). */
export type Field = {
  name: string
  kind: FieldKind
  isRequired?: true
  /** Names of columns, in the form of `headerKey`, that mean this field. */
  names: readonly string[]
  /** Names of columns that may mean this field. The user has to confirm it. */
  doubtfulNames?: readonly string[]
  /** The field is guessed only if a column has this other field. */
  guessedWith?: string
  /** True if, of several columns that mean the field, the one whose name comes first in `names` is guessed. */
  prefersFirst?: true
  /** The attribute that the field sets. */
  attribute?: AttributeDefinition
}

/** The names of columns with the manufacturer's suggested retail price. */
export const listPriceNames: readonly string[] = [
  ...['list price', 'msrp', 'list', 'rrp', 'srp', 'suggested retail price', 'suggested price'],
  ...['manufacturer suggested retail price', 'retail price']
]

const weightNames = [
  'weight',
  'shipping weight',
  'item weight',
  'product weight',
  'unit weight',
  'net weight'
]
const weightUnits = [
  'lb',
  'lbs',
  'pounds',
  'oz',
  'ounces',
  'kg',
  'kgs',
  'g',
  'grams',
  'in kg',
  'in g',
  'in lb'
]

/** The names of columns with weights, with and without a unit. */
export const weightColumnNames: readonly string[] = [
  ...weightNames,
  ...weightNames.flatMap((name) => weightUnits.map((unit) => `${name} ${unit}`))
]

/** The fields for which the names of columns are known, in the order of the documentation. */
const namedFields: readonly Field[] = [
  {
    name: 'product',
    kind: 'text',
    isRequired: true,
    names: ['name', 'item', 'item name', 'product name', 'title', 'item title', 'product title'],
    doubtfulNames: ['item description', 'product description', 'short description', 'description']
  },
  {
    name: 'code',
    kind: 'code',
    isRequired: true,
    names: [
      ...['sku', 'sku number', 'sku code', 'item number', 'item code', 'item sku', 'product code'],
      ...['product number', 'product sku', 'stock number', 'stock code', 'vendor sku', 'supplier sku'],
      ...['catalog number', 'catalogue number', 'article number', 'vendor item number', 'vendor code'],
      'variant sku'
    ],
    doubtfulNames: ['part number', 'number', 'id', 'item id', 'product id', 'mpn', 'model', 'model number']
  },
  {
    name: 'vendor_price',
    kind: 'money',
    isRequired: true,
    names: [
      ...[
        'cost',
        'vendor cost',
        'unit cost',
        'item cost',
        'cost price',
        'net cost',
        'net price',
        'your cost'
      ],
      ...['wholesale', 'wholesale price', 'wholesale cost', 'dealer price', 'dealer cost', 'dealer net'],
      ...['supplier price', 'supplier cost', 'purchase price', 'buying price', 'cost each'],
      'cost per item'
    ],
    doubtfulNames: [
      'price',
      'unit price',
      'item price',
      'price each',
      'base price',
      'sell price',
      'our price'
    ]
  },
  // Without a column with the cost, a list price may be what the file calls the cost.
  {
    name: 'list_price',
    kind: 'money',
    names: listPriceNames,
    prefersFirst: true,
    guessedWith: 'vendor_price'
  },
  {
    name: 'full_description',
    kind: 'html',
    names: [
      ...['description', 'long description', 'product description', 'item description', 'details'],
      ...['description html', 'html description', 'body html', 'extended description', 'product details']
    ]
  },
  {
    name: 'amount',
    kind: 'whole',
    names: [
      ...[
        'qty',
        'quantity',
        'stock',
        'on hand',
        'qty on hand',
        'quantity on hand',
        'stock on hand',
        'inventory'
      ],
      ...[
        'available',
        'qty available',
        'available qty',
        'quantity available',
        'available quantity',
        'stock qty'
      ],
      ...[
        'stock quantity',
        'in stock',
        'stock level',
        'inventory qty',
        'inventory quantity',
        'units in stock',
        'variant inventory qty'
      ]
    ]
  },
  { name: 'min_qty', kind: 'whole', names: ['minimum qty', 'minimum quantity', 'min quantity', 'moq'] },
  {
    name: 'unit_of_measure',
    kind: 'text',
    names: ['uom', 'unit', 'u m', 'um', 'selling unit', 'sales unit', 'units of measure', 'measure']
  },
  {
    name: 'manufacturer_name',
    kind: 'text',
    names: ['manufacturer', 'mfr', 'mfg', 'mfr name', 'mfg name', 'maker', 'manufactured by']
  },
  {
    name: 'manufacturer_part_number',
    kind: 'code',
    names: [
      ...['mpn', 'part number', 'mfr part number', 'mfg part number', 'manufacturer number', 'mfr number'],
      ...['manufacturer part', 'mfg number', 'model number', 'model', 'oem part number', 'manufacturer sku']
    ]
  },
  { name: 'brand', kind: 'text', names: ['brand name', 'make', 'label'] },
  {
    name: 'upc',
    kind: 'code',
    names: [
      ...['ean', 'gtin', 'barcode', 'bar code', 'upc code', 'upc number', 'ean code', 'upc ean', 'ean upc'],
      ...[
        'upc ean gtin',
        'upc gtin',
        'gtin upc',
        'upc a',
        'ean 13',
        'ean13',
        'gtin 12',
        'gtin 13',
        'gtin 14'
      ],
      'variant barcode'
    ]
  },
  { name: 'unspsc', kind: 'code', names: ['unspc', 'unspsc code', 'unspc code'] },
  {
    name: 'commodity_code',
    kind: 'code',
    names: ['hs code', 'hts', 'hts code', 'hs tariff code', 'tariff code', 'harmonized code', 'schedule b']
  },
  { name: 'eccn', kind: 'code', names: ['eccn code', 'export control number'] },
  {
    name: 'country_of_origin',
    kind: 'text',
    names: ['origin', 'country', 'coo', 'made in', 'origin country', 'country of manufacture']
  },
  {
    name: 'category_ids',
    kind: 'categories',
    names: [
      ...['category', 'categories', 'category id', 'category path', 'category name', 'product category'],
      ...['product categories', 'item category', 'department', 'product type', 'category slug']
    ]
  },
  {
    name: 'images',
    kind: 'images',
    names: [
      ...[
        'image',
        'image url',
        'image urls',
        'image link',
        'image links',
        'images url',
        'main image',
        'picture'
      ],
      ...['pictures', 'photo', 'photos', 'photo url', 'picture url', 'additional images', 'image src'],
      'variant image'
    ]
  },
  { name: 'weight', kind: 'weight', names: weightColumnNames },
  { name: 'free_shipping', kind: 'yes-or-no', names: ['free freight', 'ships free'] },
  { name: 'abilityone', kind: 'yes-or-no', names: ['ability one'] },
  { name: 'made_in_usa', kind: 'yes-or-no', names: ['usa made', 'made in us', 'made in america'] },
  { name: 'green_product', kind: 'yes-or-no', names: ['green', 'eco friendly'] }
]

/** The kind of a field by the JSON types of its values. */
const kinds: Record<string, FieldKind> = {
  string: 'text',
  'string | number': 'code',
  'number | string': 'decimal',
  integer: 'whole'
}

/** The fields that a file can set. Fields whose columns have no other names come last. */
export const fields: readonly Field[] = [...namedFields, ...otherFields(uploadItemFields, namedFields)]

/** Returns those fields of an item that are missing in `known` and have a value that a cell can contain. */
export function otherFields(
  item: Readonly<Record<string, string>>,
  known: readonly { name: string }[]
): Field[] {
  return Object.entries(item).flatMap(([name, types]) => {
    const kind = kinds[types]
    return kind === undefined || known.some((field) => field.name === name) ? [] : [{ name, kind, names: [] }]
  })
}

/** The field whose value several rows share that are variants of one product. It becomes the product's SKU. */
export const variantGroup = 'variant_group'

/** The fields of files in which the variants of a product have a row each. */
export const variantFields: readonly Field[] = [
  {
    name: variantGroup,
    kind: 'code',
    names: [
      ...['handle', 'product handle', 'parent sku', 'parent code', 'parent item', 'parent product'],
      ...[
        'variant group code',
        'variant group id',
        'group code',
        'group id',
        'item group id',
        'product group id'
      ],
      'product group code'
    ]
  },
  { name: 'variant_name', kind: 'text', names: ['variant', 'variant title'], guessedWith: variantGroup },
  {
    name: 'attribute',
    kind: 'attribute',
    names: [
      ...[
        'size',
        'size name',
        'variant size',
        'color',
        'colour',
        'color name',
        'colour name',
        'variant color'
      ],
      ...[
        'variant colour',
        'material',
        'finish',
        'style',
        'pattern',
        'flavor',
        'flavour',
        'scent',
        'pack size'
      ],
      ...['option1 value', 'option2 value', 'option3 value', 'option 1 value', 'option 2 value'],
      'option 3 value'
    ],
    guessedWith: variantGroup
  }
]

/** True if several columns can have the field. */
export function isRepeatable({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'images' || kind === 'attribute'
}

/** Columns with prices that may be retail prices, which the service computes. They are never sent as the cost. */
export const retailNames: readonly string[] = [
  ...[
    'price',
    'msrp',
    'list',
    'list price',
    'retail',
    'retail price',
    'rrp',
    'srp',
    'suggested retail price'
  ],
  ...['suggested price', 'unit price', 'item price', 'price each', 'sale price', 'sell price', 'our price'],
  ...['selling price', 'base price', 'map', 'map price', 'customer price', 'regular price']
]

const byName = new Map(fields.map((field) => [field.name, field]))

/** Returns the field with this name, or undefined if there is none. */
export function findField(name: string): Field | undefined {
  return byName.get(name)
}

const currencyWord = new RegExp(` (?:us|${headerCurrencies.join('|')})$`)

/**
 * Returns the name of a column in the form in which names are compared: lower case, words separated by one
 * space, without currencies. `Item #` becomes `item number`, and `vendorPrice` becomes `vendor price`.
 */
export function headerKey(header: string): string {
  return header
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(?:no|nr|num|nbr)\b/g, 'number')
    .replace(/\bdesc\b/g, 'description')
    .trim()
    .replace(currencyWord, '')
}
