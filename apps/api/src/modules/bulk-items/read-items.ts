import { isUtf8 } from 'node:buffer'
import {
  BYTE_ORDER_MARK,
  InvalidJson,
  type JsonFault,
  type JsonFrame,
  JsonItems,
  type JsonLine,
  JsonLines,
  type ParsedJson,
  parseJsonText,
  pointerStep
} from '@purveyor/json-stream'
import { unknownField, type Wording, wrongType } from '../../http/body/find-faults.ts'
import { knownNames } from '../../http/body/suggest.ts'
import { fault } from '../../http/faults.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { isRecord } from '../../lib/shape.ts'
import {
  type BatchAnswer,
  type BatchLimits,
  type BatchNeed,
  type BodyFault,
  type IndexedWarning,
  ItemBatch,
  type ItemKind,
  maxListedFaults,
  type ReadBatch
} from './item-batch.ts'
import type { WorkbookCatalog } from './workbook/catalog.ts'

/**
 * The values of the option `on_existing`, which decides what happens to items whose SKU the vendor already
 * uses (contract 4.4).
 */
export const onExistingValues = enumeration(
  'OnExisting',
  ['fail', 'skip', 'update'],
  'How to treat an item whose code is already the SKU of a product'
)
/**
 * The values of the option `error_policy`, which decides whether an invalid item rejects the whole body or
 * only the item fails (contract 4.4, 4.5).
 */
export const errorPolicies = enumeration(
  'ErrorPolicy',
  ['reject_all', 'reject_failed_items'],
  'What one invalid item of a bulk request rejects: the whole request, or only itself'
)

/** The options of an upload or update, from members of the JSON body or from the query string. */
export type BulkOptions = {
  errorPolicy: (typeof errorPolicies)[number]
  onExisting: (typeof onExistingValues)[number]
  dryRun: boolean
}

/** The members of a JSON body that set options, with their allowed values. */
const optionMembers = {
  error_policy: { option: 'errorPolicy', values: errorPolicies },
  on_existing: { option: 'onExisting', values: onExistingValues },
  dry_run: { option: 'dryRun', values: [true, false] }
} as const

/**
 * The limits of one body. `items` is the maximum number of items. `options` lists the options that a JSON
 * body may set.
 */
export type ReadLimits = BatchLimits & { items: number; options: (keyof typeof optionMembers)[] }

/**
 * The format of a body. JSON: an object with `items` and options. LINES: one item per line, without options.
 * An error then always belongs to one item.
 */
export type ReadFormat = 'JSON' | 'LINES'

/**
 * What `readItems` asks its caller to do: to pass the next bytes of the body, to find out which of the `ids`
 * aren't ids of existing categories, collections, tags or facet values, or to store a batch. `readWorkbook` asks for what
 * the marketplace defines.
 */
export type ReadNeed = { need: 'bytes' } | { need: 'catalog' } | BatchNeed

/**
 * The caller's reply to a `ReadNeed`. `bytes` is undefined at the end of the body. `unknown` contains those of
 * the requested ids that don't exist. The reply to a batch is empty.
 */
export type ReadAnswer = BatchAnswer & { bytes?: Uint8Array; catalog?: WorkbookCatalog }

/**
 * The result of reading a body with `total` items. If `faultCount` is above 0, the body must be refused.
 * `faults` lists at most 1,000 of the errors. `isLines`: the body is refused because it is NDJSON, not JSON.
 */
export type ReadEnd = {
  total: number
  options: BulkOptions
  faults: BodyFault[]
  faultCount: number
  /** False if the body may have more errors than `faultCount`. */
  isCountExact?: boolean
  isLines?: boolean
  /** The first 1,000 warnings of the items of a JSON body. */
  warnings?: IndexedWarning[]
  /** A sentence that says why a workbook is refused. */
  detail?: string
  /** The columns of a workbook that are not used. */
  ignoredColumns?: string[]
  /** True if a temporary file could not be written. */
  isDiskFull?: boolean
}

type Reading = Generator<ReadNeed, ReadEnd, ReadAnswer>
type Source = { kind: ItemKind; limits: ReadLimits }

/** The number of bytes that `readWhole` parses in one step. */
const partBytes = 1024 * 1024

/**
 * Reads the items of one body step by step, so that many bodies can share a thread. The generator yields a
 * `ReadNeed` and expects a `ReadAnswer`. Under `reject_all`, the errors of an item are errors of the whole
 * body. Otherwise they are errors of that item only.
 */
export function readItems(format: ReadFormat, source: Source): Reading {
  return format === 'JSON' ? readJson(source) : readLines(source)
}

/**
 * Reads a body that has arrived completely, and passes each batch to `take`. Doesn't check whether the
 * categories exist.
 */
export function readWhole(
  format: ReadFormat,
  { bytes, take, ...source }: Source & { bytes: Uint8Array; take: (batch: ReadBatch) => void }
): ReadEnd {
  const reading = readItems(format, source)
  let start = 0
  for (let step = reading.next({}); ; ) {
    if (step.done) return step.value
    const { value: need } = step
    if (need.need === 'batch') take(need)
    const part = bytes.subarray(start, need.need === 'bytes' ? start + partBytes : start)
    start += part.length
    step = reading.next(part.length > 0 ? { bytes: part } : {})
  }
}

