import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sanitizeHtml from 'sanitize-html'
import { htmlFault, sanitized } from '../../test/html.ts'
import { cleanHtml, isPlainHtml } from './html.ts'

const tags =
  `abbr b bdi bdo blockquote caption cite code dd del dfn div dl dt em figcaption figure h1 h2 h6 i ins kbd li
  mark ol p pre q s samp small span strong sub sup table tbody td tfoot th thead tr u ul var`.split(/\s+/)

/** HTML that is mostly well-formed, with elements in any nesting. */
const { html } = fc.letrec<{ html: string; node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('text', ' ', '\n', '&amp;', '&lt;', '&gt;', '&amp;lt;', '<br />', '<hr />', 'é"\'`\0'),
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(...tags), tie('html')).map(([t, inner]) => `<${t}>${inner}</${t}>`)
    }
  ),
  html: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => nodes.join(''))
}))
/** The same with an arbitrary piece inserted at an arbitrary index. */
const corrupted = fc
  .tuple(
    html,
    fc.nat(),
    fc.constantFrom('<', '>', '&', '</p>', '<p>', '<br>', '<x>', '<P>', '<p >', '<li>', '</li>', ';')
  )
  .map(([text, at, piece]) => {
    const index = at % (text.length + 1)
    return text.slice(0, index) + piece + text.slice(index)
  })

/** True if parsing and serialising the text, without any policy, doesn't change it. */
function isUnchangedByParser(text: string): boolean {
  const all = sanitizeHtml(text, {
    allowedTags: [...tags, 'br', 'hr'],
    allowedAttributes: {},
    selfClosing: ['br', 'hr']
  })
  return all === text
}

test('the parser does not change plain HTML', () => {
  let plain = 0
  fc.assert(
    fc.property(fc.oneof(html, corrupted), (text) => {
      if (!isPlainHtml(text, 64)) return
      if (/<[a-z]/.test(text)) plain++
      assert.ok(isUnchangedByParser(text), text)
      assert.equal(sanitized(text), text)
      assert.deepEqual(cleanHtml(text), { html: text })
    }),
    { numRuns: 5_000 }
  )
  assert.ok(plain > 500, `${plain} texts had plain tags`)
})

test('HTML is not plain if an element closes another one, is not closed itself or has attributes', () => {
  for (const text of [
    ...[
      '<p><p></p></p>',
      '<p><div></div></p>',
      '<h1><h2></h2></h1>',
      '<li><li></li></li>',
      '<td><tr></tr></td>'
    ],
    ...[
      '<b>',
      '</b>',
      '<b><i></b></i>',
      '<br>',
      '<br/>',
      '</br>',
      '<hr>',
      '<B></B>',
      '<b class="x"></b>',
      '<b ></b>'
    ],
    ...[
      '<a></a>',
      '<x></x>',
      '<script></script>',
      '<constructor></constructor>',
      '<!-- -->',
      '&',
      '&nbsp;',
      '&amp',
      '>'
    ]
  ]) {
    assert.equal(isPlainHtml(text, 64), false, text)
  }
})

test('elements may be nested 64 levels deep, and no deeper', () => {
  const nested = (depth: number, inner = '') => '<b>'.repeat(depth) + inner + '</b>'.repeat(depth)
  for (const [text, isAllowed] of [
    [nested(64), true],
    [nested(65), false],
    [nested(63, '<br />'), true],
    [nested(64, '<br />'), false]
  ] as const) {
    assert.equal(isPlainHtml(text, 64), isAllowed)
    assert.equal(htmlFault(text), isAllowed ? undefined : 'too-deep')
  }
})
