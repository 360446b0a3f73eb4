import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../../..')

type Schema = {
  type?: string | string[]
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** The amounts of a shape, as names of fields. A field of a nested object has the path of the object. */
type Amounts = { text: string[]; number: string[] }

/** Fields with decimals that aren't amounts. */
const notAmounts = new Set([
  'averageRating',
  'commodityCode',
  'maxTextChange',
  'threshold',
  'shareByRules',
  'lateShare'
])

/** Adds the amounts of a response schema. Fields of requests accept both texts and numbers. */
function collect({ properties = {} }: Schema, prefix: string, amounts: Amounts): void {
  for (const [name, field] of Object.entries(properties)) {
    const types = [field.type ?? []].flat()
    const path = `${prefix}${name}`
    if (!notAmounts.has(name) && types.includes('number') !== types.includes('string')) {
      if (types.includes('number')) amounts.number.push(path)
      else if (/^\d+\.\d+$/.test(String(field.examples?.[0]))) amounts.text.push(path)
    }
    collect(field, `${path}.`, amounts)
    if (field.items) collect(field.items, `${path}.`, amounts)
  }
}

const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).sort()

test('the guide says for each amount in a response whether it is text or a number', async () => {
  const document = JSON.parse(await readFile(`${root}/apps/api/openapi.json`, 'utf8'))
  const built: Record<string, Amounts> = {}
  for (const [name, schema] of Object.entries(document.components.schemas as Record<string, Schema>)) {
    const amounts: Amounts = { text: [], number: [] }
    collect(schema, '', amounts)
    if (amounts.text.length + amounts.number.length > 0)
      built[name] = { text: amounts.text.sort(), number: amounts.number.sort() }
  }
  assert.ok(Object.keys(built).length > 10)

  const guide = await readFile(`${root}/docs/guides/products.md`, 'utf8')
  const section = /^## Read amounts\n([\s\S]*?)^## /m.exec(guide)?.[1] ?? ''
  const described: Record<string, Amounts> = {}
  for (const row of section.split('\n').filter((line) => line.startsWith('| `'))) {
    const [, shapes, , text, number] = row.split('|')
    for (const shape of codes(shapes)) described[shape] = { text: codes(text), number: codes(number) }
  }
  assert.deepEqual(described, built)
})
