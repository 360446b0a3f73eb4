import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { enumeration } from '../../lib/enumerations.ts'
import { nullable, oneOf } from '../schema.ts'
import { finalDocument } from './final-document.ts'

const colours = enumeration('TestColour', ['RED', 'BLUE'], 'A colour')
const $ref = '#/components/schemas/TestColour'

/** Returns the properties of a component that consists of these properties, as in the final document. */
function documented(properties: Record<string, unknown>): unknown {
  const schemas: Record<string, { properties?: unknown }> = { One: { properties } }
  return finalDocument({ components: { schemas } }, {}).components?.schemas?.One?.properties
}

test('a named enumeration becomes a reference with its own description', () => {
  assert.deepEqual(documented({ colour: oneOf(colours) }), { colour: { $ref } })
  const described = oneOf(colours, { description: 'The colour of the lid' })
  assert.deepEqual(documented({ colour: described }), {
    colour: { $ref, description: 'The colour of the lid' }
  })
})

test('a named enumeration that allows null becomes the reference or null', () => {
  const described = nullable(oneOf(colours, { description: 'The colour of the lid' }))
  assert.deepEqual(documented({ colour: described }), {
    colour: { anyOf: [{ $ref }, { type: 'null' }], description: 'The colour of the lid' }
  })
})

test('properties with the names of keywords remain', () => {
  const properties = { enumeration: Type.String(), trim: Type.Boolean(), patternHint: Type.Number() }
  assert.deepEqual(Object.keys(documented(properties) as object), ['enumeration', 'trim', 'patternHint'])
})

test('the document has a component for each named enumeration that a schema uses', () => {
  const document = { components: { schemas: { One: { properties: { colour: oneOf(colours) } } } } }
  const schemas: Record<string, unknown> = finalDocument(document, {}).components.schemas
  assert.deepEqual(schemas.TestColour, { type: 'string', enum: ['RED', 'BLUE'], description: 'A colour' })
  const { components } = finalDocument({ components: { schemas: { One: {} } } }, {})
  assert.deepEqual(Object.keys(components.schemas), ['One'])
})

test('an example is added to parameters, the body and the success response', () => {
  const operation = {
    operationId: 'paint',
    tags: ['Paint'],
    parameters: [
      { in: 'path', name: 'id' },
      { in: 'query', name: 'id' },
      { in: 'query', name: 'coats' }
    ],
    requestBody: { content: { 'application/json': {}, 'application/x-ndjson': {} } },
    responses: { 200: { description: 'A lid' }, 404: { description: 'The lid was not found' } }
  }
  const example = { path: { id: 'one' }, query: { coats: 2 }, body: { colour: 'RED' }, response: 'The lid' }
  const { paths } = finalDocument(
    { tags: [], paths: { '/lids/{id}': { post: operation } } },
    { paint: example }
  )
  assert.deepEqual(paths['/lids/{id}'].post, {
    ...operation,
    parameters: [
      { in: 'path', name: 'id', example: 'one' },
      { in: 'query', name: 'id' },
      { in: 'query', name: 'coats', example: 2 }
    ],
    requestBody: {
      content: { 'application/json': { example: { colour: 'RED' } }, 'application/x-ndjson': {} }
    },
    responses: { 200: { description: 'The lid' }, 404: { description: 'The lid was not found' } }
  })
})

test('a name can be given to only one enumeration', () => {
  assert.throws(() => enumeration('TestColour', ['GREEN'], 'Another colour'), /already exists/)
})
