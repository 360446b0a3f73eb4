import { anchorOfHeading } from '../slugs.ts'

/** A JSON Schema of the OpenAPI document. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}
/** A parameter of an operation. `in` is `path`, `query` or `header`. */
export type OperationParameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}
type Media = { schema?: Schema; example?: unknown }
export type Response = {
  description: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}
/** An operation with its method in upper case and its path. */
export type Operation = {
  method: string
  path: string
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: object[]
  parameters?: OperationParameter[]
  requestBody?: { description?: string; content: Record<string, Media> }
  responses: Record<string, Response>
}
/** A group of operations, which has a page of its own. */
export type OperationTag = { name: string; description: string }
/** The components of the OpenAPI document by their names. */
export type Schemas = Record<string, Schema>
/** The parts of the OpenAPI document that the site shows. */
export type ApiDocument = { tags: OperationTag[]; operations: Operation[]; schemas: Schemas }

/** Reads the text of the OpenAPI document. */
export function readDocument(text: string): ApiDocument {
  const document = JSON.parse(text) as {
    tags: OperationTag[]
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Schemas }
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase()
    }))
  )
  return { tags: document.tags, operations, schemas: document.components.schemas }
}

/** Returns the name of the component to which a schema refers, also if the schema allows null as well. */
export function componentOf(schema: Schema): string | undefined {
  const { $ref } = schema.$ref ? schema : (nonNull(schema)[0] ?? {})
  return $ref && nonNull(schema).length <= 1 ? $ref.split('/').at(-1) : undefined
}

/** Returns the alternatives of a schema, without null. */
function nonNull({ anyOf = [] }: Schema): Schema[] {
  return anyOf.filter(({ type }) => type !== 'null')
}

/** Returns the alternatives of a schema if there are several of them besides null. */
export function alternativesOf(schema: Schema): Schema[] {
  const alternatives = nonNull(schema)
  return alternatives.length > 1 ? alternatives : []
}

/** Returns the schema without a reference to a component. The description of the reference has precedence. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = componentOf(schema)
  if (name === undefined) return schema
  const component = schemas[name] ?? {}
  return { ...component, description: schema.description ?? component.description ?? '' }
}

/** True if a value of the schema can be null. */
export function isNullable({ type, anyOf = [] }: Schema): boolean {
  return (
    (Array.isArray(type) && type.includes('null')) || anyOf.some((alternative) => alternative.type === 'null')
  )
}

/** Returns the path of the page of a tag, such as `api/import-jobs`. */
export function pathOfTag(name: string): string {
  return `api/${anchorOfHeading(name)}`
}

/** Returns the anchor of an operation on its page, such as `create-product`. */
export function anchorOf({ operationId }: Operation): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Returns the successful response with its status. */
export function successOf({ responses }: Operation): { status: string; response: Response } | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  return success && { status: success[0], response: success[1] }
}
