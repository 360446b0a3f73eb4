import { hash, randomBytes } from 'node:crypto'
import { type JsonFault, type JsonItem, type ParsedJson, pointerStep } from '@purveyor/json-stream'
import { type Wording, wrongType } from '../../http/body/find-faults.ts'
import { fault } from '../../http/faults.ts'
import { isRecord, recordOf } from '../../lib/shape.ts'
import {
  type CheckedAttributes,
  type ItemAttributes,
  splitFlat
} from '../products/attributes/item-attributes.ts'
import { forTermKinds, type TermIds, termKinds } from '../products/fields/terms.ts'
import { termFaults, termIdsOf } from '../products/write/references.ts'
import { fieldAt, type ItemFault, type ItemFields, type ItemRules, itemFault, quoted } from './item-fields.ts'
import { cellOfField, type ItemRows, type SheetCells, type SheetColumns } from './workbook/sheet-cells.ts'

/** A checked item, with its errors and the record to store. */
export type CheckedItem = Pick<ItemFields, 'errors' | 'faultCount'> & {
  /** What may be wrong with values that are accepted. Undefined if there is nothing. */
  warnings?: ItemFault[] | undefined
  /** False if the item may have more errors than `faultCount`. */
  isCountExact?: boolean
  /** The same errors with JSON Pointers into the item, if the item has fields within fields. */
  faults?: JsonFault[]
  /**
   * The fields that identify the item. If the item has errors, only these fields and the errors are stored.
   */
  identifiers: Record<string, unknown>
  /** The record to store if the item has no errors. */
  prepared: Record<string, unknown>
  /** A code that must be unique within the body. */
  code?: string | undefined
  /** The field that contains the code. The default is `code`. */
  codeField?: string
  /** The ids of `category_ids` in lower case. Ids that don't exist become errors of the item. */
  categoryIds?: string[] | undefined
  /** The ids of the lists of the same names in lower case. Ids that don't exist become errors of the item. */
  terms?: TermIds
  /** The attributes of the item, if it has any. */
  attributes?: ItemAttributes | undefined
  /** The number of files in the item. */
  fileCount?: number
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
  /** The JSON text of the `SheetCells` of the items, if they come from a workbook. */
  cells?: string
}

/**
 * What a batch asks the caller of `flush` to do: to find out which of the `ids` don't exist, to check the attributes of
 * items, or to store the batch.
 */
export type BatchNeed =
  | { need: 'terms'; ids: TermIds }
  | { need: 'attributes'; items: ItemAttributes[] }
  | ReadBatch

/**
 * The reply to a `BatchNeed`. `unknown` contains those of the requested ids that don't exist, and `checked` the result for
 * each of the items.
 */
export type BatchAnswer = { unknown?: TermIds; checked?: CheckedAttributes[] }

/** `itemBytes` is the maximum size of an item. A batch has at most `batchItems` items with `batchText` characters. */
export type BatchLimits = { itemBytes: number; batchItems: number; batchText: number }

/** A warning of an item of a body. */
export type IndexedWarning = ItemFault & { index: number }

/** An error of a body. `cell` is its cell in a workbook. */
export type BodyFault = JsonFault & { cell?: string }

type Entry = { index: number; submitted: string; checked: CheckedItem; rows?: ItemRows | undefined }

/** The columns of a workbook, and what its errors say. */
export type SheetContext = { columns: SheetColumns; messageOf: (fault: ItemFault) => string }

/** An item of a workbook, with the errors that were found in its cells, and its rows. */
export type SheetItem = {
  item: Record<string, unknown>
  errors: ItemFault[]
  rows: ItemRows
  /** True if only the errors of the cells count, because it isn't known what the item is. */
  isUnknown: boolean
}

/** The maximum number of errors that the response to one body lists. */
export const maxListedFaults = 1_000
/** The approximate length of one error as text, in characters. */
const errorLength = 100
/**
 * The maximum number of cached ids of existing categories, collections, tags and facet values. Cached ids
 * aren't looked up again.
 */
