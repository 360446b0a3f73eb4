import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { foldLookAlikes, partsOf } from './characters.ts'

/** Writes the parts of a text: `<ZWSP>` for a character that can't be seen, `<о=o>` for one that looks like another. */
function written(text: string): string {
  return partsOf(text)
    .map((part) => {
      if (part.kind === 'plain') return part.text
      return part.kind === 'invisible' ? `<${part.label}>` : `<${part.text}=${part.looksLike}>`
    })
    .join('')
}

suite('characters that must be shown', () => {
  const cases: [string, string][] = [
    ['plain text\nwith lines', 'plain text\nwith lines'],
    ['in\u200bvisible', 'in<ZWSP>visible'],
    ['abc\u202egnp.exe\u202c', 'abc<RLO>gnp.exe<PDF>'],
    ['5\u00a0kg', '5<NBSP>kg'],
    ['a\tb\u0007', 'a<TAB>b<U+0007>'],
    ['\ufeffstart', '<BOM>start'],
    ['tag\u{e0041}', 'tag<U+E0041>'],
    ['co\u00adoperate', 'co<SHY>operate'],
    ['V\u043elt', 'V<\u043e=o>lt'],
    ['\u0420aypal', '<\u0420=P>aypal'],
    ['Пила и дрель', 'Пила и дрель'],
    ['5 kΩ, 3 μm, 20 °C', '5 kΩ, 3 μm, 20 °C'],
    ['café, naïve, Straße', 'café, naïve, Straße'],
    ['𝐁old', '<𝐁=B>old'],
    ['m² and H₂O', 'm² and H₂O'],
    ['👩‍🔧 ❤️ 👍🏽 1️⃣ 🇩🇪', '👩‍🔧 ❤️ 👍🏽 1️⃣ 🇩🇪'],
    ['a\u200d\ufe0fb', 'a<ZWJ><U+FE0F>b'],
    ['', '']
  ]
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => assert.equal(written(text), expected))
  }

  test('the parts together are the text', () => {
    const text = fc.array(
      fc.oneof(fc.constantFrom('\u200b', '\u043e', 'o', '👍🏽', '\u200d'), fc.string({ unit: 'binary' }))
    )
    fc.assert(
      fc.property(text, (texts) => {
        const whole = texts.join('')
        assert.equal(
          partsOf(whole)
            .map((part) => part.text)
            .join(''),
          whole
        )
      })
    )
  })
})

suite('texts that look alike', () => {
  const cases: [string, string, boolean][] = [
    ['DR-O1', 'DR-01', true],
    ['Bosсh', 'Bosch', true],
    ['Bill', 'BiII', true],
    ['Bos\u200bch', 'Bosch', true],
    ['Bosch', 'Botch', false]
  ]
  for (const [one, other, expected] of cases) {
    test(`${one} and ${other}`, () => assert.equal(foldLookAlikes(one) === foldLookAlikes(other), expected))
  }
})
