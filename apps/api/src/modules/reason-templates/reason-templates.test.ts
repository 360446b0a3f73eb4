import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

const path = '/platform/reason-templates'
const wrongImage = { code: 'WRONG_IMAGE', text: 'The image shows another product.', fields: ['images'] }

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
})
beforeEach(() => t.sql`delete from reason_templates`)
after(() => t.close())

const create = (body: unknown, as = operator) => t.call(`POST ${path}`, { as, body })
const patch = (id: string, body: unknown, headers = {}) =>
  t.call(`PATCH ${path}/${id}`, { as: operator, body, headers })
const codesOf = async (query = '') => {
  const { body } = await t.call(`GET ${path}${query}`, { as: operator })
  return body.reasonTemplates.map(({ code }: { code: string }) => code)
}

describe('creating a reason template', () => {
  test('returns 201 with the template and its location', async () => {
    const { status, body, headers } = await create(wrongImage)
    assert.equal(status, 201)
    const { id, createdAt, updatedAt, ...rest } = body
    assert.deepEqual(rest, wrongImage)
    assert.equal(createdAt, updatedAt)
    assert.equal(headers.location, `/api/v1${path}/${id}`)
    const found = await t.call(`GET ${path}/${id}`, { as: operator })
    assert.deepEqual(found.body, body)
    assert.equal(found.headers.etag, headers.etag)
  })

  test('fields are optional, and the text is trimmed', async () => {
    const { body } = await create({ code: 'A', text: '  No.  ' })
    assert.deepEqual([body.text, body.fields], ['No.', []])
    assert.deepEqual((await create({ code: 'B', text: 'No.', fields: null })).body.fields, [])
  })

  test('accepts the maximum of every bound', async () => {
    const fields = [
      ...['name', 'shortDescription', 'description', 'images', 'variants', 'documents', 'brand', 'videos'],
      ...['categoryIds', 'categories', 'collections', 'tags', 'facetValues', 'upc', 'vendorPrice', 'sku'],
      ...['warranty', 'pageTitle', 'keyFeatures', 'slug']
    ]
    assert.equal(fields.length, 20)
    const longest = { code: `A${'_9'.repeat(31)}Z`, text: 'é'.repeat(2000), fields }
    assert.equal(longest.code.length, 64)
    const { status, body } = await create(longest)
    assert.equal(status, 201)
    assert.deepEqual(body.fields, fields)
    const tooMany = { ...longest, code: 'B', fields: [...fields, 'weight'] }
    assertFaults(await create(tooMany), { '/fields': 'TOO_MANY' })
  })

  const refused: [string, object, Record<string, string>][] = [
    ['no code and no text', {}, { '/code': 'REQUIRED', '/text': 'REQUIRED' }],
    ['a code in lower case', { ...wrongImage, code: 'wrong' }, { '/code': 'INVALID_FORMAT' }],
    ['a code that begins with a digit', { ...wrongImage, code: '1A' }, { '/code': 'INVALID_FORMAT' }],
    ['a code with a line break', { ...wrongImage, code: 'A\n' }, { '/code': 'INVALID_FORMAT' }],
    ['an empty code', { ...wrongImage, code: '' }, { '/code': 'TOO_SHORT' }],
    ['a code of 65 characters', { ...wrongImage, code: 'A'.repeat(65) }, { '/code': 'TOO_LONG' }],
    ['a blank text', { ...wrongImage, text: '  ' }, { '/text': 'TOO_SHORT' }],
    ['a text of 2,001 characters', { ...wrongImage, text: 'x'.repeat(2001) }, { '/text': 'TOO_LONG' }],
    ['an unknown field', { ...wrongImage, fields: ['name', 'nmae'] }, { '/fields/1': 'NOT_ALLOWED' }],
    ['the field status', { ...wrongImage, fields: ['status'] }, { '/fields/0': 'NOT_ALLOWED' }],
    [
      'several errors',
      { code: 'a', text: '', fields: ['name', 'name'], id: 'x', typo: 1 },
      {
        ...{ '/code': 'INVALID_FORMAT', '/text': 'TOO_SHORT', '/fields/1': 'REPEATED_FIELD' },
        ...{ '/id': 'READ_ONLY_FIELD', '/typo': 'UNKNOWN_FIELD' }
      }
    ]
  ]
  for (const [name, body, faults] of refused) {
    test(`rejects a template with ${name}`, async () => assertFaults(await create(body), faults))
  }

  test('a code that is taken is an error, even if requests run concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(wrongImage)))
    const failed = answers.filter(({ status }) => status !== 201)
    assert.equal(failed.length, 4)
    for (const answer of failed) assertFaults(answer, { '/code': 'CODE_TAKEN' })
    assert.deepEqual(await codesOf(), ['WRONG_IMAGE'])
  })

  test('there can be at most 500 templates', async () => {
    await t.sql`
      insert into reason_templates (code, text, fields)
      select 'T_' || i, 'Text', '{}' from generate_series(1, 498) as i`
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((code) => create({ ...wrongImage, code })))
    const failed = answers.filter(({ status }) => status !== 201)
    assert.equal(failed.length, 2)
    for (const answer of failed) assertFaults(answer, { '': 'TOO_MANY' })
    assert.equal((await codesOf()).length, 500)
  })
})

