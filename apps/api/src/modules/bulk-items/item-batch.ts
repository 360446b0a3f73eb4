import { hash, randomBytes } from 'node:crypto'
import { type JsonFault, type JsonItem, type ParsedJson, pointerStep } from '@purveyor/json-stream'
import { fault } from '../../http/faults.ts'
import { type Wording, wrongType } from '../../http/find-faults.ts'
import { type ItemFault, type ItemFields, type ItemRules, quoted } from './item-fields.ts'
import type { ReadAnswer, ReadLimits, ReadNeed } from './read-items.ts'

/** A checked item, with its errors and the record to store. */
export type CheckedItem = Pick<ItemFields, 'errors' | 'faultCount'> & {
  /**
   * The fields that identify the item. If the item has errors, only these fields and the errors are stored.
   */
  identifiers: Record<string, unknown>
  /** The record to store if the item has no errors. */
  prepared: Record<string, unknown>
  /** A code that must be unique within the body. */
  code?: string | undefined
  /** Category ids in lower case. Ids that don't exist become errors of the item. */
  categoryIds?: string[] | undefined
}

/**
 * How the items of a body are read and checked: one way for bulk uploads, another for bulk updates. `check`
 * finds all errors of one item and prepares the item for storage.
 */
export type ItemKind = { rules: ItemRules; check: (item: Record<string, unknown>) => CheckedItem }

/** A batch of consecutive items. The strings are stored unchanged. */
export type ReadBatch = {
  need: 'batch'
  firstIndex: number
  count: number
  /** One line per item: the item as it was sent, or as a JSON string if it isn't a JSON object. */
  submitted: string
  /** A JSON array with the result of `preparedOf` for each item. */
  prepared: string
}

type Entry = { index: number; submitted: string; checked: CheckedItem }

/** The maximum number of errors that the response to one body lists. */
export const maxListedFaults = 1_000
/** The approximate length of one error as text, in characters. */
const errorLength = 100
/** The maximum number of cached ids of existing categories. Cached ids aren't looked up again. */
const maxCachedCategories = 10_000

/** Collects the items of one body into batches, with the errors found in them. */
export class ItemBatch {
  /**
   * The errors of all items, with pointers into the body. Contains at most `maxListedFaults` of them;
   * `faultCount` is the number of all errors.
   */
  readonly faults: JsonFault[] = []
  faultCount = 0
  total = 0
  private readonly kind: ItemKind
  private readonly limits: ReadLimits
  private readonly isInBody: boolean
  private readonly codes = new CodeTable()
  private readonly existing = new Set<string>()
  private entries: Entry[] = []
  private textLength = 0

  /**
   * `isInBody`: true if the items are elements of a JSON body, so that their errors are errors of the body
   * too.
   */
  constructor(options: { kind: ItemKind; limits: ReadLimits; isInBody: boolean }) {
    this.kind = options.kind
    this.limits = options.limits
    this.isInBody = options.isInBody
  }

  get isFull(): boolean {
    return this.entries.length >= this.limits.batchItems || this.textLength >= this.limits.batchText
  }

  /** Adds an element of a JSON body. */
  addElement({ text, parsed, isTooLong }: JsonItem): void {
    if (!isTooLong) this.add(text, parsed)
    else {
      const message = `must be at most ${this.limits.itemBytes} bytes`
      this.addFailed(JSON.stringify(text), { code: 'TOO_LONG', message })
    }
  }

  /**
   * Adds an item whose text is valid JSON. `parsed` is its value, or the errors that were found while parsing
   * it.
   */
  add(text: string, parsed: ParsedJson): void {
    if (!parsed.ok) {
      const { faults } = parsed
      const errors = faults.slice(0, this.kind.rules.maxFaults).map((one) => this.itemFault(one))
      this.put(oneLine(text), { ...failed(errors), faultCount: faults.length }, faults)
    } else if (isRecord(parsed.value)) {
      this.put(withoutReportFields(parsed.value) ?? oneLine(text), this.kind.check(parsed.value))
    } else {
      const isType = parsed.value === null && this.kind.rules.nullCode === 'INVALID_TYPE'
      this.addFailed(oneLine(text), wrongType(isType ? undefined : parsed.value, 'object'))
    }
  }

  /** Adds an item that has a single error, which concerns the whole item. */
  addFailed(submitted: string, { code, message }: Wording): void {
    this.put(submitted, failed([{ code, field: null, message }]))
  }

  /**
   * Looks up the categories that the batch refers to, yields the batch and begins the next one. Yields
   * nothing if the batch is empty.
   */
  *flush(): Generator<ReadNeed, void, ReadAnswer> {
    if (this.entries.length === 0) return
    const ids = new Set(this.entries.flatMap(({ checked }) => checked.categoryIds ?? []))
    const unchecked = [...ids].filter((id) => !this.existing.has(id))
    if (unchecked.length > 0) {
      const { unknownIds = [] } = yield { need: 'categories', ids: unchecked }
      this.addUnknownCategories(new Set(unknownIds))
      for (const id of unchecked) {
        if (this.existing.size < maxCachedCategories && !unknownIds.includes(id)) this.existing.add(id)
      }
    }
    const { entries } = this
    this.entries = []
    this.textLength = 0
    yield {
      need: 'batch',
      firstIndex: entries[0]?.index ?? 0,
      count: entries.length,
      submitted: entries.map(({ submitted }) => submitted).join('\n'),
      prepared: JSON.stringify(entries.map(({ checked }) => preparedOf(checked)))
    }
  }

