import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isImageAddress } from '../../screens/product/images/image-sources.ts'
import { type ShownImage, withAdded, withoutImage, withPrimary } from './image-order.ts'

const image = (id: string, isPrimary = false): ShownImage => ({
  id,
  url: null,
  alt: '',
  isPrimary,
  variantId: null
})

test('one image is the primary one', () => {
  const changed = withPrimary([image('a', true), image('b')], 'b')
  assert.deepEqual(
    changed.map(({ isPrimary }) => isPrimary),
    [false, true]
  )
})

test('if the primary image is removed, the first of the others becomes the primary one', () => {
  const images = [image('a', true), image('b'), image('c')]
  assert.deepEqual(withoutImage(images, 'a'), [image('b', true), image('c')])
  assert.deepEqual(withoutImage(images, 'b'), [image('a', true), image('c')])
})

test('an image that was uploaded in the meantime stays, and one that was removed does not return', () => {
  const [a, b, c, added] = [image('a'), image('b'), image('c'), image('d')]
  assert.deepEqual(withAdded([b, a], new Set(['a', 'b', 'c']), [a, b, c, added]), [b, a, added])
})

test('addresses of images are complete and have no password', () => {
  const addresses = [
    'https://a.test/b.jpg',
    'b.jpg',
    'ftp://a.test/b',
    'https://u:p@a.test/b',
    'https://a.test///b'
  ]
  assert.deepEqual(addresses.map(isImageAddress), [true, false, false, false, false])
})
