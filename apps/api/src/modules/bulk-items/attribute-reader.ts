import { tooLong, wrongType } from '../../http/body/find-faults.ts'
import { isRecord } from '../../lib/shape.ts'
import { attributeFaults } from '../products/attributes/attribute-limits.ts'
import type { ItemFields } from './item-fields.ts'

/** Reads the field `attributes` of a flat item. Whether the values are allowed is checked later. */
export function readAttributes(fields: ItemFields): Record<string, unknown> | undefined {
  const field = 'attributes'
  const sent = fields.value(field)
  if (sent === undefined) return undefined
  if (!isRecord(sent)) return fields.addError(field, wrongType(sent, 'object'))
  const attributes = { ...sent }
  const faults = attributeFaults('', attributes)
  for (const { code, message } of faults) fields.addError(field, { code, message })
  const { unspc } = attributes
  if (unspc !== undefined && unspc !== null && (typeof unspc !== 'string' || unspc.length > 255))
    fields.addError('attributes/unspc', tooLong(255))
  return faults.length === 0 ? attributes : undefined
}