const maxCachedTerms = 10_000
/** The number of files in the items of a batch from which the batch is full. Storing a file takes 5 to 20 ms. */
const batchFiles = 50

/** Collects the items of one body into batches, with the errors found in them. */
export class ItemBatch {
  /**
   * The errors of all items, with pointers into the body. Contains at most `maxListedFaults` of them;
   * `faultCount` is the number of all errors, unless `isCountExact` is false.
   */
  readonly faults: BodyFault[] = []
  faultCount = 0
  isCountExact = true
  /** The first warnings of the items. `index` is that of the item. */
  readonly warnings: IndexedWarning[] = []
  total = 0
  private readonly kind: ItemKind
  private readonly limits: BatchLimits
  private readonly isInBody: boolean
  private readonly codes = new CodeTable()
  private readonly existing = forTermKinds(() => new Set<string>())
  private entries: Entry[] = []
  private textLength = 0
  private fileCount = 0
  private readonly sheet: SheetContext | undefined

  /**
   * `isInBody`: true if the items are elements of a JSON body, so that their errors are errors of the body
   * too. `sheet` is that of a workbook.
   */
  constructor(options: {
    kind: ItemKind
    limits: BatchLimits
    isInBody: boolean
    sheet?: SheetContext
  }) {
    this.kind = options.kind
    this.limits = options.limits
    this.isInBody = options.isInBody
    this.sheet = options.sheet
  }

