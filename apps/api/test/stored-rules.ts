import { newId } from '../src/lib/ids.ts'
import type { Reason } from '../src/modules/products/write/reason.ts'
import type { TestApp } from './app.ts'

/** `when` of an approval rule. */
export type Conditions = {
  kinds?: ('PRODUCT' | 'REVISION')[]
  vendorIds?: string[]
  minTrust?: 'NEW' | 'STANDARD' | 'TRUSTED'
  categoryIds?: string[]
  onlyFields?: string[]
  maxTextChange?: number
  minImages?: number
  maxVendorPrice?: string | number
  withoutWords?: string[]
  withoutLinks?: boolean
}

/** An approval rule as it is stored. Omitted values have a default. */
export type TestRule = {
  name?: string
  isActive?: boolean
  when?: Conditions
  decision?: 'APPROVE' | 'REJECT' | 'QUEUE'
  reasons?: Reason[]
  samplePercent?: number
}

/** The reasons of a rejecting rule. */
export const ruleReasons: Reason[] = [
  { code: 'TEXT', pointer: null, imageId: null, text: 'The text needs work.' }
]

/** Replaces all approval rules by the given ones, in this order, and returns their ids. */
export async function setRules({ sql }: Pick<TestApp, 'sql'>, rules: TestRule[]): Promise<string[]> {
  const rows = rules.map((rule, position) => ({ ...rule, position, id: newId() }))
  await sql.begin(async (tx) => {
    await tx`delete from approval_rules`
    for (const { id, position, name, isActive = true, when = {}, decision = 'APPROVE', ...rest } of rows) {
      const { reasons = decision === 'REJECT' ? ruleReasons : [], samplePercent = 0 } = rest
      await tx`
        insert into approval_rules (id, position, name, is_active, conditions, decision, reasons, sample_percent)
        values (${id}, ${position}, ${name ?? `Rule ${position}`}, ${isActive}, ${tx.json(when)}, ${decision},
          ${tx.json(reasons)}, ${String(samplePercent)}::numeric)`
    }
  })
  return rows.map(({ id }) => id)
}
