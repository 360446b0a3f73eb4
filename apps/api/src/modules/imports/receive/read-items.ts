import { isUtf8 } from 'node:buffer'
import {
  BrokenJson,
  BYTE_ORDER_MARK,
  type JsonFault,
  JsonItems,
  type JsonLine,
  JsonLines,
  type ParsedJson,
  parseJsonText
} from '@purveyor/json-stream'
import { fault } from '../../../http/faults.ts'
import { ItemBatch, type ReadBatch } from './item-batch.ts'
import type { ItemChecker } from './item-fields.ts'
import { defaultOptions, readOptions, type UploadOptions } from './upload-options.ts'

/** Bounds of one upload. */
export type ReadLimits = {
  items: number
  /** Bytes of one element or line. */
  itemBytes: number
  /** Items of a batch, and characters of its texts. */
  batchItems: number
  batchText: number
}

/** JSON: an object with `items` and options. LINES: an item a line, all faults of which are the items' own. */
export type ReadForm = 'JSON' | 'LINES'

/** What the reading needs next: bytes, which of these categories do not exist, or that a batch was taken. */
export type ReadNeed = { need: 'bytes' } | { need: 'categories'; ids: string[] } | ReadBatch

/** The answer to a need: bytes (undefined: there are no more), ids, nothing for a batch. */
export type ReadAnswer = { bytes?: Uint8Array; unknownIds?: string[] }

/** How the reading ended. With `faultCount` above 0 the upload is refused; at most 1,000 of them are listed. */
export type ReadEnd = { total: number; options: UploadOptions; faults: JsonFault[]; faultCount: number }

type Reading = Generator<ReadNeed, ReadEnd, ReadAnswer>

/**
 * Reads the items of one upload, step by step, so that many uploads can share a thread: it yields what it needs, and
 * is given that. An element that is no good is a fault of the upload under `reject_all`, else an error of its item.
 */
export function readItems(form: ReadForm, options: { check: ItemChecker; limits: ReadLimits }): Reading {
  return form === 'JSON' ? readJson(options) : readLines(options)
}

type ReadOptions = { check: ItemChecker; limits: ReadLimits }

function* readJson({ check, limits }: ReadOptions): Reading {
  const reader = new JsonItems({ list: 'items', mostBytes: limits.itemBytes })
  const batch = new ItemBatch({ check, limits, pointers: true })
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
    if (!(error instanceof BrokenJson)) throw error
    return refused([isEmpty ? fault('', 'REQUIRED', 'a JSON body is required') : error.fault])
  }
  yield* batch.flush()
  const { options, faults } = readOptions(reader.frame(), batch.total)
  const isRefused = options.errorPolicy === 'reject_all'
  return {
    total: batch.total,
    options,
    faults: [...faults, ...(isRefused ? batch.faults : [])].slice(0, batch.mostFaults),
    faultCount: faults.length + (isRefused ? batch.faultCount : 0)
  }
}

function* readLines({ check, limits }: ReadOptions): Reading {
  const reader = new JsonLines(limits.itemBytes)
  const batch = new ItemBatch({ check, limits, pointers: false })
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

function addLine(batch: ItemBatch, line: JsonLine, most: number): void {
  const text = line.bytes.toString()
  const read = readLine(line, { text, most })
  if ('parsed' in read) batch.add(text, read.parsed)
  else {
    const kept = JSON.stringify(text.replace(/\r$/, '').replaceAll('\0', '\uFFFD'))
    batch.addFailed(kept, [{ ...read, field: null, message: `line ${line.number} ${read.message}` }])
  }
}

/** The object that the line holds, if with faults of its fields, or why it holds none. */
function readLine(
  { bytes, isTooLong }: JsonLine,
  { text, most }: { text: string; most: number }
): { parsed: ParsedJson } | { code: string; message: string } {
  if (isTooLong) return { code: 'LINE_TOO_LONG', message: `has more than ${most} bytes` }
  if (!isUtf8(bytes)) return { code: 'INVALID_UTF8', message: 'is not valid UTF-8' }
  if (text.startsWith('\uFEFF')) return { code: 'INVALID_JSON', message: BYTE_ORDER_MARK }
  const parsed = parseJsonText(text)
  if (parsed.ok) {
    return isObject(parsed.value) ? { parsed } : { code: 'INVALID_TYPE', message: 'must be an object' }
  }
  const broken = parsed.faults.find(({ code }) => code === 'INVALID_JSON')
  return broken ? { code: broken.code, message: broken.message } : { parsed }
}

function refused(faults: JsonFault[]): ReadEnd {
  return { total: 0, options: defaultOptions('reject_all'), faults, faultCount: faults.length }
}

function tooMany(pointer: string, most: number): JsonFault {
  return fault(pointer, 'TOO_MANY', `must have at most ${most} items`)
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