describe('listing reason templates', () => {
  test('returns all templates sorted by code, with an ETag', async () => {
    for (const code of ['B', 'A_1', 'A1', 'AB']) await create({ ...wrongImage, code })
    const list = await t.call(`GET ${path}`, { as: operator })
    assert.deepEqual(await codesOf(), ['A1', 'AB', 'A_1', 'B'])
    const headers = { 'if-none-match': String(list.headers.etag) }
    assert.equal((await t.call(`GET ${path}`, { as: operator, headers })).status, 304)
  })

  test('the filter returns the templates for a field, and those without fields', async () => {
    await create({ code: 'IMAGES', text: 'x', fields: ['name', 'images'] })
    await create({ code: 'ALL', text: 'x' })
    await create({ code: 'DOCUMENTS', text: 'x', fields: ['documents'] })
    assert.deepEqual(await codesOf('?field=images'), ['ALL', 'IMAGES'])
    assert.deepEqual(await codesOf('?field=brand'), ['ALL'])
    const answer = await t.call(`GET ${path}?field=bran`, { as: operator })
    assertFaults(answer, { field: 'NOT_ALLOWED' })
  })
})

describe('updating a reason template', () => {
  test('omitted fields stay unchanged, and null clears the fields', async () => {
    const { body: template } = await create(wrongImage)
    const { body } = await patch(template.id, { text: 'Another text.' })
    assert.deepEqual({ ...body, updatedAt: '' }, { ...template, text: 'Another text.', updatedAt: '' })
    assert.deepEqual((await patch(template.id, { fields: null })).body.fields, [])
    const renamed = await patch(template.id, { code: 'OTHER', fields: ['brand'] })
    assert.deepEqual([renamed.body.code, renamed.body.fields], ['OTHER', ['brand']])
  })

  test('the code of another template and invalid values are errors that change nothing', async () => {
    const { body: template } = await create(wrongImage)
    await create({ code: 'OTHER', text: 'x' })
    assertFaults(await patch(template.id, { code: 'OTHER', text: 'New' }), { '/code': 'CODE_TAKEN' })
    const wrong = { code: null, text: null, fields: ['brand', 'brand'] }
    assertFaults(await patch(template.id, wrong), {
      ...{ '/code': 'REQUIRED', '/text': 'REQUIRED', '/fields/1': 'REPEATED_FIELD' }
    })
    const found = await t.call(`GET ${path}/${template.id}`, { as: operator })
    assert.deepEqual(found.body, template)
    assert.equal((await patch(template.id, { code: 'WRONG_IMAGE' })).status, 200)
  })

  test('of 10 concurrent updates with the same If-Match, one succeeds', async () => {
    const created = await create(wrongImage)
    const match = { 'if-match': String(created.headers.etag) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => patch(created.body.id, { text: `Text ${index}` }, match))
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)])
  })
})

test('a deleted template is gone, and its code is free again', async () => {
  const { body: template, headers } = await create(wrongImage)
  const remove = (match: string) =>
    t.call(`DELETE ${path}/${template.id}`, { as: operator, headers: { 'if-match': match } })
  assertProblem(await remove('"x"'), 412, 'PRECONDITION_FAILED')
  const { status, body } = await remove(String(headers.etag))
  assert.deepEqual([status, body], [200, { id: template.id, deleted: true }])
  assertProblem(await t.call(`GET ${path}/${template.id}`, { as: operator }), 404, 'NOT_FOUND')
  assertProblem(await t.call(`DELETE ${path}/${template.id}`, { as: operator }), 404, 'NOT_FOUND')
  assertProblem(await patch(template.id, { text: 'x' }), 404, 'NOT_FOUND')
  assert.equal((await create(wrongImage)).status, 201)
})

test('only operators have access, and a VIEWER can only read', async () => {
  const { body: template } = await create(wrongImage)
  const vendor = await t.vendor()
  const viewer = await t.operator('VIEWER')
  const one = `${path}/${template.id}`
  const writes: [string, object?][] = [
    [`POST ${path}`, { ...wrongImage, code: 'B' }],
    [`PATCH ${one}`, { text: 'x' }],
    [`DELETE ${one}`]
  ]
  for (const [request, body] of [...writes, [`GET ${path}`], [`GET ${one}`]] as typeof writes) {
    const options = { ...(body && { body }) }
    assertProblem(await t.call(request, options), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(request, { ...options, as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    const { status } = await t.call(request, { ...options, as: viewer })
    assert.equal(status, request.startsWith('GET') ? 200 : 403, request)
  }
  assertProblem(await t.call(`GET ${path}/${newId()}`, { as: viewer }), 404, 'NOT_FOUND')
})

test('every change is recorded as an event in the feed of the operator', async () => {
  const { body: template } = await create(wrongImage)
  await patch(template.id, { text: 'x', fields: [] })
  await patch(template.id, { text: '' })
  await t.call(`DELETE ${path}/${template.id}`, { as: operator })
  const events = await t.sql`
    select type, vendor_id, changed_fields, details from events where subject_id = ${template.id} order by id`
  assert.deepEqual(
    events.map((event) => [event.type, event.vendorId, event.changedFields, event.details]),
    [
      ['reason_template.created', null, [], { code: 'WRONG_IMAGE' }],
      [
        ...['reason_template.updated', null, ['text', 'fields']],
        {
          changes: [
            { field: 'text', from: wrongImage.text, to: 'x' },
            { field: 'fields', from: ['images'], to: [] }
          ]
        }
      ],
      ['reason_template.deleted', null, [], { code: 'WRONG_IMAGE' }]
    ]
  )
})