function* readJson({ kind, limits }: Source): Reading {
  const reader = new JsonItems({ list: 'items', maxBytes: limits.itemBytes })
  const batch = new ItemBatch({ kind, limits, isInBody: true })
  let isEmpty = true
  try {
    for (;;) {
      const { bytes } = yield { need: 'bytes' }
      if (bytes && bytes.length > 0) isEmpty = false
      for (const item of bytes ? reader.push(asBuffer(bytes)) : reader.end()) {
        if (item.index >= limits.items) return refused([tooMany('/items', limits.items)])
        batch.addElement(item)
        if (batch.isFull) yield* batch.flush()
      }
      if (!bytes) break
    }
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error
    if (isEmpty) return refused([fault('', 'REQUIRED', 'is required and must be JSON')])
    return { ...refused([error.fault]), isLines: error.isSeveralLines }
  }
  yield* batch.flush()
  const { options, faults } = readOptions(reader.frame(), { total: batch.total, allowed: limits.options })
  const isRefused = options.errorPolicy === 'reject_all'
  return {
    total: batch.total,
    options,
    faults: [...faults, ...(isRefused ? batch.faults : [])].slice(0, maxListedFaults),
    faultCount: faults.length + (isRefused ? batch.faultCount : 0),
    isCountExact: !isRefused || batch.isCountExact,
    warnings: batch.warnings
  }
}

function* readLines({ kind, limits }: Source): Reading {
  const reader = new JsonLines(limits.itemBytes)
  const batch = new ItemBatch({ kind, limits, isInBody: false })
  for (;;) {
    const { bytes } = yield { need: 'bytes' }
    for (const line of bytes ? reader.push(asBuffer(bytes)) : reader.end()) {
      if (!line.isTooLong && isBlank(line.bytes)) continue
      if (batch.total >= limits.items) return refused([tooMany('', limits.items)])
      addLine(batch, line, limits.itemBytes)
      if (batch.isFull) yield* batch.flush()
    }
    if (!bytes) break
  }
  yield* batch.flush()
  if (batch.total === 0) return refused([fault('', 'TOO_FEW', 'must have at least 1 item')])
  return { total: batch.total, options: defaultOptions('reject_failed_items'), faults: [], faultCount: 0 }
}

function addLine(batch: ItemBatch, line: JsonLine, maxBytes: number): void {
  const text = line.bytes.toString()
  const read = readLine(line, { text, maxBytes })
  if ('parsed' in read) batch.add(text, read.parsed)
  else {
    const shown = JSON.stringify(text.replace(/\r$/, '').replaceAll('\0', '\uFFFD'))
    batch.addFailed(shown, { ...read, message: `line ${line.number} ${read.message}` })
  }
}

/**
 * Parses a line. Returns the parsed JSON, or the error of a line that is too long, isn't UTF-8 or isn't JSON.
 */
function readLine(
  { bytes, isTooLong }: JsonLine,
  { text, maxBytes }: { text: string; maxBytes: number }
): { parsed: ParsedJson } | Wording {
  if (isTooLong) return { code: 'LINE_TOO_LONG', message: `must be at most ${maxBytes} bytes` }
  if (!isUtf8(bytes)) return { code: 'INVALID_UTF8', message: 'is not valid UTF-8' }
  if (text.startsWith('\uFEFF')) return { code: 'INVALID_JSON', message: BYTE_ORDER_MARK }
  const parsed = parseJsonText(text)
  if (parsed.ok) return isRecord(parsed.value) ? { parsed } : wrongType(undefined, 'object')
  return parsed.faults.find(({ code }) => code === 'INVALID_JSON') ?? { parsed }
}

/** Returns the default options, with the given error policy. */
export function defaultOptions(errorPolicy: BulkOptions['errorPolicy']): BulkOptions {
  return { errorPolicy, onExisting: 'fail', dryRun: false }
}

/**
 * Reads the options of a JSON body. Also returns the errors of the options and of the list of items as a
 * whole, but not the errors of single items.
 */
function readOptions(
  { members, faults, isObject, list }: JsonFrame,
  { total, allowed }: { total: number; allowed: ReadLimits['options'] }
): { options: BulkOptions; faults: JsonFault[] } {
  const options = defaultOptions('reject_all')
  if (!isObject) {
    const isNull = faults.length === 0 && [...members.values()][0] === null
    return { options, faults: [...faults, at('', wrongType(isNull ? null : undefined, 'object'))] }
  }
  const found = listFaults(list, members.get('items'), total)
  const names = knownNames(['items', ...allowed])
  for (const [name, value] of members) {
    if (name === 'items' || value === null) continue
    const member = allowed.find((one) => one === name)
    const refusal = member
      ? optionFault(member, value)
      : unknownField(name, {}, found.length < maxListedFaults ? names : undefined)
    if (refusal) found.push(at(pointerStep(name), refusal))
    else if (member) Object.assign(options, { [optionMembers[member].option]: value })
  }
  const listed = new Set(faults.map(({ pointer }) => pointer))
  return { options, faults: [...faults, ...found.filter(({ pointer }) => !listed.has(pointer))] }
}

function listFaults(list: JsonFrame['list'], value: unknown, total: number): JsonFault[] {
  if (list === 'missing') return [fault('/items', 'REQUIRED', 'is required')]
  if (list === 'other') return [at('/items', wrongType(value, 'array'))]
  return total === 0 ? [fault('/items', 'TOO_FEW', 'must have at least 1 item')] : []
}

function optionFault(member: keyof typeof optionMembers, value: unknown): Wording | undefined {
  const values: readonly unknown[] = optionMembers[member].values
  if (typeof value !== typeof values[0]) return wrongType(value, typeof values[0])
  return values.includes(value)
    ? undefined
    : { code: 'NOT_ALLOWED', message: `must be one of ${values.join(', ')}` }
}

function at(pointer: string, { code, message }: Wording): JsonFault {
  return { pointer, code, message }
}

function refused(faults: JsonFault[]): ReadEnd {
  return { total: 0, options: defaultOptions('reject_all'), faults, faultCount: faults.length }
}

function tooMany(pointer: string, max: number): JsonFault {
  return fault(pointer, 'TOO_MANY', `must have at most ${max} items`)
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
