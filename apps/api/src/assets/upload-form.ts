import { isUtf8 } from 'node:buffer'
import { parseJsonBody } from '@purveyor/json-stream'
import { Type } from 'typebox'
import type { Fault } from '../errors.ts'
import { fault } from '../http/faults.ts'
import { listOf, recordOf } from '../lib/shape.ts'

/** A file among the fields of a form, alone or as what an array holds. `request.uploads` has its bytes. */
export const FilePart = Type.Unsafe<string>({ type: 'string', format: 'binary' })

/** How often a part of that name may come, and what it is. */
export type FormField = { kind: 'file' | 'text' | 'number' | 'boolean' | 'json'; list: boolean; most: number }

export type Form = Map<string, FormField>

/** The form that the schema of a body describes. */
export function formOf(schema: unknown): Form {
  const { type, properties } = recordOf(schema)
  if (type !== 'object')
    throw new Error('The body of an upload is an object that is written out, without $ref')
  return new Map(Object.entries(recordOf(properties)).map(([name, property]) => [name, fieldOf(property)]))
}

function fieldOf(schema: unknown): FormField {
  const { type, format, items, maxItems } = recordOf(schema)
  if (format === 'binary') return { kind: 'file', list: false, most: 1 }
  if (recordOf(items).format === 'binary') return { kind: 'file', list: true, most: Number(maxItems) }
  const types = typeof type === 'string' ? [type] : listOf(type)
  const once = { list: false, most: 1 }
  if (types.includes('string')) return { kind: 'text', ...once }
  if (types.includes('integer') || types.includes('number')) return { kind: 'number', ...once }
  if (types.includes('boolean')) return { kind: 'boolean', ...once }
  return { kind: 'json', ...once }
}

/**
 * The value of a text field: text, or the number, boolean or JSON that the form names there. What does not read as
 * one stays text, for validation to refuse. Text that cannot be kept exactly is a fault, as in JSON bodies.
 */
export function readText(
  name: string,
  bytes: Buffer,
  kind: FormField['kind']
): { value: unknown } | { faults: Fault[] } {
  if (kind === 'json') {
    const parsed = parseJsonBody(bytes)
    if (parsed.ok) return { value: parsed.value }
    return {
      faults: parsed.faults.map(({ pointer, code, message }) => fault(`/${name}${pointer}`, code, message))
    }
  }
  if (!isUtf8(bytes)) return { faults: [fault(`/${name}`, 'INVALID_UTF8', 'is not valid UTF-8')] }
  const text = bytes.toString()
  if (text.includes('\0')) return { faults: [fault(`/${name}`, 'NUL_CHARACTER', 'holds a NUL character')] }
  if (kind === 'number' && /^-?\d{1,15}$/.test(text)) return { value: Number(text) }
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return { value: text === 'true' }
  return { value: text }
}
