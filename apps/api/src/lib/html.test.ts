import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { htmlFault, sanitized } from '../../test/html.ts'
import { HTML_BYTES } from './html.ts'

/** The grammar of sanitised HTML: text without angle brackets, and tags in one canonical form. */
const ATTRIBUTE =
  /(?:(?:title|alt|lang|dir|width|height|span|colspan|rowspan|scope|start|type|value)="[^"<>]*"|href="(?:https?:\/\/|mailto:)[^"<>\s]*"|src="https:\/\/[^"<>\s]*"|rel="noopener nofollow")/i
const TAG =
  /<\/?(?:a|abbr|b|bd[io]|blockquote|br|caption|cite|code|col|colgroup|d[dlt]|del|dfn|div|em|figcaption|figure|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strong|su[bp]|table|tbody|td|tfoot|th|thead|tr|u|ul|var|wbr)/
const SAFE = new RegExp(`^(?:[^<>]|${TAG.source}(?: ${ATTRIBUTE.source})* ?/?>)*$`, 'i')

const FRAGMENTS =
  `<p> </p> <b> </b> <x> </x> <div> </div> <ul> <ol> <li> </ul> <table> </table> <tr> <td> </td> <th> <thead>
  <tbody> <caption> <a~href="https://a.example/?b=1&copy=2"> <a~href=javascript:x> </a> <h1> </h1> <dd> <dt> <br> </br>
  <form> </form> <svg> </svg> <math> <mi> </math> <select> <option> <title> </title> <noscript> </noscript> <template>
  </template> <textarea> </textarea> <script> </script> <style> </style> <iframe> </iframe> <xmp> <plaintext> <image>
  <img~src="https://a.example/b.png"~alt> <img~onerror=x> <foreignObject> <desc> <body> <html> <!-- --> <! <? ?> </ <![CDATA[
  ]]> <p~title=" <td~colspan=2~onclick=' text &lt; &amp;lt; &#60;b &#x3c; &quot; & < > " ' = / ~ \\0 \t é 漢`
    .split(/\s+/)
    .map((fragment) => fragment.replaceAll('~', ' ').replace('\\0', '\0').replace('\\t', '\t'))

const soup = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 25 }).map((fragments) => fragments.join(''))

suite('text without tags', () => {
  const texts = [
    '',
    'Black & Decker',
    '5 < 6 & 7 > 2',
    'a &amp; b &lt;b&gt; &copy',
    '<3 <- < <= <<5',
    'a<',
    '  two  spaces \r\n\t stay ',
    '"quotes" and \'quotes\'',
    'javascript:alert(1)',
    'é漢😀\u202e'
  ]
  for (const text of texts) {
    test(`${JSON.stringify(text)} stays unchanged`, () => assert.equal(sanitized(text), text))
  }

  test('any text in which no < opens a tag, comment or declaration stays unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = text.replace(/<(?=[a-z/!?])/gi, '')
        assert.equal(sanitized(plain), plain)
      })
    )
  })
})

suite('HTML that is allowed', () => {
  const rel = 'rel="noopener nofollow"'
  const cases: [string, string][] = [
    ['<p>Soft <b>and</b> <em>light</em></p>', '<p>Soft <b>and</b> <em>light</em></p>'],
    ['<h2>Care</h2><ul><li>Wash<li>Dry</ul>', '<h2>Care</h2><ul><li>Wash</li><li>Dry</li></ul>'],
    ['a<br>b<hr/>', 'a<br />b<hr />'],
    ['<ol start="3" type="a"><li value=4>x</li></ol>', '<ol start="3" type="a"><li value="4">x</li></ol>'],
    [
      '<table><tr><th scope="col" colspan="2">A</th><td rowspan=2>1</td></tr></table>',
      '<table><tr><th colspan="2" scope="col">A</th><td rowspan="2">1</td></tr></table>'
    ],
    ['<a href="http://a.example/b?c=1&d=2">x</a>', `<a href="http://a.example/b?c=1&amp;d=2" ${rel}>x</a>`],
    ['<a title="T" href=HTTPS://A.example>x</a>', `<a href="HTTPS://A.example" title="T" ${rel}>x</a>`],
    ['<a href="mailto:a@b.example" rel="opener">x</a>', `<a href="mailto:a@b.example" ${rel}>x</a>`],
    [
      '<img alt="A &quot;B&quot;" src="https://a.example/b.png" width=20 height=10>',
      '<img src="https://a.example/b.png" alt="A &quot;B&quot;" width="20" height="10" />'
    ],
    ['<p dir=rtl lang="ar">سلام</p>', '<p dir="rtl" lang="ar">سلام</p>'],
    ['<P>R&D &lt;3 5 < 6</P>', '<p>R&amp;D &lt;3 5 &lt; 6</p>'],
    ['<b>open', '<b>open</b>'],
    ['<article><section>both</section></article>', 'both']
  ]
  for (const [given, expected] of cases) {
    test(given, () => {
      assert.equal(sanitized(given), expected)
      assert.match(expected, SAFE)
    })
  }
})

