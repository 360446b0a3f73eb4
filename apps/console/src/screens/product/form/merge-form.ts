import { isSame, type ProductForm, type VariantRow } from './product-form.ts'

type Field = keyof ProductForm

/** The form after the stored product has changed, and the values that its changes are compared with. */
export type Merged = {
  form: ProductForm
  base: ProductForm
  /** The fields that were changed in the form and, to other values, in the stored product. */
  conflicts: Field[]
}

/**
 * Applies the changes of a form to the product as it is stored now. `base` is the product as it was when they were
 * made. Fields and cells that only one side has changed take the value of that side. `prefer` says which value the
 * others take; with `stored` and `mine`, they are no conflicts.
 */
export function mergeForm(
  { base, form }: { base: ProductForm; form: ProductForm },
  stored: ProductForm,
  prefer: 'ask' | 'mine' | 'stored' = 'ask'
): Merged {
  const conflicts = new Set<Field>()
  const merged: Record<string, unknown> = {}
  const newBase: Record<string, unknown> = {}
  for (const field of Object.keys(stored) as Field[]) {
    const value =
      field === 'variants'
        ? mergeVariants({ base: base.variants, form: form.variants, stored: stored.variants, prefer })
        : mergeValue({ base: base[field], form: form[field], stored: stored[field], prefer })
    merged[field] = value.form
    newBase[field] = value.base
    if (value.isConflict) conflicts.add(field)
  }
  return { form: merged as ProductForm, base: newBase as ProductForm, conflicts: [...conflicts] }
}

type Sides<T> = { base: T; form: T; stored: T; prefer: 'ask' | 'mine' | 'stored' }

function mergeValue<T>({ base, form, stored, prefer }: Sides<T>): { form: T; base: T; isConflict: boolean } {
  if (isSame(form, base)) return { form: stored, base: stored, isConflict: false }
  if (isSame(base, stored) || isSame(form, stored) || prefer === 'mine')
    return { form: isSame(form, stored) ? stored : form, base: stored, isConflict: false }
  if (prefer === 'stored') return { form: stored, base: stored, isConflict: false }
  return { form, base, isConflict: true }
}

/**
 * Merges variants cell by cell. Variants that are no longer stored disappear, unless they were changed in the form:
 * that is a conflict, and with `mine` they are added again. New ones of the form come last.
 */
function mergeVariants({ base, form, stored, prefer }: Sides<VariantRow[]>) {
  const rows = stored.map((storedRow) => {
    const [baseRow, formRow] = [base, form].map((all) => all.find(({ key }) => key === storedRow.key))
    if (!baseRow || !formRow) return { form: storedRow, base: storedRow, isConflict: false }
    return mergeRow({ base: baseRow, form: formRow, stored: storedRow, prefer })
  })
  const known = new Set(stored.map(({ key }) => key))
  const others = form.filter(({ key }) => !known.has(key))
  const isNew = ({ id }: VariantRow) => id === undefined
  const lost = others.filter((row) => {
    const before = base.find(({ key }) => key === row.key)
    return !isNew(row) && before !== undefined && !isSame(row, before)
  })
  const isLost = lost.length > 0 && prefer === 'ask'
  const added =
    prefer === 'mine' ? others.filter((row) => isNew(row) || lost.includes(row)) : others.filter(isNew)
  return {
    form: [...rows.map((row) => row.form), ...(isLost ? lost : []), ...added.map(({ id: _, ...row }) => row)],
    base: [
      ...rows.map((row) => row.base),
      ...(isLost ? base.filter((row) => lost.some(({ key }) => key === row.key)) : [])
    ],
    isConflict: isLost || rows.some(({ isConflict }) => isConflict)
  }
}

function mergeRow({ base, form, stored, prefer }: Sides<VariantRow>) {
  const cells = (Object.keys(stored) as (keyof VariantRow)[]).map(
    (column) =>
      [
        column,
        mergeValue<unknown>({ base: base[column], form: form[column], stored: stored[column], prefer })
      ] as const
  )
  return {
    form: Object.fromEntries(cells.map(([column, cell]) => [column, cell.form])) as VariantRow,
    base: Object.fromEntries(cells.map(([column, cell]) => [column, cell.base])) as VariantRow,
    isConflict: cells.some(([, { isConflict }]) => isConflict)
  }
}
