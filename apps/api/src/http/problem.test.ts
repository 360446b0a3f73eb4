import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../test/app.ts'
import { type ErrorCode, errorTable, Problem } from '../errors.ts'
import { problemText } from './problem.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('the docUrl of each code is a heading of the documentation that has the code', async () => {
  const { docUrl } = (await t.call('GET /vendor/products')).body
  assert.equal(docUrl, '/docs/errors#unauthenticated')
  const { body: html } = await t.app.inject({ method: 'GET', url: '/docs/errors' })
  const codes = Object.keys(errorTable) as ErrorCode[]
  for (const code of codes) {
    const [path, anchor] = JSON.parse(problemText(new Problem(code), 'id')).docUrl.split('#')
    assert.equal(path, '/docs/errors')
    assert.match(html, new RegExp(`<h3 id="${anchor}"><code>${code}</code>`))
  }
})
