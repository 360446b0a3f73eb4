import { BrokenJson, type JsonFault, type JsonFrame, type JsonItem, JsonItems } from '@purveyor/json-stream'
import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import type { ItemFault } from '../imports/receive/prepared-item.ts'
import { errorPolicies, mostUpdates } from './schema.ts'
import { type PreparedUpdate, prepareUpdate } from './update-item.ts'

/** At most so many faults are listed. */
const listedFaults = 1_000
const longestItem = 1024 * 1024
const sliceBytes = 1024 * 1024
/** A body with more members is not read to its end: it has as many faults. */
const mostMembers = 1_000

/**
 * The prepared items as a JSON array, and whether none gives anything but a price and a stock; or the first 1,000 faults
 * of the body, and how many there are.
 */
export type ReadUpdates =
  | { ok: true; items: string; onlyPriceAndStock: boolean; dryRun: boolean }
  | { ok: false; faults: Fault[]; faultCount: number }

/**
 * Reads the body of a bulk update (specification 4.5, 8), item by item, so that it never holds more than the prepared
 * texts. With `reject_failed_items` an item's own faults go with the item, else they refuse the body. Takes seconds for
 * the largest bodies, so it belongs into a thread.
 */
export function readUpdates(bytes: Uint8Array, vendorId: string): ReadUpdates {
  if (bytes.length === 0) return refuse([fault('', 'REQUIRED', 'a JSON body is required')])
  const items = new PreparedItems(vendorId)
  try {
    const frame = readItems(bytes, items)
    return frame ? finish(items, frame) : refuse([tooMany])
  } catch (error) {
    if (error instanceof BrokenJson) return refuse([error.fault])
    throw error
  }
}

const tooMany = fault('/items', 'TOO_MANY', `must have at most ${mostUpdates}`)

/** What the body holds beside its items; undefined where these are too many. */
function readItems(bytes: Uint8Array, items: PreparedItems): JsonFrame | undefined {
  const reader = new JsonItems({ list: 'items', mostBytes: longestItem })
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const slice = bytes.subarray(at, at + sliceBytes)
    for (const item of reader.push(Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength))) {
      if (item.index >= mostUpdates) return undefined
      items.add(item)
    }
    if (reader.frame().members.size > mostMembers) return reader.frame()
  }
  for (const item of reader.end()) items.add(item)
  return reader.frame()
}

function finish(items: PreparedItems, frame: JsonFrame): ReadUpdates {
  const faults = frameFaults(frame, items.total)
  const isRefused = faults.length > 0 || frame.members.get('error_policy') !== 'reject_failed_items'
  if (isRefused && faults.length + items.faultCount > 0)
    return refuse([...faults, ...items.faults], faults.length + items.faultCount)
  const { onlyPriceAndStock } = items
  return { ok: true, items: items.text(), onlyPriceAndStock, dryRun: frame.members.get('dry_run') === true }
}

/** Items as texts, and the first faults of theirs as those of the body. */
class PreparedItems {
  readonly faults: Fault[] = []
  faultCount = 0
  total = 0
  onlyPriceAndStock = true
  private readonly vendorId: string
  private readonly texts: string[] = []

  constructor(vendorId: string) {
    this.vendorId = vendorId
  }

  add(item: JsonItem): void {
    const { faultCount, ...prepared } = this.prepare(item)
    const { errors = [] } = prepared
    this.total++
    this.onlyPriceAndStock &&= givesOnlyPriceAndStock(prepared)
    this.faultCount += faultCount ?? errors.length
    for (const error of errors) {
      if (this.faults.length < listedFaults) this.faults.push(atItem(item.index, error))
    }
    this.texts.push(JSON.stringify(prepared))
  }

  text(): string {
    return `[${this.texts.join()}]`
  }

  private prepare({ parsed, isTooLong }: JsonItem): PreparedUpdate {
    if (isTooLong) return failed('TOO_LONG', `must have at most ${longestItem} bytes`)
    if (parsed.ok) return prepareUpdate(parsed.value, this.vendorId)
    return { errors: parsed.faults.slice(0, 20).map(ofField), faultCount: parsed.faults.length }
  }
}

const ofPriceAndStock = new Set(['productId', 'code', 'codeField', 'vendorPrice', 'stock', 'errors'])

function givesOnlyPriceAndStock(prepared: PreparedUpdate): boolean {
  for (const field in prepared) if (!ofPriceAndStock.has(field)) return false
  return true
}

function failed(code: string, message: string): PreparedUpdate {
  return { errors: [{ code, field: null, message }] }
}

/** A fault of the text at `/items/17/code`. */
function ofField({ pointer, code, message }: JsonFault): ItemFault {
  const name = pointer.split('/')[3]
  return { code, field: name?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null, message }
}

function atItem(index: number, { code, field, message }: ItemFault): Fault {
  return fault(`/items/${index}${field === null ? '' : `/${escaped(field)}`}`, code, message)
}

/** What is wrong beside the items. */
function frameFaults({ faults, isObject, members, list }: JsonFrame, total: number): Fault[] {
  if (!isObject) return faults.length > 0 ? faults : [fault('', 'INVALID_TYPE', 'must be an object')]
  const { items, error_policy, dry_run, ...rest } = Object.fromEntries(members)
  const found = [
    ...listFaults(list, items, total),
    ...policyFaults(error_policy ?? 'reject_all'),
    ...(typeof (dry_run ?? false) === 'boolean'
      ? []
      : [fault('/dry_run', 'INVALID_TYPE', 'must be a boolean')]),
    ...Object.keys(rest).map((name) => fault(`/${shown(name)}`, 'UNKNOWN_FIELD', 'is not a known field'))
  ]
  const told = new Set(faults.map(({ pointer }) => pointer))
  return [...faults, ...found.filter(({ pointer }) => !told.has(pointer))]
}

function listFaults(list: JsonFrame['list'], value: unknown, total: number) {
  if (list === 'missing') return [fault('/items', 'REQUIRED', 'is required')]
  if (list === 'array') return total === 0 ? [fault('/items', 'TOO_FEW', 'must have at least 1')] : []
  if (value === null) return [fault('/items', 'REQUIRED', 'cannot be null')]
  return [fault('/items', 'INVALID_TYPE', 'must be an array')]
}

function policyFaults(policy: unknown) {
  if (typeof policy !== 'string') return [fault('/error_policy', 'INVALID_TYPE', 'must be a string')]
  if (errorPolicies.some((known) => known === policy)) return []
  return [fault('/error_policy', 'NOT_ALLOWED', `must be one of ${errorPolicies.join(', ')}`)]
}

function shown(name: string): string {
  return escaped(name.slice(0, 100).toWellFormed())
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function refuse(faults: Fault[], faultCount = faults.length): ReadUpdates {
  return { ok: false, faults: faults.slice(0, listedFaults), faultCount }
}
