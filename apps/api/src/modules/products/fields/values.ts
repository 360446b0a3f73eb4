import type { Field, NamesWith } from './field.ts'
import type { ModeratedText } from './lists.ts'
import type { productFieldTable } from './product-fields.ts'
import type { variantFieldTable } from './variant-fields.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The attributes of a variant in a request. */
export type AttributesInput = { unspc?: string | number | null; [name: string]: Json | undefined }

/** A video of a product in a request, and in a response or as it is stored. */
export type VideoInput = { url: string; title?: string | null }
export type StoredVideo = { url: string; title: string | null }

/** The value of a field that isn't null, in a request after its validation. */
export type InputValue<F extends Pick<Field, 'kind'>> = F['kind'] extends 'flag'
  ? boolean
  : F['kind'] extends 'whole'
    ? number
    : F['kind'] extends 'lines'
      ? string[]
      : F['kind'] extends 'videos'
        ? VideoInput[]
        : F['kind'] extends 'attributes'
          ? AttributesInput
          : F['kind'] extends 'object' | 'map'
            ? Record<string, Json>
            : string

type StoredForm<F extends Field> = F['kind'] extends 'videos' ? StoredVideo[] : InputValue<F>

/** The value of a field as it is stored. Decimals are texts. */
export type StoredValue<F extends Field> = F extends
  | { isRequired: true }
  | { default: unknown }
  | { kind: 'slug' }
  ? StoredForm<F>
  : StoredForm<F> | null

type ProductTable = typeof productFieldTable
type VariantTable = typeof variantFieldTable

/** The stored values of all fields of products and variants. */
export type ProductValues = { -readonly [N in keyof ProductTable]: StoredValue<ProductTable[N]> }
export type VariantValues = { -readonly [N in keyof VariantTable]: StoredValue<VariantTable[N]> }

/** The names of a product's own fields that requests can contain, except the slug. */
export type OwnField = Exclude<
  keyof ProductTable,
  NamesWith<ProductTable, { isInput: false } | { hasOwnRule: true }>
>

/** The names of the plain fields: a product's own fields except the moderated ones and the slug. */
export type PlainField = Exclude<OwnField, ModeratedText>

type Flat<T, Use> = {
  -readonly [N in keyof T as T[N] extends { flat: Use } ? N : never]: T[N] extends Field
    ? InputValue<T[N]>
    : never
}

/** The values that a flat item of a bulk upload, or an item of a bulk update, gives to fields, by field. */
export type UploadValues = Flat<ProductTable, { upload: object }> & Flat<VariantTable, { upload: object }>
export type UpdateValues = Flat<ProductTable, { update: object }> & Flat<VariantTable, { update: object }>
