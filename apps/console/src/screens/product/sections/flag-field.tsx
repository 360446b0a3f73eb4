import { Checkbox } from '@mantine/core'
import { fieldName } from '../../../ui/field-name.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import type { Flag } from '../form/product-form.ts'

/** A field of the product that is true or false. */
export function FlagField({ name }: { name: Flag }) {
  const { form, faults, isReadOnly, change } = useProductForm()
  return (
    <Checkbox
      label={fieldName(name)}
      checked={form[name]}
      disabled={isReadOnly}
      error={messageAt(faults, `/${name}`)}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  )
}
