import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailSamples, sampleContents, sampleFrame, sampleReader } from '../../../../test/mail-samples.ts'
import { contrast, defaultColor, readable, textOn } from './colors.ts'
import { documents } from './documents.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** Replaces all texts in a value by one that HTML has to escape. Texts with a form, such as times and types, stay. */
function hostile<T>(value: T, text: string): T {
  const kept =
    /^(product|import_job)\.|^\d{4}-\d\d-\d\dT|^-?\d+(\.\d+)?$|^[A-Z_]{3,}$|^America\/|^\/(vendor|operator)$|^0190/
  if (typeof value === 'string') return (kept.test(value) ? value : text) as T
  if (Array.isArray(value)) return value.map((entry) => hostile(entry, text)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, hostile(entry, text)])) as T
}

describe('all mails', () => {
  const attack = `"><script>alert(1)</script><img src=x onerror='x'>&amp;`
  for (const subject of Object.keys(sampleContents) as (keyof typeof sampleContents)[]) {
    test(`${subject} escapes what people wrote, and says the same in HTML and text`, () => {
      const make = documents[subject] as (
        content: unknown,
        reader: typeof sampleReader
      ) => ReturnType<(typeof documents)['INVITATION']>
      const reader = { ...hostile(sampleReader, attack), token: 'token' }
      const document = make(hostile(sampleContents[subject], attack), reader)
      const html = renderHtml(document, { ...sampleFrame, marketplace: attack, logo: `x" onload="x` })
      assert.doesNotMatch(html, /<script|<img src=x|onload="x/)
      assert.ok(html.includes('&lt;script&gt;'))
      const text = renderText(document, { ...sampleFrame, marketplace: attack })
      assert.ok(text.includes(document.title) && text.includes(attack))
      assert.ok(!/[\r\n]/.test(document.subject))
    })
  }

  test('have a subject, a preview and a reason, and their links have the origin of the frame', () => {
    for (const { title, document, frame } of mailSamples) {
      for (const part of [document.subject, document.preview, document.title, document.reason])
        assert.ok(part.length > 5 && !/undefined|null|NaN/.test(part), `${title}: ${part}`)
      const html = renderHtml(document, frame)
      for (const [, url] of html.matchAll(/href="([^"]+)"/g))
        assert.match(url ?? '', /^https:\/\/market\.example\//, title)
      assert.doesNotMatch(html + renderText(document, frame), /undefined|NaN|\[object/, title)
    }
  })

  test('are smaller than what mail programs cut off', () => {
    for (const { title, document, frame } of mailSamples)
      assert.ok(renderHtml(document, frame).length < 50_000, title)
  })
})

describe('one of something', () => {
  test('has a subject of its own, and its button leads to it', () => {
    const [first] = sampleContents.NEW_ORDERS.orders
    assert.ok(first)
    const { subject, action } = documents.NEW_ORDERS({ count: 1, orders: [first] }, sampleReader)
    assert.equal(subject, `New order ${first.orderNumber}`)
    assert.equal(action?.path, `/vendor/orders/${first.id}`)
    const [variant] = sampleContents.LOW_STOCK.variants
    assert.ok(variant)
    const low = documents.LOW_STOCK({ count: 1, max: 5, variants: [variant] }, sampleReader)
    assert.equal(low.subject, '1 variant has low stock')
  })
})

test('a negative balance is carried over', () => {
  const statements = sampleContents.STATEMENTS.statements.map((one) => ({ ...one, closingBalance: '-12.50' }))
  const text = renderText(documents.STATEMENTS({ statements }, sampleReader), sampleFrame)
  assert.match(text, /−12\.50 USD/)
  assert.match(text, /carried over/)
})

test('a long reason is cut', () => {
  const [decision] = sampleContents.PRODUCT_DECISIONS.decisions
  assert.ok(decision)
  const content = {
    ...sampleContents.PRODUCT_DECISIONS,
    decisions: [{ ...decision, reason: 'x'.repeat(2000) }]
  }
  const text = renderText(documents.PRODUCT_DECISIONS(content, sampleReader), sampleFrame)
  assert.match(text, /x{300}…\n/)
})

test('text is readable on and in every colour', () => {
  for (const color of [defaultColor, '#ffffff', '#000000', '#ffee00', '#777777', '#ff0000']) {
    assert.ok(contrast(color, textOn(color)) >= 4.5, color)
    assert.ok(contrast(readable(color, '#ffffff'), '#ffffff') >= 4.5, color)
    assert.ok(contrast(readable(color, '#1b2329', 7), '#1b2329') >= 7, color)
  }
  assert.equal(readable(defaultColor, '#ffffff'), defaultColor)
})
