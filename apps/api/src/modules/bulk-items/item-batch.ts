import { hash, randomBytes } from 'node:crypto'
import { type JsonFault, type JsonItem, type ParsedJson, pointerStep } from '@purveyor/json-stream'
import { fault } from '../../http/faults.ts'
import { type Wording, wrongType } from '../../http/find-faults.ts'
import { type ItemFault, type ItemFields, type ItemRules, quoted } from './item-fields.ts'
import type { ReadAnswer, ReadLimits, ReadNeed } from './read-items.ts'

/** What the check of one item found. */
export type CheckedItem = Pick<ItemFields, 'errors' | 'faultCount'> & {
  /** What names the item: retained where it has errors. */
  named: Record<string, unknown>
  /** What is to be worked on where there are no errors. */
  prepared: Record<string, unknown>
  /** A code that no other item of the body may have. */
  code?: string | undefined
  /** Categories, in lower case: those that do not exist become errors of the item. */
  categoryIds?: string[] | undefined
}

/** How the items of one body are read: `check` finds all faults of one item and prepares it. */
export type ItemKind = { rules: ItemRules; check: (item: Record<string, unknown>) => CheckedItem }

/** Items that follow each other, as texts that are stored as they are. */
export type ReadBatch = {
  need: 'taken'
  firstIndex: number
  count: number
  /** One line an item: as it was sent, or as a JSON string where it is no JSON object. */
  submitted: string
  /** A JSON array, one entry an item. */
  prepared: string
}

type Entry = { index: number; submitted: string; checked: CheckedItem }

/** Faults of the items of one body that are listed. */
export const maxListedFaults = 1_000
/** What an error of an item takes as text, roughly. */
const errorLength = 100
/** Categories found to exist that are not asked for again. */
const maxRemembered = 10_000

/** The items of one body, collected into batches, and what is wrong with them. */
export class ItemBatch {
  /** Faults of items as those of the whole body, at most `maxListedFaults`; `faultCount` counts all. */
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

  /** `isInBody`: the items are elements of a JSON body, and their faults are the body's too. */
  constructor(options: { kind: ItemKind; limits: ReadLimits; isInBody: boolean }) {
    this.kind = options.kind
    this.limits = options.limits
    this.isInBody = options.isInBody
  }

  get isFull(): boolean {
    return this.entries.length >= this.limits.batchItems || this.textLength >= this.limits.batchText
  }

  /** An element of a JSON body. */
  addElement({ text, parsed, isTooLong }: JsonItem): void {
    if (!isTooLong) this.add(text, parsed)
    else {
      const message = `must have at most ${this.limits.itemBytes} bytes`
      this.addFailed(JSON.stringify(text), { code: 'TOO_LONG', message })
    }
  }

  /** An item as it was read: its text is JSON, even where its value has faults. */
  add(text: string, parsed: ParsedJson): void {
    if (!parsed.ok) {
      const { faults } = parsed
      const errors = faults.slice(0, this.kind.rules.maxFaults).map((one) => this.itemFault(one))
      this.put(oneLine(text), { ...failed(errors), faultCount: faults.length }, faults)
    } else if (isRecord(parsed.value)) {
      this.put(withoutOwn(parsed.value) ?? oneLine(text), this.kind.check(parsed.value))
    } else {
      const isType = parsed.value === null && this.kind.rules.nullCode === 'INVALID_TYPE'
      this.addFailed(oneLine(text), wrongType(isType ? undefined : parsed.value, 'object'))
    }
  }

  /** An item that fails. */
  addFailed(submitted: string, { code, message }: Wording): void {
    this.put(submitted, failed([{ code, field: null, message }]))
  }