suite('HTML that could run or mislead', () => {
  const vectors: [string, string][] = [
    ['a <script>x</script> & b', 'a  &amp; b'],
    ['<script src=//a.example/x.js></script>', ''],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['<SCRIPT/x>alert(1)</SCRIPT\n>', ''],
    ['<style>@import "x"</style><p style="color:red" class=x id=y>a</p>', '<p>a</p>'],
    ['<b onclick="x" ONMOUSEOVER=x onfocus autofocus>a</b>', '<b>a</b>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<img src="http://a.example/b.png">', ''],
    ['<img src="//a.example/b.png">', ''],
    ['<img src="data:image/png;base64,AAAA">', ''],
    [
      '<img src="https://a.example/b.png" srcset="https://a.example/c 2x" style=x>',
      '<img src="https://a.example/b.png" />'
    ],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" &#14; javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java&#x0A;script&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="vbscript:x">x</a><a href="data:text/html,x">y</a>', '<a>x</a><a>y</a>'],
    ['<a href="//a.example">x</a><a href="/local">y</a><a href="#z">z</a>', '<a>x</a><a>y</a><a>z</a>'],
    ['<a href="https:\\\\a.example">x</a><a href="https://a b">y</a>', '<a>x</a><a>y</a>'],
    ['<a href="https://">x</a><a href="https://[">y</a>', '<a>x</a><a>y</a>'],
    ['<a href="ht\ntps://a.example">x</a>', '<a>x</a>'],
    [`<a href="https://a.example/${'x'.repeat(2_048)}">x</a>`, '<a>x</a>'],
    ['<a target=_blank href>x</a>', '<a>x</a>'],
    ['<iframe src="https://a.example"><p>x</p></iframe>y', 'y'],
    ['<object data=x><embed src=x></object><embed src=x>y', 'y'],
    ['<form action=x><input name=a><button>Send</button></form>', 'Send'],
    [
      '<base href="https://a.example"><meta http-equiv=refresh content="0;url=x"><link rel=stylesheet href=x>y',
      'y'
    ],
    ['<svg onload=alert(1)><p>x</p></svg>y', 'y'],
    ['<svg><a xlink:href="javascript:x"><text>x</text></a></svg>', ''],
    ['<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', ''],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      ''
    ],
    ['<math><mi//xlink:href="data:x,<script>alert(4)</script>">', ''],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
    ['<template><script>x</script></template>y', 'y'],
    ['<textarea></textarea><p title="</textarea><img src=x onerror=alert(1)>">z', '<p>z</p>'],
    ['<title><a title="</title><img src=x onerror=alert(1)>"></title>', '"&gt;'],
    ['<xmp><p title="</xmp><img src=x onerror=alert(1)>">', '"&gt;'],
    ['a<!-- b --> c', 'a c'],
    ['a<!-- never closed <b>', 'a'],
    ['<!--><img src=x onerror=alert(1)>-->', '--&gt;'],
    ['<!doctype html><?php x ?><p>a', '<p>a</p>'],
    ['<![CDATA[<b>x</b>]]>y', 'y'],
    [
      '<abbr title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;">x</abbr>',
      '<abbr title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;">x</abbr>'
    ],
    ['<p title="a`b\'c<d>">x</p>', '<p>x</p>'],
    ['<p __proto__=1 constructor=2 toString=3>x</p>', '<p>x</p>'],
    ['<constructor>x</constructor><__proto__>', 'x&lt;__proto__&gt;'],
    ['&lt;script&gt;x&lt;/script&gt;<b></b>', '&lt;script&gt;x&lt;/script&gt;<b></b>'],
    ['<table><td colspan="9999" colspan="2" rowspan="-1">x', '<table><td>x</td></table>']
  ]
  for (const [given, expected] of vectors) {
    test(given.slice(0, 100), () => {
      assert.equal(sanitized(given), expected)
      assert.match(expected, SAFE)
      assert.equal(sanitized(expected), expected)
    })
  }

  test('any tag soup becomes tags of the safe subset in canonical form', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const clean = sanitized(html)
        if (/<[a-z/!?]/i.test(html)) assert.match(clean, SAFE)
      }),
      { numRuns: 2_000 }
    )
  })

  test('sanitising any tag soup a second time changes nothing and nests it no deeper', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const clean = sanitized(html)
        assert.equal(sanitized(clean), clean)
        assert.equal(htmlFault(clean), undefined)
      }),
      { numRuns: 2_000 }
    )
  })

  test('one call also resolves elements that become nested when the element between them is removed', () => {
    const clean = '<p></p><p>a</p><p></p>'
    assert.equal(sanitized('<p><x><p>a</p></x></p>'), clean)
    assert.equal(sanitized(clean), clean)
  })
})