  get isFull(): boolean {
    const { batchItems, batchText } = this.limits
    return this.entries.length >= batchItems || this.textLength >= batchText || this.fileCount >= batchFiles
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
      const errors = faults.slice(0, this.kind.rules.maxFaults).map((one) => this.parseFault(one))
      this.put(oneLine(text), { ...failed(errors), faultCount: faults.length }, { faults })
    } else if (isRecord(parsed.value)) {
      this.put(withoutReportFields(parsed.value) ?? oneLine(text), this.kind.check(parsed.value))
    } else {
      const isType = parsed.value === null && this.kind.rules.nullCode === 'INVALID_TYPE'
      this.addFailed(oneLine(text), wrongType(isType ? undefined : parsed.value, 'object'))
    }
  }

  /**
   * Adds an item of a workbook. Errors of its cells replace the errors and warnings of the same fields, and of values
   * within them.
   */
  addSheetItem({ item, errors, rows, isUnknown }: SheetItem): void {
    const text = JSON.stringify(item)
    const { itemBytes, maxFaults } = { ...this.limits, ...this.kind.rules }
    if (Buffer.byteLength(text) > itemBytes) {
      const fault = { code: 'TOO_LONG', field: null, message: `must be at most ${itemBytes} bytes` }
      this.put(JSON.stringify(text.slice(0, 1_000)), failed([fault]), { rows })
      return
    }
    const checked = isUnknown ? failed([]) : this.kind.check(item)
    const fields = new Set(errors.map(({ field }) => field))
    const isOther = ({ field }: ItemFault) => !fields.has(field) && !fields.has(field?.split('/')[0] ?? null)
    const others = checked.errors.filter(isOther)
    const { faults, ...rest } = checked
    const warnings = checked.warnings?.filter(isOther)
    const all = {
      ...rest,
      warnings: warnings?.length ? warnings : undefined,
      errors: [...errors, ...others].slice(0, maxFaults),
      faultCount: errors.length + checked.faultCount - (checked.errors.length - others.length),
      ...(faults && errors.length === 0 && { faults })
    }
    this.put(text, all, { rows })
  }

  /** Adds an item that has a single error, which concerns the whole item. */
  addFailed(submitted: string, { code, message }: Wording): void {
    this.put(submitted, failed([{ code, field: null, message }]))
  }

  /**
   * Looks up the categories, collections, tags and facet values that the batch refers to, yields the batch and
   * begins the next one. Yields nothing if the batch is empty.
   */
  *flush(): Generator<BatchNeed, void, BatchAnswer> {
    if (this.entries.length === 0) return
    const ids = this.uncheckedIds()
    if (termKinds.some((kind) => ids[kind].length > 0)) {
      const { unknown = termIdsOf({}) } = yield { need: 'terms', ids }
      this.addUnknownTerms(ids, unknown)
    }
    const asked = this.entries.flatMap((entry) => {
      const { attributes, errors } = entry.checked
      return attributes && errors.length === 0 ? [{ entry, attributes }] : []
    })
    if (asked.length > 0) {
      const items = asked.map(({ attributes }) => attributes)
      const { checked = [] } = yield { need: 'attributes', items }
      for (const [n, { entry }] of asked.entries()) this.addAttributes(entry, checked[n])
    }
    const { entries } = this
    const cells = this.addCells(entries)
    this.entries = []
    this.textLength = 0
    this.fileCount = 0
    yield {
      need: 'batch',
      firstIndex: entries[0]?.index ?? 0,
      count: entries.length,
      submitted: entries.map(({ submitted }) => submitted).join('\n'),
      prepared: JSON.stringify(entries.map(({ checked }) => preparedOf(checked))),
      ...cells
    }
  }

  /** Adds the cells of the errors and warnings of items of a workbook. */
  private addCells(entries: Entry[]): { cells?: string } {
    if (!this.sheet) return {}
    const { columns, messageOf } = this.sheet
    const items = entries.map(({ rows }) => rows ?? { row: 0 })
    for (const { checked, rows } of entries)
      for (const one of [...checked.errors, ...(checked.warnings ?? [])]) {
        one.message = messageOf(one)
        one.cell ??= rows && cellOfField(columns, rows, one.field)
      }
    return { cells: JSON.stringify({ columns, items } satisfies SheetCells) }
  }

  private put(
    submitted: string,
    checked: CheckedItem,
    { faults, rows }: { faults?: JsonFault[]; rows?: ItemRows } = {}
  ): void {
    const index = this.total++
    const { code, codeField = 'code', errors, faultCount, isCountExact = true, fileCount = 0 } = checked
    this.isCountExact &&= isCountExact
    const inBody =
      checked.faults?.map((one) => inItem(index, one)) ?? errors.map((one) => bodyFault(index, one))
    this.addFaults(this.withCells(faults ?? inBody, { index, rows }), faultCount)
    const first = code === undefined ? undefined : this.codes.claim(code, rows?.row ?? index)
    const isKnown = rows && errors.some(({ field }) => field === codeField)
    if (first !== undefined && !isKnown) {
      const noun = codeField === 'sku' ? 'SKU' : 'code'
      const other = rows ? `row ${first}` : `the item at index ${first}`
      const message = `must be unique, but ${other} has the same ${noun}`
      errors.push({ code: 'DUPLICATE_CODE', field: codeField, message })
    }
    if (checked.warnings && this.warnings.length < maxListedFaults)
      this.warnings.push(...checked.warnings.map((one) => ({ index, ...one })))
    this.entries.push({ index, submitted, checked, rows })
    this.textLength += 2 * submitted.length + errorLength * errors.length
    this.fileCount += fileCount
  }

  /** Returns the ids in the batch that aren't known to exist, each once. */
  private uncheckedIds(): TermIds {
    return forTermKinds((kind) => {
      const ids = new Set(
        this.entries.flatMap(({ checked: { terms, categoryIds } }) => [
          ...(terms?.[kind] ?? []),
          ...(kind === 'categoryIds' ? (categoryIds ?? []) : [])
        ])
      )
      return [...ids].filter((id) => !this.existing[kind].has(id))
    })
  }

  /** Adds the errors of unknown ids. `ids` are the ids that were looked up. */
  private addUnknownTerms(ids: TermIds, unknown: TermIds): void {
    for (const kind of termKinds) {
      const unknownIds = new Set(unknown[kind])
      for (const id of ids[kind]) {
        if (this.existing[kind].size < maxCachedTerms && !unknownIds.has(id)) this.existing[kind].add(id)
      }
    }
    if (termKinds.every((kind) => unknown[kind].length === 0)) return
    const unknownCategories = new Set(unknown.categoryIds)
    for (const { index, checked, rows } of this.entries) {
      const errors = (checked.categoryIds ?? [])
        .filter((id) => unknownCategories.has(id))
        .map((id) => unknownCategory(id))
      const faults = checked.terms ? unknownTermFaults(checked.terms, unknown) : []
      checked.errors.push(...errors, ...faults.map(itemFault))
      const inBody = [
        ...errors.map((one) => bodyFault(index, one)),
        ...faults.map((one) => inItem(index, one))
      ]
      this.addFaults(this.withCells(inBody, { index, rows }))
    }
  }

  /** Adds the faults of the attributes of an item, and moves the attributes of the product in a flat item. */
  private addAttributes({ index, checked, rows }: Entry, found: CheckedAttributes | undefined): void {
    const { faults = [], productCodes = [] } = found ?? {}
    checked.errors.push(...faults.slice(0, this.kind.rules.maxFaults).map(itemFault))
    this.addFaults(
      this.withCells(
        faults.map((one) => inItem(index, one)),
        { index, rows }
      )
    )
    if (productCodes.length === 0) return
    const { product, variant } = splitFlat(recordOf(checked.prepared.attributes), productCodes)
    checked.prepared.attributes = variant
    checked.prepared.productAttributes = product
  }

  /** Adds the cells of the faults, which are those of an item of a workbook. */
  private withCells(
    faults: BodyFault[],
    { index, rows }: { index: number; rows: ItemRows | undefined }
  ): BodyFault[] {
    if (!this.sheet || !rows) return faults
    const { columns, messageOf } = this.sheet
    const prefix = `/items/${index}`.split('/').length
    return faults.map((one) => {
      const field = fieldAt(one.pointer.split('/').slice(prefix))
      const message = messageOf({ ...one, field })
      return { ...one, message, cell: one.cell ?? cellOfField(columns, rows, field) }
    })
  }

  private addFaults(faults: BodyFault[], count = faults.length): void {
    if (!this.isInBody) return
    this.faultCount += count
    this.faults.push(...faults.slice(0, maxListedFaults - this.faults.length))
  }

  /** Converts an error that was found while parsing an item to an error of the item. */
  private parseFault({ pointer, code, message }: JsonFault): ItemFault {
    return { code, field: fieldAt(pointer.split('/').slice(this.isInBody ? 3 : 1)), message }
  }
}

