import type { JsonFault, JsonFrame } from '@purveyor/json-stream'
import { fault } from '../../../http/faults.ts'
import { shownName } from './item-fields.ts'

export const onExistingValues = ['fail', 'skip', 'update'] as const
export const errorPolicies = ['reject_all', 'reject_failed_items'] as const

/** How an upload is to be taken (decided beside `items`, or in the query). */
export type UploadOptions = {
  errorPolicy: (typeof errorPolicies)[number]
  onExisting: (typeof onExistingValues)[number]
  dryRun: boolean
}

export function defaultOptions(errorPolicy: UploadOptions['errorPolicy']): UploadOptions {
  return { errorPolicy, onExisting: 'fail', dryRun: false }
}

/** The options of a body with its list aside, and what is wrong with them and with the list as a whole. */
export function readOptions(
  { members, faults: found, isObject, list }: JsonFrame,
  total: number
): { options: UploadOptions; faults: JsonFault[] } {
  const options = defaultOptions('reject_all')
  if (!isObject) {
    const isNull = found.length === 0 && [...members.values()][0] === null
    const refusal = isNull
      ? fault('', 'REQUIRED', 'cannot be null')
      : fault('', 'INVALID_TYPE', 'must be an object')
    return { options, faults: [...found, refusal] }
  }
  const faults = [...listFaults(list, members.get('items'), total)]
  for (const [name, value] of members) {
    if (name === 'items' || value === null) continue
    const refusal = readOption(options, name, value)
    if (refusal) faults.push(refusal)
  }
  const told = new Set(found.map(({ pointer }) => pointer))
  return { options, faults: [...found, ...faults.filter(({ pointer }) => !told.has(pointer))] }
}

function listFaults(list: JsonFrame['list'], value: unknown, total: number): JsonFault[] {
  if (list === 'missing') return [fault('/items', 'REQUIRED', 'is required')]
  if (list === 'array') return total === 0 ? [fault('/items', 'TOO_FEW', 'must have at least 1')] : []
  return [
    value === null
      ? fault('/items', 'REQUIRED', 'cannot be null')
      : fault('/items', 'INVALID_TYPE', 'must be an array')
  ]
}

/** Takes one member; its fault where it is no option, or not of the right form. */
function readOption(options: UploadOptions, name: string, value: unknown): JsonFault | undefined {
  switch (name) {
    case 'dry_run':
      if (typeof value !== 'boolean') return fault('/dry_run', 'INVALID_TYPE', 'must be a boolean')
      options.dryRun = value
      return undefined
    case 'on_existing': {
      const chosen = onExistingValues.find((one) => one === value)
      if (!chosen) return notAllowed(name, value, onExistingValues)
      options.onExisting = chosen
      return undefined
    }
    case 'error_policy': {
      const chosen = errorPolicies.find((one) => one === value)
      if (!chosen) return notAllowed(name, value, errorPolicies)
      options.errorPolicy = chosen
      return undefined
    }
    default:
      return fault(
        `/${shownName(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
        'UNKNOWN_FIELD',
        'is not a known field'
      )
  }
}

function notAllowed(name: string, value: unknown, values: readonly string[]): JsonFault {
  return typeof value === 'string'
    ? fault(`/${name}`, 'NOT_ALLOWED', `must be one of ${values.join(', ')}`)
    : fault(`/${name}`, 'INVALID_TYPE', 'must be a string')
}
