import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanHtml } from '../../../../apps/api/src/lib/html.ts'
import { isSameHtml } from './html.ts'

const same = [
  'Plain text with <, > and & in it: 3 < 4',
  '',
  '<p>Grade <strong>8.8</strong>.</p>',
  '<P>Upper<BR>case</P>',
  '<p>Unclosed <b>tags',
  '<p>one<p>two',
  '<ul><li>one<li>two</ul>',
  '<p>Tools &amp; parts &nbsp; &quot;M8&quot; &#8212; &#x2014; R&D</p>',
  '<script>alert(1)</script>Text & more',
  'Text<!-- a comment -->',
  '<div class="x" style="color:red" onclick="go()">Text</div>',
  '<a href="https://supplier.example/a?b=1&c=2" target="_blank">Sheet</a>',
  '<a href="javascript:alert(1)">Sheet</a>',
  '<img src="https://supplier.example/a.png" alt="A bolt"><hr/>',
  '<font color="red">Old</font> <center>HTML</center>',
  '<table><tr><td colspan="2">a<td>b</table>',
  '<p>a > b and "quoted" it\'s</p>',
  '<div><iframe src="https://x.example"></iframe>Text</div>'
]

for (const sent of same) {
  test(`is the same after the service has sanitised it: ${JSON.stringify(sent)}`, () => {
    const cleaned = cleanHtml(sent)
    assert.ok('html' in cleaned)
    assert.ok(isSameHtml(sent, cleaned.html), cleaned.html)
  })
}

const different = [
  ['Zinc', 'Zinc '],
  ['3 < 4', '3 &lt; 4'],
  ['<p>Grade 8.8</p>', '<p>Grade 10.9</p>'],
  ['<p>Grade 8.8</p>', '<div>Grade 8.8</div>'],
  ['<p>Grade 8.8</p>', 'Grade 8.8'],
  ['<p><b>Grade</b> 8.8</p>', '<p><b>Grade 8.8</b></p>'],
  ['<p>Grade</p> 8.8', '<p>Grade</p>'],
  [
    '<a href="https://a.example" rel="noopener nofollow">x</a>',
    '<a href="https://b.example" rel="noopener nofollow">x</a>'
  ]
] as const

for (const [sent, stored] of different) {
  test(`differs: ${JSON.stringify(sent)} and ${JSON.stringify(stored)}`, () => {
    assert.ok(!isSameHtml(sent, stored))
    assert.ok(!isSameHtml(stored, sent))
  })
}