function failed(errors: ItemFault[]): CheckedItem {
  return { errors, faultCount: errors.length, identifiers: {}, prepared: {} }
}

function bodyFault(index: number, { code, field, message, cell }: ItemFault): BodyFault {
  const pointer = `/items/${index}${field === null ? '' : pointerStep(field)}`
  return { ...fault(pointer, code, message), ...(cell !== undefined && { cell }) }
}

/** Converts an error with a pointer into an item to an error with a pointer into the body. */
function inItem(index: number, { pointer, code, message }: JsonFault): JsonFault {
  return fault(`/items/${index}${pointer}`, code, message)
}

/** Returns the error of an item whose `category_ids` contains the id of no category. */
export function unknownCategory(id: string): ItemFault {
  const message = `contains ${quoted(id)}, which is not the id of an existing category`
  return { code: 'UNKNOWN_CATEGORY', field: 'category_ids', message }
}

/** Returns a fault for each id that `unknown` contains. */
function unknownTermFaults(ids: TermIds, unknown: TermIds): JsonFault[] {
  const known = forTermKinds((kind) => {
    const unknownIds = new Set(unknown[kind])
    return ids[kind].filter((id) => !unknownIds.has(id))
  })
  return termFaults(ids, known)
}

/** Returns the record to store for an item: the prepared item, or its identifiers and errors; and its warnings. */
export function preparedOf({
  errors,
  identifiers,
  prepared,
  warnings
}: CheckedItem): Record<string, unknown> {
  const stored = errors.length === 0 ? prepared : { ...identifiers, errors }
  return warnings === undefined ? stored : { ...stored, warnings }
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
