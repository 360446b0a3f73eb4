import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fileTypes, imageTypes } from './file-types.ts'
import { newStoragePath, parseStoragePath } from './storage-path.ts'

const id = '01968d2a-7a51-7c3e-9f0b-2f4f6f1f9c11'

test('a new path is parsed into its parts', () => {
  for (const extension of Object.keys(fileTypes) as (keyof typeof fileTypes)[]) {
    const path = newStoragePath('documents', extension)
    const parts = parseStoragePath(path)
    assert.equal(parts?.folder, 'documents')
    assert.equal(parts.extension, extension)
    assert.equal(path, `documents/${parts.id}.${extension}`)
  }
  for (const extension of Object.keys(imageTypes) as (keyof typeof imageTypes)[]) {
    assert.equal(parseStoragePath(newStoragePath('pending', extension))?.folder, 'pending')
  }
})

const invalid = [
  '',
  'images',
  'images/',
  `images/${id}`,
  `images/${id}.`,
  `images/${id}.svg`,
  `images/${id}.html`,
  `images/${id}.pdf`,
  `pending/${id}.txt`,
  `images/${id}.png/`,
  `images/${id}.png\n`,
  `images/${id}.png\0`,
  `images/${id}.png\0.jpg`,
  `images/${id}.PNG`,
  `Images/${id}.png`,
  `images/${id.toUpperCase()}.png`,
  `images//${id}.png`,
  `images\\${id}.png`,
  `/images/${id}.png`,
  ` images/${id}.png`,
  `./images/${id}.png`,
  `images/../pending/${id}.png`,
  `../images/${id}.png`,
  `drafts/${id}`,
  `images/11/${id}.png`,
  'images/01968d2a-7a51-4c3e-9f0b-2f4f6f1f9c11.png',
  'images/../../../etc/passwd',
  '%2e%2e/etc/passwd',
  `images/${id}.constructor`,
  `images/${id}.png${'x'.repeat(5000)}`
]

test('any other text is not a storage path', () => {
  for (const text of invalid) assert.equal(parseStoragePath(text), undefined, JSON.stringify(text))
  assert.ok(parseStoragePath(`images/${id}.png`))
})

test('a valid path never leaves its folder', () => {
  const piece = fc.constantFrom(
    'images',
    'documents',
    'pending',
    '/',
    '.',
    '..',
    '\\',
    '%',
    '\0',
    'png',
    'txt',
    id
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      const parts = parseStoragePath(text)
      if (!parts) return
      assert.equal(text, `${parts.folder}/${parts.id}.${parts.extension}`)
      assert.match(parts.id, /^[0-9a-f-]{36}$/)
    })
  )
})
