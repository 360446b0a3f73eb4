import { type Document, type Parameter, refName, type Schema } from './document.ts'

const timestamp = 'An ISO 8601 timestamp in UTC with milliseconds'

/** Returns TypeScript for a schema. The caller formats the text. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return refName(schema.$ref)
  if (schema.enum) return schema.enum.map((value) => quote(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'integer':
      return 'number'
    case 'array':
      return `Array<${typeOf(schema.items ?? {})}>`
    case 'object':
      return objectType(schema)
    case 'string':
      return schema.format === 'date-time' ? 'Timestamp' : schema.format === 'binary' ? 'Blob' : 'string'
    default:
      return schema.type ?? 'unknown'
  }
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
    const declaration = text.startsWith('{') ? `interface ${name} ${text}` : `type ${name} = ${text}`
    return `${comment(schema.description)}export ${declaration}`
  })
  return [`${comment(timestamp)}export type Timestamp = string`, ...declarations].join('\n\n')
}

const paging = new Set(['first', 'after', 'last', 'before'])

/** Returns the interface of the query parameters of an operation. `view` selects an overload instead. */
export function queryType(name: string, parameters: Parameter[]): string {
  const own = parameters.filter((parameter) => parameter.name !== 'view')
  const isList = own.some((parameter) => parameter.name === 'before')
  const fields = own
    .filter((parameter) => !isList || !paging.has(parameter.name))
    .map(({ name, schema, description }) => {
      const type = schema.format === 'date-time' ? 'Date | Timestamp' : typeOf(schema)
      return `${comment(description)}${name}?: ${type} | undefined`
    })
  const size = own.find((parameter) => parameter.name === 'first')?.description
  const about = isList && size ? comment(size.replace('when paging forward', '(first or last)')) : ''
  if (fields.length === 0) return `${about}export type ${name} = PageQuery`
  return `${about}export interface ${name} ${isList ? 'extends PageQuery ' : ''}{\n${fields.join('\n')}\n}`
}

export const pageQuery = `/** Selects a page of a list. */
export interface PageQuery {
/** The page size when paging forward. */
first?: number | undefined
/** The \`endCursor\` of the previous page, to get the next page. */
after?: string | undefined
/** The page size when paging backward. */
last?: number | undefined
/** The \`startCursor\` of the next page, to get the previous page. */
before?: string | undefined
}`

/** Returns a doc comment with lines of at most 100 characters. */
export function comment(text: string | undefined): string {
  if (!text) return ''
  const sentence = /[.:!?]$/.test(text) || text.includes('\n') ? text : `${text}.`
  const lines = sentence
    .split('\n')
    .flatMap((line) => line.match(/\S.{0,99}(?=\s|$)/g) ?? [''])
    .map((line) => line.trim())
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n * ${lines.join('\n * ')}\n */\n`
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
