import type { FieldTable } from './field.ts'

const initialStock = 'coalesce(i.initial_inventory, i.stock, 0)'

/** The fields of variants that are columns of `variants`, like `productFieldTable`. */
export const variantFieldTable = {
  sku: {
    ...{ kind: 'line', min: 1, max: 255, example: 'HB-M8-100' },
    description: 'Unique among the variants of the product',
    ...{ isRequired: true, isSearched: true, isPublic: true },
    exported: { name: 'product_code', description: "The variant's SKU", example: 'HB-M8-100' }
  },
  name: {
    ...{ kind: 'line', min: 1, max: 255, example: 'Box of 100', isRequired: true, isPublic: true },
    isCorrectable: true
  },
  vendorPrice: {
    ...{ kind: 'money', example: 12.5, isRequired: true, isWatched: true, isUnreviewed: true },
    description: 'The cost, from which the retail price is calculated',
    output: { description: 'The cost', example: '12.50' },
    flat: {
      name: 'vendor_price',
      upload: { description: 'The `vendorPrice` of the variant, from which the retail price is calculated' },
      update: {
        description: 'The cost, as a number or a string. The retail price is calculated from it.'
      }
    },
    exported: { name: 'vendor_price', description: 'The cost, a decimal', example: '12.50' }
  },
  listPrice: {
    ...{ kind: 'money', example: 19.95, isWatched: true, isUnreviewed: true },
    description: "The manufacturer's suggested retail price",
    output: {
      description:
        "The manufacturer's suggested retail price. Storefronts show it if it is higher than the retail price.",
      example: '19.95'
    },
    flat: {
      name: 'list_price',
      upload: {},
      update: {
        description: "The manufacturer's suggested retail price of the variant, as a number or a string"
      }
    }
  },
  upc: {
    ...{ kind: 'line', max: 255, example: '012345678905', isSearched: true, isPublic: true, isUpc: true },
    isCorrectable: true,
    flat: {
      ...{ name: 'upc', takesNumbers: true, upload: {} },
      update: { description: 'The `upc` of the variant, at most 255 characters' }
    }
  },
  unitOfMeasure: {
    ...{ kind: 'line', max: 50, example: 'BX', isPublic: true, isCorrectable: true },
    flat: { name: 'unit_of_measure', upload: {} }
  },
  partNumber: {
    ...{ kind: 'line', max: 255, example: 'M8X40-A2', isSearched: true, isPublic: true },
    isCorrectable: true,
    flat: { name: 'manufacturer_part_number', upload: {}, update: {} }
  },
  weight: {
    ...{ kind: 'weight', description: "In the marketplace's weight unit", example: 2.5, isPublic: true },
    output: { description: "In the marketplace's weight unit", example: '2.5' },
    flat: {
      name: 'variant_weight',
      update: {
        description: "The weight of the variant, in the marketplace's weight unit, as a number or a string"
      }
    },
    ...{ metadataName: 'weight', isSetByMetadata: true }
  },
  initialInventory: {
    ...{ kind: 'whole', description: 'The initial stock. The default is 0.', default: 0, isFixed: true },
    output: { description: 'The stock that was set when the variant was created', example: 40 },
    inserted: initialStock
  },
  // Requests set the stock with `variantStock`, and flat items with `amount`.
  stockOnHand: {
    ...{ kind: 'whole', default: 0, isInput: false, isUnreviewed: true, inserted: initialStock },
    output: { description: 'The physical stock, including reserved stock', example: 40 },
    exported: { name: 'amount', description: 'The stock on hand, an integer', example: '250' }
  },
  // The time of the last accepted count, shipment or cancellation of a shipment. Null if there was none.
  stockAsOf: {
    ...{ kind: 'time', isInput: false, isOutput: false, inserted: false },
    ...{ isRecorded: false, isUnreviewed: true }
  },
  // The column has the attributes except `unspc`.
  attributes: {
    ...{ kind: 'attributes', default: {}, isPublic: true, isCorrectable: true },
    inserted: "coalesce(i.attributes, '{}') - 'unspc'"
  },
  // The UNSPSC code, which the API returns as `attributes.unspc`.
  unspc: {
    ...{ kind: 'line', isInput: false, isOutput: false, isRecorded: false },
    inserted: "i.attributes ->> 'unspc'"
  },
  isActive: {
    ...{ kind: 'flag', description: 'The default is true', default: true },
    flat: {
      name: 'is_active',
      update: {
        description: 'False takes the variant off sale. Null means true, the default of a new variant.'
      }
    }
  }
} as const satisfies FieldTable