  /** Asks for the categories, gives the batch away and begins the next one. */
  *flush(): Generator<ReadNeed, void, ReadAnswer> {
    if (this.entries.length === 0) return
    const ids = new Set(this.entries.flatMap(({ checked }) => checked.categoryIds ?? []))
    const asked = [...ids].filter((id) => !this.existing.has(id))
    if (asked.length > 0) {
      const { unknownIds = [] } = yield { need: 'categories', ids: asked }
      this.noteUnknown(new Set(unknownIds))
      for (const id of asked) {
        if (this.existing.size < maxRemembered && !unknownIds.includes(id)) this.existing.add(id)
      }
    }
    const { entries } = this
    this.entries = []
    this.textLength = 0
    yield {
      need: 'taken',
      firstIndex: entries[0]?.index ?? 0,
      count: entries.length,
      submitted: entries.map(({ submitted }) => submitted).join('\n'),
      prepared: JSON.stringify(entries.map(({ checked }) => preparedOf(checked)))
    }
  }

  private put(submitted: string, checked: CheckedItem, faults?: JsonFault[]): void {
    const index = this.total++
    const { code, errors, faultCount } = checked
    this.note(faults ?? errors.map((one) => bodyFault(index, one)), faultCount)
    const first = code === undefined ? undefined : this.codes.claim(code, index)
    if (first !== undefined) {
      const message = `is the code of item ${first} too`
      errors.push({ code: 'DUPLICATE_CODE', field: 'code', message })
    }
    this.entries.push({ index, submitted, checked })
    this.textLength += 2 * submitted.length + errorLength * errors.length
  }

  private noteUnknown(unknown: Set<string>): void {
    for (const { index, checked } of unknown.size > 0 ? this.entries : []) {
      const errors = (checked.categoryIds ?? [])
        .filter((id) => unknown.has(id))
        .map((id) => ({
          code: 'UNKNOWN_CATEGORY',
          field: 'category_ids',
          message: `${quoted(id)} is not the id of a category`
        }))
      checked.errors.push(...errors)
      this.note(errors.map((one) => bodyFault(index, one)))
    }
  }

  private note(faults: JsonFault[], count = faults.length): void {
    if (!this.isInBody) return
    this.faultCount += count
    this.faults.push(...faults.slice(0, maxListedFaults - this.faults.length))
  }

  /** A fault at a JSON Pointer as one of the item's field: the step of the pointer that names it. */
  private itemFault({ pointer, code, message }: JsonFault): ItemFault {
    const step = pointer.split('/')[this.isInBody ? 3 : 1]
    return { code, field: step?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null, message }
  }
}

function failed(errors: ItemFault[]): CheckedItem {
  return { errors, faultCount: errors.length, named: {}, prepared: {} }
}

function bodyFault(index: number, { code, field, message }: ItemFault): JsonFault {
  return fault(`/items/${index}${field === null ? '' : pointerStep(field)}`, code, message)
}

/** What is stored of an item. */
export function preparedOf({ errors, named, prepared }: CheckedItem): Record<string, unknown> {
  return errors.length === 0 ? prepared : { ...named, errors }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The item without what a report has added to it; undefined where there is nothing of that. */
function withoutOwn(item: Record<string, unknown>): string | undefined {
  if (!Object.keys(item).some((name) => name.startsWith('_'))) return undefined
  return JSON.stringify(Object.fromEntries(Object.entries(item).filter(([name]) => !name.startsWith('_'))))
}

/** Outside of its strings, where JSON has no line breaks, they mean nothing. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ').trim()
}

/**
 * Which codes a body has had, and the index of the item that had each first: 12 bytes a slot, so that a million codes
 * need 24 MiB and not their texts. Codes are distinguished by 64 bits of a hash with a key of its own, so that no one
 * can make two that clash, and chance does so once in 10^7 bodies of a million.
 */
export class CodeTable {
  private readonly key = randomBytes(16).toString('hex')
  private high = new Uint32Array(1024)
  private low = new Uint32Array(1024)
  /** Index + 1; 0 where a slot is free. */
  private first = new Int32Array(1024)
  private size = 0

  /** The index that the code had first, where it was there already; else takes it. */
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

  /** Puts the hash into the slot where it belongs, if that is free; else returns what is there. */
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
