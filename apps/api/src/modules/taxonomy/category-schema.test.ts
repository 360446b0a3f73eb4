import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { randomRuns } from '../../../test/random-runs.ts'

let t: TestApp
let vendor: string
before(async () => {
  t = await testApp()
  vendor = (await t.vendor()).owner
})
after(() => t.close())

const codes = ['a', 'b', 'c', 'd']
const bound = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null })
const definition = fc
  .record({
    type: fc.constantFrom('TEXT', 'NUMBER', 'INTEGER', 'BOOLEAN', 'DATE', 'OPTION', 'OPTIONS'),
    level: fc.constantFrom('PRODUCT', 'VARIANT'),
    requirement: fc.constantFrom('REQUIRED', 'RECOMMENDED', 'OPTIONAL'),
    min: bound,
    max: bound,
    maxLength: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    pattern: fc.constantFrom(null, '^[ab]+$', 'a')
  })
  .map(({ min, max, maxLength, pattern, type, ...rest }) => ({
    ...rest,
    type,
    ...(type === 'NUMBER' || type === 'INTEGER'
      ? { min, max: min !== null && max !== null && max < min ? min : max }
      : { min: null, max: null }),
    ...(type === 'TEXT' ? { maxLength, pattern } : { maxLength: null, pattern: null }),
    options: type.startsWith('OPTION') ? ['a', 'b'].map((code) => ({ code, label: code.toUpperCase() })) : []
  }))
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'a',
    'b',
    'ab',
    'abab',
    '',
    'x',
    '2024-02-29',
    '2023-02-29',
    '5',
    null,
    true,
    false
  ),
  fc.constantFrom<unknown>(0, 1, -4, 2.5, 3, 1e16, ['a'], ['a', 'b'], ['a', 'a'], [], ['x'], {}, 'ß\u{1F600}')
)
const map = fc.dictionary(fc.constantFrom(...codes, 'other'), value, { maxKeys: 4 })
const maps = fc.option(map, { nil: undefined })

/** Replaces all definitions. All of them belong to the category. */
async function define(categoryId: string, definitions: object, isStrict: boolean): Promise<void> {
  await t.sql`
    with gone as (delete from category_attributes), strict as (
      update settings set attributes = ${isStrict ? 'STRICT' : 'OPEN'}), state as (
      update attribute_state set version = version + 1), defined as (
      insert into attributes as a (code, name, type, level, min, max, max_length, pattern, options)
      select d.key, d.key, v.type, v.level, v.min, v.max, v."maxLength", v.pattern, v.options
      from jsonb_each(${t.sql.json(definitions as never)}::jsonb) d
        cross join lateral jsonb_to_record(d.value) as v (type text, level text, min numeric, max numeric,
          "maxLength" integer, pattern text, options jsonb)
      on conflict (code) do update set (type, level, min, max, max_length, pattern, options) = (excluded.type,
        excluded.level, excluded.min, excluded.max, excluded.max_length, excluded.pattern, excluded.options)
      returning id, code
    )
    insert into category_attributes (category_id, attribute_id, position, requirement)
    select ${categoryId}, id, 0, ${t.sql.json(definitions as never)}::jsonb #>> array[code, 'requirement'] from defined
    on conflict (category_id, attribute_id) do update set requirement = excluded.requirement`
}

test('the schema and POST accept and refuse the same', { timeout: 110_000 }, async () => {
  const admin = await t.operator('EDITOR')
  const { body: category } = await t.call('POST /platform/categories', { as: admin, body: { name: 'All' } })
  let n = 0
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...codes), definition, { minKeys: 1 }),
      fc.boolean(),
      fc.array(fc.record({ attributes: maps, variants: fc.array(maps, { maxLength: 2 }) }), { minLength: 4 }),
      async (definitions, isStrict, products) => {
        await t.sql`delete from category_attributes`
        await define(category.id, definitions, isStrict)
        const read = await t.call(`GET /vendor/categories/${category.id}/schema`, { as: vendor })
        const ajv = new Ajv2020({ strict: false, allowUnionTypes: true })
        formats.default(ajv)
        const validate = ajv.compile(read.body)
        for (const { attributes, variants } of products) {
          const product = {
            ...{ name: 'Product', sku: `S-${++n}`, categoryIds: [category.id] },
            ...(attributes && { attributes }),
            variants: variants.map((one, index) => ({
              ...{ sku: `V-${index}`, name: 'V', vendorPrice: 1 },
              ...(one && { attributes: one })
            }))
          }
          const isValid = validate(product)
          const answer = await t.call('POST /vendor/products', { as: vendor, body: product })
          const shown = JSON.stringify({ definitions, product, errors: validate.errors, answer: answer.body })
          assert.equal(answer.status, isValid ? 201 : 400, shown)
          if (isValid) accepted++
          else {
            const places = new Set(validate.errors?.map(({ instancePath }) => instancePath.split('/')[1]))
            assert.ok(places.size > 0, shown)
          }
        }
      }
    ),
    { numRuns: randomRuns(50) }
  )
  assert.ok(accepted > 0)
})

test('the schema has titles, help, units and labels, and an unknown category is 404', async () => {
  const admin = await t.operator('EDITOR')
  const { body: category } = await t.call('POST /platform/categories', {
    as: admin,
    body: { name: 'Drills' }
  })
  const voltage = { type: 'NUMBER', level: 'VARIANT', requirement: 'REQUIRED', min: 1, options: [] }
  await t.sql`delete from category_attributes`
  await define(category.id, { voltage }, false)
  await t.sql`update attributes set name = 'Voltage', help = 'On the plate', unit = 'V' where code = 'voltage'`
  await t.sql`update attribute_state set version = version + 1`
  const { body } = await t.call(`GET /vendor/categories/${category.id}/schema`, { as: vendor })
  assert.equal(body.title, 'Drills')
  assert.deepEqual(body.$defs.NewVariant.properties.attributes.properties.voltage, {
    ...{
      title: 'Voltage',
      description: 'On the plate',
      'x-unit': 'V',
      type: 'number',
      minimum: 1,
      maximum: 1e15
    },
    'x-requirement': 'REQUIRED'
  })
  assert.ok(body.$defs.NewVariant.required.includes('attributes'))
  const unknown = '01890000-0000-7000-8000-000000000000'
  assertProblem(await t.call(`GET /vendor/categories/${unknown}/schema`, { as: vendor }), 404, 'NOT_FOUND')
})