suite('the limits of HTML', () => {
  test('64 KiB of UTF-8 are allowed, and one byte more is too long', () => {
    assert.equal(htmlFault('a'.repeat(HTML_BYTES)), undefined)
    assert.equal(htmlFault('a'.repeat(HTML_BYTES + 1)), 'too-long')
    assert.equal(htmlFault('é'.repeat(HTML_BYTES / 2)), undefined)
    assert.equal(htmlFault(`${'é'.repeat(HTML_BYTES / 2)}a`), 'too-long')
  })

  test('64 levels are allowed, and one more is too deep', () => {
    assert.equal(htmlFault(`${'<b>'.repeat(64)}x`), undefined)
    assert.equal(htmlFault(`${'<b>'.repeat(65)}x`), 'too-deep')
    assert.equal(htmlFault(`${'<x y="</x>">'.repeat(65)}x`), 'too-deep')
    assert.equal(htmlFault(`${'<b><!-- </b> -->'.repeat(65)}x`), 'too-deep')
    assert.equal(htmlFault(`<svg>${'<g>'.repeat(64)}`), 'too-deep')
  })

  test('consecutive elements do not count as nested, even if they are not closed', () => {
    for (const html of ['<b>x</b>', '<li>x', '<p>x', '<br>', '<img>', '<tr><td>x', '<dt>a<dd>b', '</b>']) {
      assert.equal(htmlFault(html.repeat(1_000)), undefined, html)
    }
  })

  test('plain text is never deep', () => {
    assert.equal(htmlFault('< b> '.repeat(10_000)), undefined)
  })

  test('150 KB of nested tags are refused, and so are the first 64 KiB of them', () => {
    const html = '<b>'.repeat(50_000)
    assert.equal(htmlFault(html), 'too-long')
    assert.equal(htmlFault(html.slice(0, HTML_BYTES)), 'too-deep')
  })

  test('every text within the limits is sanitised', () => {
    const units = [
      '<b></b>',
      '<p>',
      '</p>',
      '&',
      '<',
      '<a ',
      '<!--',
      '<svg/>',
      '<title>',
      '<p><x></x>',
      '<iframe>',
      '<img src=https://a>'
    ]
    for (const unit of units) {
      const html = `<i>${unit.repeat((HTML_BYTES - 3) / unit.length)}`
      assert.equal(htmlFault(html), undefined, unit)
      assert.match(sanitized(html), SAFE)
    }
  })
})
