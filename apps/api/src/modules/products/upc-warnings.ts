import type { Sql } from '../../db/connect.ts'
import { type Fault, invalid } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { gtinProblem } from './gtin.ts'
import { marketplaceOf } from './marketplace-queries.ts'

/** Returns what is wrong with a UPC, EAN or GTIN, or undefined (contract 1.5). */
export function upcProblem(upc: unknown): { code: string; message: string } | undefined {
  if (typeof upc !== 'string' || upc.trim() === '') return undefined
  const message = gtinProblem(upc.trim())
  return message === undefined ? undefined : { code: 'INVALID_UPC', message }
}

/** Returns an entry for each variant of a product in a request whose UPC has a wrong length or check digit. */
export function upcFaults(product: unknown): Extract<Fault, { pointer: string }>[] {
  return listOf(recordOf(product).variants).flatMap((variant, index) => {
    const problem = upcProblem(recordOf(variant).upc)
    return problem ? [fault(`/variants/${index}/upc`, problem.code, problem.message)] : []
  })
}

/**
 * Returns the warnings of a request that creates or updates a product. Throws 400 if the operator has them refused. The
 * settings are read only if there are warnings.
 */
export async function requestWarnings(sql: Sql, product: unknown): Promise<Fault[]> {
  const warnings = upcFaults(product)
  if (warnings.length > 0 && (await marketplaceOf(sql)).upcCheck === 'REFUSE') throw invalid(warnings)
  return warnings
}
