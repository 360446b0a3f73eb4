import { MONEY, parseDecimal } from '../../lib/decimal.ts'
import { isUuid } from '../../lib/ids.ts'
import type { ItemFault } from '../imports/receive/prepared-item.ts'

/** The most categories that an item may give. */
export const mostCategories = 100

const most = { code: 255, manufacturer: 255, partNumber: 255, unspsc: 255, commodityCode: 28 }
/** Room for 100 UUIDs, with blanks about them. */
const longestList = 8_192
/** An item of nothing but unknown fields has no more than these. */
const listedFaults = 20
const mostStock = 2_147_483_647
/** A longer name of a field is cut where a fault shows it. */
const shownName = 100

type ClearedField = 'manufacturer' | 'partNumber' | 'unspsc' | 'commodityCode'

/**
 * An item of a bulk update, checked and in the forms in which it is stored: ids in lower case, the amount a canonical
 * decimal, texts trimmed. A field that was left out is left out here. An item with `errors` fails.
 */
export type PreparedUpdate = {
  productId?: string
  code?: string
  /** Where the code came as another field than `code`. */
  codeField?: 'product_code'
  vendorPrice?: string
  /** On hand. */
  stock?: number
  manufacturer?: string
  partNumber?: string
  unspsc?: string
  /** Only where `unspsc` has 8 or 10 digits. */
  unspc?: string
  commodityCode?: string
  /** The whole set; empty takes the product out of all. */
  categoryIds?: string[]
  /** Fields that null clears. */
  cleared?: ClearedField[]
  /** The first 20. */
  errors?: ItemFault[]
  /** How many there are, where those are not all. */
  faultCount?: number
}

/** Checks one item by itself: every fault at its field. What the database knows is told later (specification 4.5). */
export function prepareUpdate(item: unknown, vendorId: string): PreparedUpdate {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return { errors: [{ code: 'INVALID_TYPE', field: null, message: 'must be an object' }] }
  }
  const reading = new ItemReading(vendorId)
  for (const [field, value] of Object.entries(item)) reading.read(field, value)
  return reading.finish()
}

type Reader = (this: ItemReading, value: unknown, field: string) => void

class ItemReading {
  private readonly vendorId: string
  private readonly prepared: PreparedUpdate = {}
  private readonly errors: ItemFault[] = []
  private faultCount = 0

  constructor(vendorId: string) {
    this.vendorId = vendorId
  }

  read(field: string, value: unknown): void {
    if (field.startsWith('_') && field !== '__proto__') return
    const reader = readers.get(field)
    if (reader) reader.call(this, value, field)
    else this.fault('UNKNOWN_FIELD', shown(field), 'is not a known field')
  }

  finish(): PreparedUpdate {
    const { prepared, errors } = this
    const named = prepared.productId !== undefined || prepared.code !== undefined
    const naming = ['product_id', 'code', 'product_code']
    if (!named && !errors.some(({ field }) => naming.includes(field ?? ''))) {
      this.fault('REQUIRED', 'product_id', 'is required where there is no code')
    }
    if (errors.length === 0) return prepared
    // What names it is told beside its faults.
    const { productId, code } = prepared
    return {
      ...(productId !== undefined && { productId }),
      ...(code !== undefined && { code }),
      ...(this.faultCount > errors.length && { faultCount: this.faultCount }),
      errors
    }
  }

  fault(code: string, field: string, message: string): void {
    this.faultCount++
    if (this.errors.length < listedFaults) this.errors.push({ code, field, message })
  }

  productId(value: unknown, field: string): void {
    const id = this.uuid(value, field)
    if (id !== undefined) this.prepared.productId = id
  }

  /** `code` and, in rows of the export, `product_code`: they may come together when they are equal. */
  code(value: unknown, field: string): void {
    if (value === null) return
    const code = this.text(value, field, { min: 1, max: most.code })
    if (code === undefined) return
    const { prepared } = this
    if (prepared.code !== undefined && prepared.code !== code) {
      this.fault('CODES_DIFFER', 'product_code', 'is another one than code')
    }
    if (field === 'product_code' && prepared.code === undefined) prepared.codeField = 'product_code'
    else delete prepared.codeField
    prepared.code = code
  }

  companyId(value: unknown, field: string): void {
    const id = this.uuid(value, field)
    if (id !== undefined && id !== this.vendorId)
      this.fault('NOT_ALLOWED', field, 'must be your own vendor id')
  }

  vendorPrice(value: unknown, field: string): void {
    const parsed = parseDecimal(value, MONEY)
    if (parsed.ok) this.prepared.vendorPrice = parsed.value
    else if (value === null) this.fault('REQUIRED', field, 'cannot be null')
    else if (parsed.reason === 'type') this.fault('INVALID_TYPE', field, 'must be a number or a string')
    else if (parsed.reason === 'negative') this.fault('TOO_SMALL', field, 'must be 0 or more')
    else {
      const form = `with at most ${MONEY.integerDigits} digits before the point and ${MONEY.fractionDigits} after it`
      this.fault('INVALID_DECIMAL', field, `must be a decimal ${form}`)
    }
  }

