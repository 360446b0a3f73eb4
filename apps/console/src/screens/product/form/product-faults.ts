import type { Fault } from '@purveyor/client'
import type { Attribute } from '../../../ui/attributes/attribute-values.ts'
import { sentence } from '../../../ui/sentence.ts'
import type { Sent } from './product-body.ts'
import { isSame, type ProductForm } from './product-form.ts'

/** An error of a field of the form. Rows of lists are named by their keys: `/variants/<key>/upc`. */
export type FieldFault = {
  pointer: string
  message: string
  /** What the message of the service, which is for programs too, means in a form. */
  kind?: 'required' | 'amount' | undefined
  /** The other product that the error is about. */
  productId?: string | undefined
}

const names: Record<string, string> = {
  initialInventory: 'stock',
  quantity: 'stock',
  expected: 'stock',
  base64Document: 'file'
}

/** Splits the errors of a response into those that the form shows at a field, and true if there are others. */
export function placeFaults(
  faults: readonly Fault[],
  { rows }: Pick<Sent<unknown>, 'rows'>,
  form: ProductForm
): { placed: FieldFault[]; hasOthers: boolean } {
  const placed = faults.flatMap(({ pointer, code, message, productId }) => {
    const translated = pointer ? pointerInForm(pointer, rows) : undefined
    return translated && Object.hasOwn(form, translated.split('/')[1] ?? '')
      ? [{ pointer: translated, message, kind: kindOf(code, valueAt(form, translated)), productId }]
      : []
  })
  return { placed, hasOthers: placed.length < faults.length }
}

/** Returns the errors whose fields were not changed since the form was sent. */
export function withoutChanged(
  faults: readonly FieldFault[],
  sent: ProductForm,
  now: ProductForm
): FieldFault[] {
  return faults.filter(({ pointer }) => isSame(valueAt(sent, pointer), valueAt(now, pointer)))
}

function kindOf(code: string, value: unknown): FieldFault['kind'] {
  if (value === '' || (value === undefined && code === 'REQUIRED')) return 'required'
  return code === 'INVALID_DECIMAL' ? 'amount' : undefined
}

/** Returns the value of the form at a pointer. */
export function valueAt(form: ProductForm, pointer: string): unknown {
  const [, field = '', key, column, code] = pointer.split('/')
  if (field === 'attributes') return attributeAt(form.attributes, key)
  const value = (form as Record<string, unknown>)[field]
  if (!Array.isArray(value)) return value
  if (field === 'variants' && column === 'attributes')
    return attributeAt(form.variants.find((row) => row.key === key)?.attributes, code)
  const row: Record<string, unknown> | undefined = value.find(
    (one) => one.key !== undefined && one.key === key
  )
  return row && column !== undefined ? row[column] : (row ?? value)
}

/** Returns the value of an attribute, or all of them if none is named. */
function attributeAt(attributes: readonly Attribute[] | undefined, step: string | undefined): unknown {
  if (step === undefined) return attributes
  return attributes?.find(({ name }) => name === unescaped(step))?.value
}

/** Returns a name as a step of a JSON Pointer. */
export function pointerStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Returns the name that a step of a JSON Pointer stands for. */
export function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function pointerInForm(pointer: string, rows: Record<string, string[]>): string {
  const [, list = '', index, ...rest] = pointer.split('/')
  const key = index === undefined ? undefined : rows[list]?.[Number(index)]
  if (key === undefined) return pointer
  const field = list === 'variantStock' ? 'variants' : list
  const [first, ...others] = rest.map((name) => names[name] ?? name)
  const column = list === 'variantStock' ? 'stock' : first
  return ['', field, key, ...(column === undefined ? [] : [column]), ...others].join('/')
}

/** Returns the messages of a field. `deep` adds those of its parts. */
export function messageAt(
  faults: readonly FieldFault[],
  pointer: string,
  { deep = false } = {}
): string | undefined {
  const messages = faults
    .filter((fault) => fault.pointer === pointer || (deep && fault.pointer.startsWith(`${pointer}/`)))
    .map(({ message }) => sentence(message))
  return messages.length > 0 ? [...new Set(messages)].join(' ') : undefined
}
