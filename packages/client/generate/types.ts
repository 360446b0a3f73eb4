import type { Document, Parameter, Schema } from './document.ts'

const timestamp = 'An ISO 8601 timestamp in UTC with milliseconds'

/** Returns TypeScript for a schema. The caller formats the text. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace(/.*\//, '')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeOf).join(' | ')
  if (schema.allOf) {
    const { allOf, ...own } = schema
    return [...allOf, own].map(typeOf).join(' & ')
  }
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'object') return objectType(schema)
  if (schema.type === 'array') {
    const item = typeOf(schema.items ?? {})
    return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`
  }
  if (schema.type === 'null') return 'null'
  if (schema.format === 'date-time') return 'Timestamp'
  if (schema.format === 'binary') return 'Blob'
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown')
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  const more = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (!properties) return `Record<string, ${more}>`
  const lines = Object.entries(properties).map(([name, property]) => {
    const description = property.description === timestamp ? undefined : property.description
    return `${comment(description)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(property)}`
  })
  if (additionalProperties) lines.push(`[name: string]: ${more}`)
  return `{\n${lines.join('\n')}\n}`
}

/** Returns the declarations of all schemas of the document. */
export function schemaTypes(document: Document): string {
  const declarations = Object.entries(document.components.schemas).map(([name, schema]) => {
    const text = typeOf(schema)
    const start = text.startsWith('{') ? `interface ${name}` : `type ${name} =`
    return `${comment(schema.description)}export ${start} ${text}`
  })
  return [`${comment(timestamp)}export type Timestamp = string`, ...declarations].join('\n\n')
}

/** Returns the schema of a query. Times can be dates. `view` selects an overload of the method instead. */
export function querySchema(query: Parameter[]): Schema {
  const fields = query.filter(({ name }) => name !== 'view')
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const properties = fields.map(({ name, description = '', schema }) => {
    const date = schema.format === 'date-time' ? [{ $ref: 'Date' }] : []
    const absent = required.includes(name) ? [] : [{ type: 'undefined' }]
    return [name, { description, anyOf: [...date, schema, ...absent] }]
  })
  return { type: 'object', properties: Object.fromEntries(properties), required }
}

/** Returns a doc comment with lines of at most 100 characters. */
export function comment(text = ''): string {
  const sentence = text.replace(/(?<![.:!?])$/, '.')
  const lines = sentence.split('\n').flatMap((line) => line.match(/\S.{0,99}(?=\s|$)/g) ?? [''])
  if (text === '') return ''
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n * ${lines.join('\n * ')}\n */\n`
}