  amount(value: unknown, field: string): void {
    const number = typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value
    if (value === null) this.fault('REQUIRED', field, 'cannot be null')
    else if (typeof number !== 'number' || !Number.isInteger(number))
      this.fault('INVALID_TYPE', field, 'must be an integer')
    else if (number < 0) this.fault('TOO_SMALL', field, 'must be 0 or more')
    else if (number > mostStock) this.fault('TOO_LARGE', field, `must be ${mostStock} or less`)
    else this.prepared.stock = number + 0
  }

  unspsc(value: unknown, field: string): void {
    const text = this.textOrNumber(value, field, { min: 1, max: most.unspsc, clears: 'unspsc' })
    if (text === undefined) return
    this.prepared.unspsc = text
    if (/^(?:\d{8}|\d{10})$/.test(text)) this.prepared.unspc = text
  }

  commodityCode(value: unknown, field: string): void {
    const text = this.textOrNumber(value, field, { max: most.commodityCode, clears: 'commodityCode' })
    if (text !== undefined) this.prepared.commodityCode = text
  }

  /** A text of one line that null clears. */
  line(name: 'manufacturer' | 'partNumber', value: unknown, field: string): void {
    const text = this.text(value, field, { max: most[name], clears: name })
    if (text !== undefined) this.prepared[name] = text
  }

  categoryIds(value: unknown, field: string): void {
    const text = value === null ? '' : typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') this.fault('INVALID_TYPE', field, 'must be a string or a number')
    else if (text.length > longestList)
      this.fault('TOO_LONG', field, `must have at most ${longestList} characters`)
    else this.categories(text.trim() === '' ? [] : text.split(','), field)
  }

  private categories(listed: string[], field: string): void {
    const ids = listed.map((id) => id.trim().toLowerCase())
    if (ids.length > mostCategories) this.fault('TOO_MANY', field, `must have at most ${mostCategories} ids`)
    else if (!ids.every(isUuid)) this.fault('INVALID_UUID', field, 'must be UUIDs that commas part')
    else if (new Set(ids).size < ids.length) this.fault('REPEATED_ID', field, 'names a category twice')
    else this.prepared.categoryIds = ids
  }

  /** An id in lower case; null is as if it was left out. */
  private uuid(value: unknown, field: string): string | undefined {
    if (value === null) return undefined
    if (typeof value === 'string' && isUuid(value)) return value.toLowerCase()
    if (typeof value === 'string') this.fault('INVALID_UUID', field, 'must be a UUID')
    else this.fault('INVALID_TYPE', field, 'must be a string')
    return undefined
  }

  private textOrNumber(value: unknown, field: string, bounds: Bounds): string | undefined {
    if (typeof value !== 'number') return this.text(value, field, bounds, 'a string or a number')
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return this.text(String(value), field, bounds)
    this.fault('TOO_LARGE', field, 'is beyond 2^53: send a string')
    return undefined
  }

  private text(
    value: unknown,
    field: string,
    { min = 0, max, clears }: Bounds,
    what = 'a string'
  ): string | undefined {
    if (value === null && clears) {
      this.prepared.cleared = [...(this.prepared.cleared ?? []), clears]
      return undefined
    }
    if (typeof value !== 'string') {
      this.fault('INVALID_TYPE', field, `must be ${what}`)
      return undefined
    }
    const text = value.trim()
    if (text.length >= min && isAtMost(text, max)) return text
    if (text.length < min) this.fault('TOO_SHORT', field, `must have at least ${min} character`)
    else this.fault('TOO_LONG', field, `must have at most ${max} characters`)
    return undefined
  }
}

/** `clears`: the field that null clears. */
type Bounds = { min?: number; max: number; clears?: ClearedField }

/** Counted in code points, of which a text has at least half as many as units. */
function isAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max)
}

function shown(name: string): string {
  return name.length > shownName ? `${name.slice(0, shownName).toWellFormed()}…` : name.toWellFormed()
}

const readers = new Map<string, Reader>([
  ['product_id', ItemReading.prototype.productId],
  ['code', ItemReading.prototype.code],
  ['product_code', ItemReading.prototype.code],
  ['company_id', ItemReading.prototype.companyId],
  ['vendor_price', ItemReading.prototype.vendorPrice],
  ['amount', ItemReading.prototype.amount],
  [
    'manufacturer_name',
    function (value, field) {
      this.line('manufacturer', value, field)
    }
  ],
  [
    'manufacturer_part_number',
    function (value, field) {
      this.line('partNumber', value, field)
    }
  ],
  ['unspsc', ItemReading.prototype.unspsc],
  ['commodity_code', ItemReading.prototype.commodityCode],
  ['category_ids', ItemReading.prototype.categoryIds],
  // Taken and dropped: it follows from vendor_price.
  ['price', () => {}],
  [
    'status',
    function (_, field) {
      this.fault('STATUS_NOT_WRITABLE', field, 'is managed by the platform')
    }
  ]
])
