import { type Merged, mergeChanges, type Prefer, type Versions } from '../../../ui/merge-changes.ts'
import { isSame, type ProductForm, type VariantRow } from './product-form.ts'

/**
 * Applies the changes of a form to the product as it is stored now. Fields and cells that only one side has changed take
 * the value of that side. `prefer` says which value the others take; with `current` and `mine`, they are no conflicts.
 */
export function mergeForm(versions: Versions<ProductForm>, prefer?: Prefer): Merged<ProductForm> {
  return mergeChanges(versions, prefer, { variants: mergeVariants })
}

/**
 * Merges variants cell by cell. Variants that are no longer stored disappear, unless they were changed in the form:
 * that is a conflict, and with `mine` they are added again. New ones of the form come last.
 */
function mergeVariants({ values, base, current }: Versions<VariantRow[]>, prefer: Prefer) {
  const rows = current.map((stored): Merged<VariantRow> => {
    const [before, typed] = [base, values].map((all) => all.find(({ key }) => key === stored.key))
    if (!before || !typed) return { values: stored, base: stored, conflicts: [] }
    return mergeChanges({ values: typed, base: before, current: stored }, prefer)
  })
  const known = new Set(current.map(({ key }) => key))
  const others = values.filter(({ key }) => !known.has(key))
  const isNew = ({ id }: VariantRow) => id === undefined
  const lost = others.filter((row) => {
    const before = base.find(({ key }) => key === row.key)
    return !isNew(row) && before !== undefined && !isSame(row, before)
  })
  const isLost = lost.length > 0 && prefer === 'ask'
  const added =
    prefer === 'mine' ? others.filter((row) => isNew(row) || lost.includes(row)) : others.filter(isNew)
  return {
    values: [
      ...rows.map((row) => row.values),
      ...(isLost ? lost : []),
      ...added.map(({ id: _, ...row }) => row)
    ],
    base: [
      ...rows.map((row) => row.base),
      ...(isLost ? base.filter((row) => lost.some(({ key }) => key === row.key)) : [])
    ],
    isConflict: isLost || rows.some(({ conflicts }) => conflicts.length > 0)
  }
}
