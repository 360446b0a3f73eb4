import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { type Document, methodsOf } from '../generate/document.ts'
import { operationTable, resourceTypes } from '../generate/resources.ts'
import { comment, typeOf } from '../generate/types.ts'

const operation = { summary: 'Read a bolt', responses: { 200: {} } }
const document: Document = {
  components: { schemas: {} },
  paths: { '/api/v1/vendor/bolts/{id}': { get: { operationId: 'getBolt', ...operation } } }
}

suite('The generator', () => {
  test('an operation without a name is reported', () => {
    assert.throws(() => methodsOf(document, 'nuts: get=getNut'), /there is no operation getNut/)
    assert.throws(() => methodsOf(document, 'bolts: get=getBolt again=getBolt'), /or it has two names/)
    assert.throws(
      () =>
        methodsOf(
          { ...document, paths: { ...document.paths, '/x': { get: { operationId: 'x', ...operation } } } },
          'bolts: get=getBolt'
        ),
      /Add to names.txt: x/
    )
  })

  test('every operation of the document has one name', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../apps/api/openapi.json'), 'utf8')
    const names = await readFile(join(import.meta.dirname, '../generate/names.txt'), 'utf8')
    const methods = methodsOf(JSON.parse(text), names)
    assert.equal(new Set(methods.map(({ group, name }) => `${group}.${name}`)).size, methods.length)
  })

  test('an operation becomes a method and a line of the table', () => {
    const methods = methodsOf(document, '# A comment\nnuts.bolts:\n  read=getBolt')
    assert.equal(
      operationTable(document, methods),
      `export const operations = { nuts: { bolts: { read: 'GET /vendor/bolts/:id file' } } } as const`
    )
    assert.match(
      resourceTypes(document, methods),
      /interface NutsBoltsResource \{[^}]*read\(bolt: Ref, options\?: CallOptions\): Promise<Blob>/
    )
  })

  const types = [
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', format: 'date-time' }, 'Timestamp'],
    [{ type: ['string', 'null'], format: 'date-time' }, 'Timestamp | null'],
    [{ enum: ['A', 1, true] }, '"A" | 1 | true'],
    [{ anyOf: [{ $ref: '#/components/schemas/Bolt' }, { type: 'null' }] }, 'Bolt | null'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'Array<string | null>'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
      '{\na: string\nb?: unknown\n}'
    ],
    [{}, 'unknown']
  ] as const
  for (const [schema, expected] of types) {
    test(`${JSON.stringify(schema)} is ${JSON.stringify(expected)}`, () => {
      assert.equal(typeOf(structuredClone(schema) as Parameters<typeof typeOf>[0]), expected)
    })
  }

  test('long descriptions are wrapped', () => {
    assert.equal(comment('A bolt'), '/** A bolt. */\n')
    assert.equal(comment(), '')
    for (const line of comment('word '.repeat(60)).split('\n')) assert.ok(line.length <= 103, line)
  })
})
