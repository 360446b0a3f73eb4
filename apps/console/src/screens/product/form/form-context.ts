import type { Product } from '@purveyor/client'
import { createContext, useContext } from 'react'
import type { CategoryFields } from '../../../ui/attributes/use-attribute-fields.ts'
import type { FieldFault } from './product-faults.ts'
import type { ProductForm } from './product-form.ts'
import type { ValueWarning } from './value-warnings.ts'

/** The form of a product, for the parts that show its fields. */
export type ProductFormValue = {
  /** The product as it is stored. Undefined while it is new. */
  product: Product | undefined
  form: ProductForm
  faults: FieldFault[]
  /** What the service has said about values that it has stored, but that may be wrong. */
  warnings: readonly ValueWarning[]
  isReadOnly: boolean
  /** The attributes that the chosen categories ask for. */
  fields: CategoryFields
  /** The field that the person wants to see. Each request is another object. */
  shown: { pointer: string } | undefined
  show(pointer: string): void
  change(changes: Partial<ProductForm>): void
}

export const ProductFormContext = createContext<ProductFormValue | undefined>(undefined)

/** Returns the form of the product. Only for parts of the form. */
export function useProductForm(): ProductFormValue {
  const value = useContext(ProductFormContext)
  if (!value) throw new Error('This component is used outside of a form of a product.')
  return value
}
