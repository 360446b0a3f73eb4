import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { fieldName } from '../../../ui/field-name.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import type { TextField as Name } from '../form/product-form.ts'

/** A field of the product that is one line of text. */
export function TextField({ name, ...props }: { name: Name } & TextInputProps) {
  const { form, faults, isReadOnly, change } = useProductForm()
  return (
    <TextInput
      data-field={name}
      label={fieldName(name)}
      value={form[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      readOnly={isReadOnly}
      error={messageAt(faults, `/${name}`)}
      {...props}
      {...(isReadOnly && { required: false })}
    />
  )
}

/** A field of the product with several lines. */
export function LongTextField({ name, ...props }: { name: Name } & TextareaProps) {
  const { form, faults, isReadOnly, change } = useProductForm()
  return (
    <Textarea
      data-field={name}
      label={fieldName(name)}
      value={form[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      readOnly={isReadOnly}
      error={messageAt(faults, `/${name}`)}
      autosize
      minRows={2}
      maxRows={16}
      {...props}
      {...(isReadOnly && { required: false })}
    />
  )
}
