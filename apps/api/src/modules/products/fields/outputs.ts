import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { DecimalText, named, nullable, ref } from '../../../http/schema.ts'
import type { Field, FieldTable, NamesWith } from './field.ts'
import { forModeratedTexts, type ModeratedText } from './lists.ts'
import { productFieldTable } from './product-fields.ts'
import type { StoredValue, StoredVideo } from './values.ts'
import { variantFieldTable } from './variant-fields.ts'

type OutputValue<F extends Field> = F['kind'] extends 'attributes' | 'map' | 'object'
  ? Record<string, unknown>
  : F extends { output: { isNullable: false } }
    ? NonNullable<StoredValue<F>>
    : StoredValue<F>

/** The properties of a response with all fields that responses contain. */
type Outputs<T extends FieldTable> = {
  -readonly [N in keyof T as T[N] extends { isOutput: false } ? never : N]: TUnsafe<OutputValue<T[N]>>
}

/** A video of a product. */
export const Video = named(
  'Video',
  Type.Object({
    url: Type.String({ examples: ['https://video.example/watch/hb-m8'] }),
    title: nullable(Type.String({ examples: ['How it is made'] }))
  }),
  'A video of a product'
)

function schemaOf({ kind, output, example: inputExample }: Field): TSchema {
  const { description, example = inputExample } = output ?? {}
  const examples = example === undefined ? {} : { examples: [example] }
  const options = { ...(description !== undefined && { description }), ...examples }
  switch (kind) {
    case 'whole':
      return Type.Integer(options)
    case 'flag':
      return Type.Boolean(options)
    case 'lines':
      return Type.Array(Type.String(examples))
    case 'money':
    case 'weight':
      return DecimalText(description ?? '', String(example))
    case 'videos':
      return Type.Unsafe<StoredVideo[]>({ type: 'array', items: ref(Video) })
    case 'attributes':
      return Type.Record(Type.String(), Type.Unknown(), {
        description: 'Any keys and values. `unspc` is the UNSPSC code of the variant, as text.',
        examples: [{ finish: 'zinc', unspc: '31161620' }]
      })
    case 'map':
    case 'object':
      return Type.Record(Type.String(), Type.Unknown(), options)
    default:
      return Type.String(options)
  }
}

function isNullable({ kind, isRequired, default: empty, output }: Field): boolean {
  return !isRequired && empty === undefined && kind !== 'slug' && output?.isNullable !== false
}

function outputsOf<T extends FieldTable>(table: T): Outputs<T> {
  const entries = Object.entries(table).filter(([, { isOutput }]) => isOutput !== false)
  return Object.fromEntries(
    entries.map(([name, field]) => [name, isNullable(field) ? nullable(schemaOf(field)) : schemaOf(field)])
  ) as Outputs<T>
}

type Public<T extends FieldTable> = Pick<Outputs<T>, NamesWith<T, { isPublic: true }> & keyof Outputs<T>>

/** The fields of a product and of a variant in responses to the vendor (contract 2.1, 2.3). */
export const productOutputs = outputsOf(productFieldTable)
export const variantOutputs = outputsOf(variantFieldTable)

/** The fields that customers see too. */
export const publicProductOutputs = publicOf(productFieldTable, productOutputs)
export const publicVariantOutputs = publicOf(variantFieldTable, variantOutputs)

function publicOf<T extends FieldTable>(table: T, outputs: Outputs<T>): Public<T> {
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => table[name]?.isPublic)) as Public<T>
}

/** The staged values of the moderated texts. */
export const stagedTexts = forModeratedTexts((text) => {
  const schema =
    productFieldTable[text].kind === 'map' ? Type.Record(Type.String(), Type.Unknown()) : Type.String()
  return Type.Optional(isNullable(productFieldTable[text]) ? nullable(schema) : schema)
}) as { [text in ModeratedText]: TOptional<TUnsafe<OutputValue<(typeof productFieldTable)[text]>>> }

type Exported = (typeof variantFieldTable)[NamesWith<
  typeof variantFieldTable,
  { exported: object }
>]['exported']
type ExportedName = Exported['name']

const exported = Object.values<Field>(variantFieldTable).flatMap((field) =>
  field.exported ? { ...field.exported, field } : []
)

/** The fields of a row of the export that are fields of variants (contract 2.8). All of them are texts. */
export const exportedOutputs = Object.fromEntries(
  exported.map(({ name, description, example, field }) => {
    const schema = DecimalText(description, example)
    return [name, isNullable(field) ? nullable(schema) : schema]
  })
) as { [name in ExportedName]: TUnsafe<string> }

/** An example of each field of a row of the export. */
export const exportedExamples = Object.fromEntries(exported.map(({ name, example }) => [name, example])) as {
  [name in ExportedName]: string
}
