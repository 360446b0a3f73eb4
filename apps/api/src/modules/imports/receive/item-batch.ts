import type { JsonFault, JsonItem, ParsedJson } from '@purveyor/json-stream'
import { fault } from '../../../http/faults.ts'
import { CodeTable } from './code-table.ts'
import { type CheckedItem, type ItemChecker, quoted } from './item-fields.ts'
import type { ItemFault } from './prepared-item.ts'
import type { ReadAnswer, ReadLimits, ReadNeed } from './read-items.ts'

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

const MOST_FAULTS = 1_000
/** What an error of an item takes as text, roughly. */
const ERROR_LENGTH = 100
/** Categories found to exist that are not asked for again. */
const MOST_REMEMBERED = 10_000

/** The items of one upload, collected into batches, and what is wrong with them. */
export class ItemBatch {
  /** Faults of items as those of the whole body, at most `mostFaults`; `faultCount` counts all. */
  readonly faults: JsonFault[] = []
  readonly mostFaults = MOST_FAULTS
  faultCount = 0
  total = 0
  private readonly check: ItemChecker
  private readonly limits: ReadLimits
  private readonly pointers: boolean
  private readonly codes = new CodeTable()
  private readonly existing = new Set<string>()
  private entries: Entry[] = []
  private textLength = 0

  constructor({ check, limits, pointers }: { check: ItemChecker; limits: ReadLimits; pointers: boolean }) {
    this.check = check
    this.limits = limits
    this.pointers = pointers
  }

  get isFull(): boolean {
    return this.entries.length >= this.limits.batchItems || this.textLength >= this.limits.batchText
  }

  /** An element of a JSON body. */
  addElement({ text, parsed, isTooLong }: JsonItem): void {
    if (!isTooLong) this.add(text, parsed)
    else {
      const message = `must have at most ${this.limits.itemBytes} bytes`
      this.addFailed(JSON.stringify(text), [{ code: 'TOO_LONG', field: null, message }])
    }
  }

  /** An item as it was read: its text is JSON, even where its value has faults. */
  add(text: string, parsed: ParsedJson): void {
    if (!parsed.ok) {
      const depth = this.pointers ? 3 : 1
      this.addFailed(
        oneLine(text),
        parsed.faults.map((one) => itemFault(one, depth)),
        parsed.faults
      )
    } else if (isRecord(parsed.value)) {
      const checked = this.check(parsed.value)
      this.note(checked.errors)
      this.put(withoutOwn(parsed.value) ?? oneLine(text), checked)
    } else {
      const isNull = parsed.value === null
      this.addFailed(oneLine(text), [
        isNull
          ? { code: 'REQUIRED', field: null, message: 'cannot be null' }
          : { code: 'INVALID_TYPE', field: null, message: 'must be an object' }
      ])
    }
  }

  /** An item that fails. */
  addFailed(submitted: string, errors: ItemFault[], faults?: JsonFault[]): void {
    if (faults) for (const one of faults) this.noteFault(one)
    else this.note(errors)
    this.put(submitted, { code: undefined, errors, categoryIds: [], prepared: {} })
  }

  /** Asks for the categories, gives the batch away and begins the next one. */
  *flush(): Generator<ReadNeed, void, ReadAnswer> {
    if (this.entries.length === 0) return
    const ids = new Set(this.entries.flatMap(({ checked }) => checked.categoryIds))
    const asked = [...ids].filter((id) => !this.existing.has(id))
    if (asked.length > 0) {
      const { unknownIds = [] } = yield { need: 'categories', ids: asked }
      this.noteUnknown(new Set(unknownIds))
      for (const id of asked) {
        if (this.existing.size < MOST_REMEMBERED && !unknownIds.includes(id)) this.existing.add(id)
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
      prepared: JSON.stringify(entries.map(preparedOf))
    }
  }

  private put(submitted: string, checked: CheckedItem): void {
    const index = this.total++
    const { code } = checked
    const first = code === undefined ? undefined : this.codes.claim(code, index)
    if (first !== undefined) {
      checked.errors.push({
        code: 'DUPLICATE_CODE',
        field: 'code',
        message: `is the code of item ${first} too`
      })
    }
    this.entries.push({ index, submitted, checked })
    this.textLength += 2 * submitted.length + ERROR_LENGTH * checked.errors.length
  }

  private noteUnknown(unknown: Set<string>): void {
    if (unknown.size === 0) return
    for (const { index, checked } of this.entries) {
      const errors = checked.categoryIds
        .filter((id) => unknown.has(id))
        .map((id) => ({
          code: 'UNKNOWN_CATEGORY',
          field: 'category_ids',
          message: `${quoted(id)} is not the id of a category`
        }))
      checked.errors.push(...errors)
      this.note(errors, index)
    }
  }

  /** Errors of the item that comes next, or of an earlier one, as faults of the body. */
  private note(errors: ItemFault[], index = this.total): void {
    if (!this.pointers) return
    for (const { code, field, message } of errors) {
      const name = field === null ? '' : `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`
      this.noteFault(fault(`/items/${index}${name}`, code, message))
    }
  }

  private noteFault(found: JsonFault): void {
    if (!this.pointers) return
    this.faultCount++
    if (this.faults.length < MOST_FAULTS) this.faults.push(found)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A fault at a JSON Pointer as one of the item's field: the step of the pointer that names it. */
function itemFault({ pointer, code, message }: JsonFault, depth: number): ItemFault {
  const step = pointer.split('/')[depth]
  return { code, field: step?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null, message }
}

function preparedOf({ checked }: Entry): object {
  const { errors, code, prepared } = checked
  if (errors.length === 0) return prepared
  return { errors, ...(code !== undefined && { sku: code }) }
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