  private put(submitted: string, checked: CheckedItem, faults?: JsonFault[]): void {
    const index = this.total++
    const { code, errors, faultCount } = checked
    this.addFaults(faults ?? errors.map((one) => bodyFault(index, one)), faultCount)
    const first = code === undefined ? undefined : this.codes.claim(code, index)
    if (first !== undefined) {
      const message = `must be unique, but the item at index ${first} has the same code`
      errors.push({ code: 'DUPLICATE_CODE', field: 'code', message })
    }
    this.entries.push({ index, submitted, checked })
    this.textLength += 2 * submitted.length + errorLength * errors.length
  }

  private addUnknownCategories(unknown: Set<string>): void {
    for (const { index, checked } of unknown.size > 0 ? this.entries : []) {
      const errors = (checked.categoryIds ?? [])
        .filter((id) => unknown.has(id))
        .map((id) => ({
          code: 'UNKNOWN_CATEGORY',
          field: 'category_ids',
          message: `contains ${quoted(id)}, which is not the id of an existing category`
        }))
      checked.errors.push(...errors)
      this.addFaults(errors.map((one) => bodyFault(index, one)))
    }
  }

  private addFaults(faults: JsonFault[], count = faults.length): void {
    if (!this.isInBody) return
    this.faultCount += count
    this.faults.push(...faults.slice(0, maxListedFaults - this.faults.length))
  }

  /**
   * Converts an error with a JSON Pointer to an error of an item. The field's name is taken from the pointer.
   */
  private itemFault({ pointer, code, message }: JsonFault): ItemFault {
    const step = pointer.split('/')[this.isInBody ? 3 : 1]
    return { code, field: step?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null, message }
  }
}

function failed(errors: ItemFault[]): CheckedItem {
  return { errors, faultCount: errors.length, identifiers: {}, prepared: {} }
}

function bodyFault(index: number, { code, field, message }: ItemFault): JsonFault {
  return fault(`/items/${index}${field === null ? '' : pointerStep(field)}`, code, message)
}

/** Returns the record to store for an item: the prepared item, or its identifiers and errors. */
export function preparedOf({ errors, identifiers, prepared }: CheckedItem): Record<string, unknown> {
  return errors.length === 0 ? prepared : { ...identifiers, errors }
}

/** True if the value is an object, but not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the item as JSON text without the fields whose names begin with `_`, which come from a report.
 * Returns undefined if the item has no such fields.
 */
function withoutReportFields(item: Record<string, unknown>): string | undefined {
  if (!Object.keys(item).some((name) => name.startsWith('_'))) return undefined
  return JSON.stringify(Object.fromEntries(Object.entries(item).filter(([name]) => !name.startsWith('_'))))
}

/**
 * Removes line breaks from JSON text. The value stays the same, because line breaks are escaped in JSON
 * strings.
 */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ').trim()
}

/**
 * Maps each code in one body to the index of the first item with this code. The table stores hashes instead
 * of the codes, in slots of 12 bytes. A million codes need two million slots (24 MiB). Codes are compared by
 * 64 bits of a hash with a random key, so a client can't construct collisions. Of 10^7 bodies with a million
 * codes each, less than one is expected to have an accidental collision.
 */
export class CodeTable {
  private readonly key = randomBytes(16).toString('hex')
  private high = new Uint32Array(1024)
  private low = new Uint32Array(1024)
  /** 0 for a free slot. For any other slot, 1 plus the index of the first item with the code of this slot. */
  private first = new Int32Array(1024)
  private size = 0

  /**
   * Returns the index of the first item with the code. If there is no such item, stores `index` and returns
   * undefined.
   */
  claim(code: string, index: number): number | undefined {
    const digest = hash('sha256', this.key + code, 'buffer')
    const earlier = this.put(digest.readUInt32LE(0), digest.readUInt32LE(4), index + 1)
    if (earlier > 0) return earlier - 1
    this.size++
    if (this.size > this.first.length * 0.7) this.grow()
    return undefined
  }

  get bytes(): number {
    return this.high.byteLength + this.low.byteLength + this.first.byteLength
  }

  /**
   * Stores `first` in the slot of the hash and returns 0. If the hash is already stored, changes nothing and
   * returns the value that is stored with the hash.
   */
  private put(high: number, low: number, first: number): number {
    const mask = this.first.length - 1
    let slot = low & mask
    while (this.first[slot] !== 0 && (this.high[slot] !== high || this.low[slot] !== low)) {
      slot = (slot + 1) & mask
    }
    const earlier = this.first[slot] ?? 0
    if (earlier > 0) return earlier
    this.high[slot] = high
    this.low[slot] = low
    this.first[slot] = first
    return 0
  }

  private grow(): void {
    const { high, low, first } = this
    this.high = new Uint32Array(high.length * 2)
    this.low = new Uint32Array(low.length * 2)
    this.first = new Int32Array(first.length * 2)
    for (const [slot, index] of first.entries()) {
      if (index > 0) this.put(high[slot] ?? 0, low[slot] ?? 0, index)
    }
  }
}
