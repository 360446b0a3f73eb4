import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { documentExtension } from './document-type.ts'

const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })

const cases: [string, Uint8Array, string][] = [
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'), 'pdf'],
  ['a PNG image', await pixel.clone().png().toBuffer(), 'png'],
  ['a JPEG image', await pixel.clone().jpeg().toBuffer(), 'jpg'],
  ['an empty ZIP archive', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), 'zip'],
  ['text', Buffer.from('torque,Nm\n10,5\n'), 'txt'],
  ['text in UTF-8', Buffer.from('Größe: 10 µm'), 'txt'],
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'txt'],
  [
    'an SVG image',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'txt'
  ],
  ['text in Latin-1', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'bin'],
  ['text with NUL', Buffer.from('a\0b'), 'bin'],
  ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(100)]), 'bin']
]

test('the type of a document is detected by its content, and markup counts as plain text', async () => {
  for (const [what, bytes, extension] of cases) assert.equal(await documentExtension(bytes), extension, what)
})
