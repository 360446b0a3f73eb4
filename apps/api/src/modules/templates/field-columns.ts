import type { ColumnFormat } from '@purveyor/spreadsheets'
import { capitalise } from '../../lib/capitalise.ts'
import type { Field } from '../products/fields/field.ts'
import { metadataFields, uploadTargets } from '../products/fields/flat-fields.ts'

/** What a cell of a field contains. */
export type FieldType = 'text' | 'money' | 'number' | 'whole' | 'yesNo' | 'category'

/** The column of a field of flat items (contract 4.4), or of one of the fields by which rows become variants. */
export type FieldColumn = {
  name: string
  header: string
  type: FieldType
  /** The level at which the field is stored. Only the first row of a product has its own fields. */
  of: 'product' | 'variant'
  isRequired: boolean
  format: ColumnFormat
  width: number
  maxLength: number | undefined
  /** True if its texts can be long, so that they must not cover the cells beside them. */
  isLong: boolean
  help: string
  example: string
  /** Why the column is empty in the rows of existing products. Undefined if it isn't. */
  isUnfilled?: string
}

/** The unit of weights and the currency of a marketplace. */
export type Units = { currency: string; weightUnit: string }

/** What the template says about a field that its entry in the tables of fields doesn't. */
type Words = {
  header: string
  help: string
  example: string
  width?: number
  type?: FieldType
  of?: 'product' | 'variant'
  isRequired?: true
  maxLength?: number
  isUnfilled?: string
}

const stockIsUnfilled =
  'Empty for existing products, because the stock changes while you edit. Leave it empty, and change the stock with a ' +
  'bulk update.'
const imagesAreUnfilled = 'Empty for existing products. URLs that you enter are added to their images.'
const quantityIsUnfilled = 'Only for products that have no variant group.'

/** The words for the fields that most vendors fill in, in the order of the columns before the attributes. */
function firstWords({ currency, weightUnit }: Units): Record<string, Words> {
  return {
    code: {
      ...{ header: 'SKU', width: 18, example: 'HB-M8-40', isRequired: true },
      help: 'Your number of the item. Each row has another one.'
    },
    product: {
      ...{ header: 'Product name', width: 34, example: 'Hex bolt M8 x 40, zinc' },
      help: 'The name that customers see. If a product has several rows, only the first one needs it.'
    },
    variant_group: {
      ...{ header: 'Variant group', width: 18, example: 'HB-M8', of: 'variant', maxLength: 255 },
      help:
        'Only for products with several variants, such as sizes. Enter the same text in all rows of the product, and put ' +
        'the rows directly below each other. The text becomes the SKU of the product.'
    },
    variant_name: {
      ...{ header: 'Variant name', width: 20, example: 'Box of 100', of: 'variant', maxLength: 255 },
      help: 'Only for products with several variants: what distinguishes this one.'
    },
    category_ids: {
      ...{ header: 'Category', width: 30, example: 'Tools > Drills', type: 'category', of: 'product' },
      help: 'Choose a category from the list. Separate several categories by semicolons.'
    },
    vendor_price: {
      ...{ header: 'Cost', width: 11, example: '12.50' },
      help: `Your price to the marketplace for one unit, in ${currency}. The retail price is calculated from it.`
    },
    amount: {
      ...{ header: 'Stock', width: 10, example: '250', type: 'whole', of: 'variant' },
      ...{ help: 'The number of units that you have. 0 if empty.', isUnfilled: stockIsUnfilled }
    },
    brand: { header: 'Brand', help: 'The brand of the product.', example: 'Boltwell' },
    manufacturer_name: {
      ...{ header: 'Manufacturer', width: 20, example: 'Boltwell Inc.' },
      help: 'The company that makes the product.'
    },
    manufacturer_part_number: {
      ...{ header: 'Manufacturer part number', width: 20, example: 'M8X40-A2' },
      help: 'The number by which the manufacturer knows the item.'
    },
    upc: {
      ...{ header: 'UPC', width: 16, example: '012345678905' },
      help: 'The UPC, EAN or GTIN with all digits, also zeros at the beginning.'
    },
    unit_of_measure: {
      ...{ header: 'Unit of measure', width: 11, example: 'BX' },
      help: 'What one unit is, such as EA (each) or BX (box).'
    },
    weight: {
      ...{ header: 'Weight', width: 10, example: '2.5', type: 'number', of: 'variant' },
      help: `The shipping weight of one unit, in ${weightUnit}.`
    },
    full_description: {
      ...{ header: 'Description', width: 40, example: 'Fully threaded, property class 8.8.', of: 'product' },
      help: 'Text or HTML. Unsafe HTML is removed.'
    },
    images: {
      ...{ header: 'Images', width: 30, example: 'https://supplier.example/m8.jpg', of: 'product' },
      help: 'Up to 20 public URLs of images, separated by spaces. The first is the main image.',
      isUnfilled: imagesAreUnfilled
    }
  }
}

