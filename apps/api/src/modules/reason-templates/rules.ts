import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { listOf, recordOf } from '../../lib/shape.ts'

/** The maximum number of reason templates. The list of templates isn't paged. */
export const maxTemplates = 500

/** Returns a fault for each field that a template names twice. */
export function repeatedFields(body: unknown): Fault[] {
  return repeatedFaults('/fields', listOf(recordOf(body).fields), { code: 'REPEATED_FIELD' })
}

/** The fault of a code that another template has. */
export const codeTaken: Fault = fault('/code', 'CODE_TAKEN', 'is already the code of another reason template')
