import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { cursorsFor } from '../../../http/cursor.ts'
import { newId } from '../../../lib/ids.ts'
import { openApiText } from '../../../openapi-document.ts'
import { exampleMessage } from '../example-message.ts'
import { messageTypes } from '../status-schema.ts'
import { buildMessage } from './message.ts'

type Operation = {
  operationId: string
  requestBody: { content: Record<string, { schema: { $ref: string } }> }
}

const document = JSON.parse(await openApiText())
const webhooks: Record<string, { post: Operation }> = document.webhooks
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'document', components: document.components })

const context = {
  cursors: cursorsFor(['a secret for the cursors of this test'], ['events']),
  publicUrl: 'https://api.example'
}

const validators = new Map<string, ValidateFunction>()

/** Asserts that a body has all fields of a component, and no others. */
function assertMatches(body: string, ref: string): void {
  const validate =
    validators.get(ref) ?? ajv.compile({ allOf: [{ $ref: `document${ref}` }], unevaluatedProperties: false })
  validators.set(ref, validate)
  assert.ok(validate(JSON.parse(body)), `${body}: ${ajv.errorsText(validate.errors)}`)
}

test('the document has a webhook for each type of message, with an operation id of its own', () => {
  assert.deepEqual(Object.keys(webhooks).toSorted(), messageTypes.toSorted())
  const ids = Object.values(webhooks).map(({ post }) => post.operationId)
  const paths: Record<string, Record<string, { operationId: string }>> = document.paths
  const others = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((method) => method.operationId)
  )
  assert.equal(new Set([...ids, ...others]).size, ids.length + others.length)
  assert.ok(ids.includes('onProductRevisionStaged'))
})

for (const type of messageTypes) {
  test(`bodies of ${type} match their schema, for vendors and for the operator`, () => {
    const ref = webhooks[type]?.post.requestBody.content['application/json']?.schema.$ref ?? ''
    for (const vendorId of [newId(), null]) {
      const webhook = {
        id: newId(),
        vendorId,
        feed: type === 'catalog.changed' ? 'CATALOG_CHANGES' : 'EVENTS'
      } as const
      const { body } = exampleMessage(webhook, type, { ...context, isPlatform: vendorId === null })
      assertMatches(body, ref)
      assertMatches(body, '#/components/schemas/WebhookEvent')
    }
  })
}

test('the body of a replay matches its schema, and a wrong body matches none', () => {
  const parts = {
    ...{ sequence: '7', eventId: newId(), type: 'product.created', timestamp: new Date().toISOString() },
    ...{ subjectType: 'product', subjectId: newId(), changedFields: [], orderId: null, vendorId: null },
    ...{ actorType: 'USER', actorId: newId(), actorName: 'Ann', isActorHidden: false }
  }
  const write = (details: string) =>
    buildMessage({ ...parts, details }, { ...context, isPlatform: false }, 2).body
  assertMatches(write('{"sku":"HB-8-40"}'), '#/components/schemas/ProductCreatedEvent')
  for (const details of ['{}', '{"sku":7}'])
    assert.throws(() => assertMatches(write(details), '#/components/schemas/WebhookEvent'), /details/)
})