/** The words for the fields after the attributes. Fields of the tables that have no words here follow them. */
const lastWords: Record<string, Words> = {
  min_qty: {
    ...{ header: 'Minimum quantity', width: 11, example: '10', type: 'whole', of: 'product' },
    ...{ help: 'The smallest number of units that can be ordered.', isUnfilled: quantityIsUnfilled }
  },
  list_price: {
    ...{ header: 'List price', width: 11, example: '19.95' },
    help: "The manufacturer's suggested retail price."
  },
  country_of_origin: {
    ...{ header: 'Country of origin', width: 12, example: 'US' },
    help: 'The country in which the product is made.'
  },
  unspsc: {
    ...{ header: 'UNSPSC', width: 12, example: '31161620', of: 'product', maxLength: 255 },
    help: 'The UNSPSC code: 8 or 10 digits.'
  },
  commodity_code: {
    ...{ header: 'Commodity code', width: 14, example: '7318.15' },
    help: 'The code of the customs tariff.'
  },
  eccn: {
    ...{ header: 'ECCN', width: 10, example: 'EAR99' },
    help: 'The export control classification number.'
  },
  free_shipping: { header: 'Free shipping', width: 10, help: 'Yes if you ship for free.', example: 'No' },
  abilityone: {
    ...{ header: 'AbilityOne', width: 11, example: 'No' },
    help: 'Yes for products of the AbilityOne program.'
  },
  made_in_usa: {
    ...{ header: 'Made in USA', width: 10, example: 'Yes' },
    help: 'Yes if the product is made in the USA.'
  },
  green_product: {
    ...{ header: 'Green product', width: 10, example: 'No' },
    help: 'Yes for environmentally preferable products.'
  }
}

/** The fields that have no entry in the tables of fields, because they set several fields or a list. */
const ownFields = ['variant_group', 'variant_name', 'category_ids', 'amount', 'full_description', 'images']

/**
 * Returns the columns of the fields that vendors fill in. `first` are those before the columns of attributes, and `last`
 * those after them.
 */
export function fieldColumns(units: Units): { first: FieldColumn[]; last: FieldColumn[] } {
  const words = firstWords(units)
  const known = { ...words, ...lastWords }
  const others = [...entries.keys()].filter((name) => !Object.hasOwn(known, name))
  const columnsOf = (names: string[]) =>
    names
      .filter(
        (name) => entries.has(name) || ownFields.includes(name) || name === 'min_qty' || name === 'unspsc'
      )
      .map((name) => columnOf(name, known[name]))
  return {
    first: columnsOf(Object.keys(words)),
    last: columnsOf([...Object.keys(lastWords), ...others])
  }
}

/** The entries of the tables of fields, by the names of the fields of flat items. */
const entries = new Map<string, { of: 'product' | 'variant'; field: Field | { kind: Field['kind'] } }>([
  ...uploadTargets.map(({ flat, of, field }) => [flat.name, { of, field }] as const),
  ...metadataFields.map(({ name, of, kind }) => [name, { of, field: { kind } }] as const)
])

function columnOf(name: string, words: Words | undefined): FieldColumn {
  const entry = entries.get(name)
  const field: Partial<Field> = entry?.field ?? {}
  const { header = headerOf(name), help = field.description ?? '', width = 16 } = words ?? {}
  const type = words?.type ?? types[field.kind ?? 'line'] ?? 'text'
  return {
    ...{ name, header, help, width, type, format: formats[type] },
    of: words?.of ?? (name === 'code' ? 'variant' : (entry?.of ?? 'variant')),
    isRequired: field.isRequired === true,
    isLong: name === 'full_description' || name === 'images',
    maxLength: words?.maxLength ?? field.max,
    example: words?.example ?? (field.example === undefined ? '' : String(field.example)),
    ...(words?.isUnfilled !== undefined && { isUnfilled: words.isUnfilled })
  }
}

const types: { [kind in Field['kind']]?: FieldType } = {
  money: 'money',
  weight: 'number',
  whole: 'whole',
  flag: 'yesNo'
}

const formats: Record<FieldType, ColumnFormat> = {
  text: 'text',
  money: 'decimal',
  number: 'general',
  whole: 'integer',
  yesNo: 'text',
  category: 'text'
}

function headerOf(name: string): string {
  return capitalise(name.replaceAll('_', ' '))
}
