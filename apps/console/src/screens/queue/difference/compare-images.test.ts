import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type ComparedImage, compareImages, type EntryImage } from './compare-images.ts'

function image(id: string, more: Partial<EntryImage> = {}): EntryImage {
  return { id, url: `/assets/${id}.png`, variantId: null, alt: id, isPrimary: false, ...more }
}

function written(images: ComparedImage[]): string[] {
  return images.map(
    ({ image: { id }, change, movedFrom, movedTo, altBefore, changesPrimary, changesVariant }) =>
      [
        id,
        change === 'none' ? '' : ` ${change}`,
        movedFrom === undefined ? '' : ` from ${movedFrom}`,
        movedTo === undefined ? '' : ` to ${movedTo}`,
        altBefore === undefined ? '' : ` was ${altBefore}`,
        changesPrimary ? ' primary' : '',
        changesVariant ? ' variant' : ''
      ].join('')
  )
}

suite('the difference of two sets of images', () => {
  test('added, removed and moved images, and other primary images and alternative texts', () => {
    const live = [image('a', { isPrimary: true }), image('b'), image('c')]
    const proposed = [
      image('c', { isPrimary: true }),
      image('a', { alt: 'A drill' }),
      image('d', { url: null })
    ]
    const { before, after, isSame } = compareImages(live, proposed)
    assert.deepEqual(written(before), ['a primary', 'b removed', 'c to 0 primary'])
    assert.deepEqual(written(after), ['c from 2 primary', 'a was a primary', 'd added'])
    assert.equal(isSame, false)
  })

  test('another variant', () => {
    const { after } = compareImages([image('a')], [image('a', { variantId: 'v' })])
    assert.deepEqual(written(after), ['a variant'])
  })

  test('the same set', () => {
    assert.equal(compareImages([image('a')], [image('a')]).isSame, true)
    assert.equal(compareImages([image('a')], []).isSame, false)
  })
})
