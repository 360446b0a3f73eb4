import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { faultHelp } from '../src/documentation/fault-help.ts'
import { errorTable } from '../src/errors.ts'
import { eventTypes } from '../src/event-types.ts'
import { type TestApp, testApp } from './app.ts'
import { readDocs, textOf } from './docs-pages.ts'
import { type DescribedDocument, operationsOf } from './document.ts'

const document = JSON.parse(
  await readFile(new URL('../openapi.json', import.meta.url), 'utf8')
) as DescribedDocument

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const pathOf = (tag: string) =>
  `/docs/api/${tag
    .toLowerCase()
    .replace(/[^a-z -]/g, '')
    .replaceAll(' ', '-')}`

test('every group of endpoints has a page with all its operations, parameters and fields', async () => {
  const operations = operationsOf(document)
  const { schemas } = document.components
  for (const { name, description = '' } of document.tags) {
    const { status, text } = await readDocs(t.app, pathOf(name))
    assert.equal(status, 200, name)
    const page = textOf(text)
    assert.ok(page.includes(description), name)
    for (const { method, path, operationId, parameters = [], requestBody } of operations.filter(({ tags }) =>
      tags.includes(name)
    )) {
      assert.ok(page.includes(`${method} ${path}`), `${method} ${path}`)
      for (const parameter of parameters)
        assert.ok(page.includes(parameter.name), `${operationId}: ${parameter.name}`)
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        const { properties = {} } = schemas[String(schema.$ref).split('/').at(-1) ?? ''] ?? schema
        for (const field of Object.keys(properties as object))
          assert.ok(page.includes(field), `${operationId}: ${field}`)
      }
    }
  }
})

test('every operation shows a request, and every JSON response an example', async () => {
  for (const { name } of document.tags) {
    const { text } = await readDocs(t.app, pathOf(name))
    for (const section of text.split('<section class="operation"').slice(1)) {
      assert.match(textOf(section), /curl "\$(API|SERVICE)\//, section.slice(0, 80))
    }
  }
})

test('every error code has an entry with its cause and what to do', async () => {
  const { text } = await readDocs(t.app, '/docs/errors')
  const page = textOf(text)
  for (const [code, [status, title]] of Object.entries(errorTable)) {
    assert.ok(text.includes(` id="${code.toLowerCase()}"`), code)
    assert.ok(text.includes(` id="${status} `) || page.includes(`${status} `), code)
    assert.ok(page.includes(title), title)
  }
  for (const code of Object.keys(faultHelp)) assert.ok(text.includes(` id="${code.toLowerCase()}"`), code)
  const entries = text.split('<h3 ').slice(1)
  for (const entry of entries) assert.match(entry, /What to do:/)
})

test('every type of event has an entry with the fields of its details', async () => {
  const { text } = await readDocs(t.app, '/docs/events')
  for (const [type, { description, details }] of Object.entries(eventTypes)) {
    const entry = text.split(` id="${type.replaceAll('.', '')}"`)[1]?.split('<h3')[0] ?? ''
    assert.ok(textOf(entry).includes(description), type)
    for (const field of Object.keys(details))
      assert.ok(entry.includes(`<code>${field}</code>`), `${type}: ${field}`)
  }
})
