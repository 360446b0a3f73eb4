import type { Document, Schema } from './document.ts'
import { comment } from './types.ts'

/** The requests and items whose fields programs list, with the names of their lists. */
const inputs = {
  newProductFields: 'NewProduct',
  newVariantFields: 'NewVariant',
  uploadItemFields: 'UploadItem',
  bulkUpdateItemFields: 'BulkUpdateItem',
  revisionCorrectionFields: 'RevisionCorrection',
  variantCorrectionFields: 'VariantCorrection'
}

/** The enumerations of fields, with the names of their lists. */
const enumerations = { moderatedFields: 'ModeratedField', reasonTemplateFields: 'ReasonTemplateField' }

/** Returns declarations of lists of fields, for programs that show or send all fields. */
export function fieldLists({ components: { schemas } }: Document): string {
  const objects = Object.entries(inputs).map(([list, name]) => {
    const entries = Object.entries(schemas[name]?.properties ?? {})
    const lines = entries.map(([field, schema]) => `${field}: ${JSON.stringify(formOf(schema))}`)
    const text = `The fields of \`${name}\`, each with the JSON types of its values except null.`
    return `${comment(text)}export const ${list} = {\n${lines.join(',\n')}\n} as const`
  })
  const arrays = Object.entries(enumerations).map(
    ([list, name]) =>
      `${comment(`The values of \`${name}\`.`)}export const ${list} = ${valuesOf(schemas[name])} as const`
  )
  return [...objects, ...arrays].join('\n\n')
}

function valuesOf(schema: Schema | undefined): string {
  return `[${(schema?.enum ?? []).map((value) => JSON.stringify(value)).join(', ')}]`
}

/** Returns the types of a schema, such as `string` or `number | string`. */
function formOf({ type }: Schema): string {
  const types = [type ?? 'unknown'].flat().filter((one) => one !== 'null')
  return types.join(' | ')
}
