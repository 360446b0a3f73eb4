import { openApiText } from '../src/openapi-document.ts'

/** A part of the OpenAPI document. */
export type Node = { [name: string]: unknown }

export type DocumentedParameter = {
  in: string
  name: string
  required?: boolean
  example?: unknown
  schema: { examples?: unknown[] }
}

export type DocumentedOperation = {
  operationId: string
  security?: object[]
  tags: string[]
  parameters?: DocumentedParameter[]
  requestBody?: { content: Record<string, { schema: Node; example?: unknown }> }
  responses: Record<string, { description: string; headers?: Record<string, Node> }>
}

export type DescribedDocument = {
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Node>; headers: Record<string, Node>; securitySchemes: object }
}

/** An operation of the document, with its method in upper case. */
export type PathOperation = DocumentedOperation & { method: string; path: string }

/** Generates the OpenAPI document from the routes. */
export async function generatedDocument(): Promise<DescribedDocument> {
  return JSON.parse(await openApiText())
}

export function operationsOf({ paths }: DescribedDocument): PathOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path
    }))
  )
}
