import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { type Body, productCalls } from '../../../../test/products.ts'
import { liveImage, newImage, productWithStatus, stage, staged } from '../../../../test/staged.ts'
import { type Conditions, setRules } from '../../../../test/stored-rules.ts'
import { systemOrigin } from '../../../events.ts'
import { newId } from '../../../lib/ids.ts'
import { decideByRules } from './apply-rules.ts'
import { matchRules } from './rule-queries.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
beforeEach(async () => {
  vendor = await t.vendor()
  await setRules(t, [])
})
after(() => t.close())

const calls = productCalls(() => ({ t, vendor }))
const variants = [{ sku: 'A', name: 'Box', vendorPrice: 10 }]

/** True if a rule with these conditions approves the new product. */
async function approves(when: Conditions, fields: Body = {}): Promise<boolean> {
  await setRules(t, [{ when }])
  return (await calls.create({ variants, ...fields })).status === 'PUBLISHED'
}

/** True if a rule with these conditions approves the edit of a published product with these fields. */
async function approvesEdit(when: Conditions, fields: Body, edit: Body): Promise<boolean> {
  await setRules(t, [])
  const id = await productWithStatus(t, vendor, 'PUBLISHED', fields)
  await setRules(t, [{ when }])
  return (await calls.patch(id, edit)).body.pendingRevision === null
}

test('a rule without conditions matches every entry', async () => {
  assert.equal(await approves({}), true)
  assert.equal(await approvesEdit({}, {}, { name: 'Hex nut' }), true)
})

test('kinds limits a rule to new products or to staged edits', async () => {
  assert.equal(await approves({ kinds: ['PRODUCT'] }), true)
  assert.equal(await approves({ kinds: ['REVISION'] }), false)
  assert.equal(await approves({ kinds: ['REVISION', 'PRODUCT'] }), true)
  assert.equal(await approvesEdit({ kinds: ['PRODUCT'] }, {}, { name: 'Hex nut' }), false)
  assert.equal(await approvesEdit({ kinds: ['REVISION'] }, {}, { name: 'Hex nut' }), true)
})

test('vendorIds limits a rule to these vendors', async () => {
  const other = await t.vendor()
  assert.equal(await approves({ vendorIds: [other.id] }), false)
  assert.equal(await approves({ vendorIds: [other.id, vendor.id] }), true)
})

test('minTrust requires at least this trust, and vendors have STANDARD unless set', async () => {
  const levels = ['NEW', 'STANDARD', 'TRUSTED'] as const
  for (const minTrust of levels) {
    assert.equal(await approves({ minTrust }), minTrust !== 'TRUSTED', minTrust)
  }
  for (const [rank, trust] of levels.entries()) {
    await t.sql`update vendors set trust = ${trust} where id = ${vendor.id}`
    for (const [required, minTrust] of levels.entries()) {
      assert.equal(await approves({ minTrust }), rank >= required, `${trust} for ${minTrust}`)
    }
  }
})

test('categoryIds matches products in these categories and in their descendants', async () => {
  const insert = async (parentId: string | null) => {
    const [row] = await t.sql<{ id: string }[]>`
      insert into categories (name, slug, parent_id) values ('Bolts', ${newId()}, ${parentId}) returning id`
    assert.ok(row)
    return row.id
  }
  const root = await insert(null)
  const child = await insert(root)
  const grandchild = await insert(child)
  const other = await insert(null)
  assert.equal(await approves({ categoryIds: [child] }), false)
  assert.equal(await approves({ categoryIds: [child] }, { categoryIds: [root, other] }), false)
  assert.equal(await approves({ categoryIds: [child] }, { categoryIds: [child] }), true)
  assert.equal(await approves({ categoryIds: [root] }, { categoryIds: [other, grandchild] }), true)
  assert.equal(await approves({ categoryIds: [root, other] }, { categoryIds: [other] }), true)
})

test('onlyFields matches staged edits that change no other field, and no new product', async () => {
  const when: Conditions = { onlyFields: ['name', 'description'] }
  assert.equal(await approves(when), false)
  assert.equal(await approvesEdit(when, {}, { name: 'Hex nut' }), true)
  assert.equal(await approvesEdit(when, {}, { name: 'Hex nut', description: '<p>Nut</p>' }), true)
  assert.equal(await approvesEdit(when, {}, { name: 'Hex nut', shortDescription: 'Nut' }), false)
})

test('maxTextChange matches staged edits up to this share of changed words, and no new product', async () => {
  const description = '<p>one two three four five six seven eight nine ten</p>'
  const edited = description.replace('two', 'deux').replace('<p>', '<p><b>').replace('ten</p>', 'dix</b></p>')
  const change = (maxTextChange: number, edit: Body) => approvesEdit({ maxTextChange }, { description }, edit)
  assert.equal(await approves({ maxTextChange: 1 }), false)
  assert.equal(await change(0.2, { description: edited }), true)
  assert.equal(await change(0.19, { description: edited }), false)
  assert.equal(
    await change(0, { description: '<p>one <b>two</b> three four five six seven eight nine ten</p>' }),
    true
  )
  assert.equal(await change(0.2, { description: edited, name: 'Hex bolt M10' }), false)
  assert.equal(await change(0.34, { description: edited, name: 'Hex bolt M10' }), true)
  assert.equal(await change(0.19, { name: 'Hex bolt M8 <cheap>' }), false)
  assert.equal(await change(0.99, { description: null }), false)
  assert.equal(await change(1, { description: null }), true)
})

test('the change of a text is measured from the live text, also after several edits', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED', { name: 'one two three four' })
  const isApproved = async (maxTextChange: number, edit: Body) => {
    await setRules(t, [{ when: { maxTextChange } }])
    return (await calls.patch(id, edit)).body.pendingRevision === null
  }
  assert.equal(await isApproved(0, { name: 'one two three 4' }), false)
  assert.equal(await isApproved(0.25, { name: 'one two 3 4' }), false)
  assert.equal(await isApproved(0, { shortDescription: 'New' }), false)
  assert.deepEqual(await textChanges(id), { name: 0.5, shortDescription: 1 })
  assert.equal(await isApproved(0, { shortDescription: null }), false)
  assert.deepEqual(await textChanges(id), { name: 0.5 })
  assert.equal(await isApproved(0.25, { name: 'one two three 4' }), true)
  assert.equal(await textChanges(id), null)
})

async function textChanges(id: string): Promise<unknown> {
  const [row] = await t.sql`select pending_text_changes from products where id = ${id}`
  return row?.pendingTextChanges
}

test('a staged text whose change was not measured counts as completely changed', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED', { name: 'one two three four' })
  await stage(t, vendor, { id, revision: { name: 'one two three 4' } })
  const decide = async (maxTextChange: number) => {
    await setRules(t, [{ when: { maxTextChange } }])
    const { assets } = t.app.deps
    return t.sql.begin((tx) => decideByRules(tx, { assets }, { origin: systemOrigin, productIds: [id] }))
  }
  assert.deepEqual(await decide(0.99), [])
  assert.equal((await decide(1)).length, 1)
})

test('minImages counts the images as proposed, and an edit of images only changes no text', async () => {
  const match = async (when: Conditions, proposed: number) => {
    const id = await productWithStatus(t, vendor, 'PUBLISHED')
    const live = await liveImage(t, vendor, { productId: id, isPrimary: true })
    const added = await Promise.all(
      Array.from({ length: 3 }, (_, n) => newImage(t, vendor, { productId: id, sortOrder: n + 1 }))
    )
    const images = [live, ...added].slice(0, proposed).map(staged)
    await stage(t, vendor, { id, revision: proposed === 1 ? { name: 'Hex nut' } : { images } })
    await setRules(t, [{ when }])
    return t.sql.begin(async (tx) => (await matchRules(tx, [id])).length === 1)
  }
  assert.equal(await match({ minImages: 1 }, 1), true)
  assert.equal(await match({ minImages: 2 }, 1), false)
  assert.equal(await match({ minImages: 3 }, 3), true)
  assert.equal(await match({ minImages: 4 }, 3), false)
  assert.equal(await match({ minImages: 1 }, 0), false)
  assert.equal(await match({ maxTextChange: 0, onlyFields: ['images'] }, 3), true)
  assert.equal(await approves({ minImages: 0 }), true)
  assert.equal(await approves({ minImages: 1 }), false)
})

test('maxVendorPrice compares the highest vendor price of the variants', async () => {
  const priced = (...prices: (string | number)[]) => ({
    variants: prices.map((vendorPrice, index) => ({ sku: `V${index}`, name: 'Box', vendorPrice }))
  })
  assert.equal(await approves({ maxVendorPrice: '20.00' }, priced(5, '20')), true)
  assert.equal(await approves({ maxVendorPrice: 20 }, priced('20.00', 5)), true)
  assert.equal(await approves({ maxVendorPrice: '20.00' }, priced(5, '20.0001')), false)
  assert.equal(await approves({ maxVendorPrice: '19.99' }, priced(5, 20)), false)
})

const wordCases: [string[], Body, boolean][] = [
  [['cheap'], {}, true],
  [['cheap'], { name: 'Cheap bolt' }, false],
  [['CHEAP'], { shortDescription: 'cheap, and good' }, false],
  [['cheap'], { name: 'Cheaper bolt' }, true],
  [['cheap'], { description: '<p>The <b>cheap</b> one</p>' }, false],
  [['cheap'], { description: '<p title="cheap">One</p>' }, true],
  [['cheap'], { name: 'A <cheap> bolt' }, false],
  [['cheap'], { name: 'A bolt <', shortDescription: 'cheap', description: '<p>One</p>' }, false],
  [['cheap'], { description: 'Sizes < 8, cheap, > 2' }, false],
  [['free shipping'], { description: '<p>Free</p> <p>shipping!</p>' }, false],
  [['free shipping'], { description: '<p>Free of shipping</p>' }, true],
  [['free-shipping'], { name: 'Free shipping bolt' }, false],
  [['a', 'bolt'], { name: 'Hex bolt' }, false],
  [['günstig'], { name: 'Günstig' }, false],
  [['günstig'], { name: 'Ungünstig' }, true],
  [['100%'], { name: 'Bag of 100' }, false],
  [['best price'], { description: '<p>best&nbsp;price</p>' }, false],
  [['best price'], { description: 'best&#160price' }, false],
  [['best price'], { description: 'best&emsp13;price' }, false],
  [['best price'], { description: '<p>best</p><p>price</p>' }, false],
  [['best price'], { description: '<p>best<br />pr<b>i</b>ce</p>' }, false],
  [['best price'], { name: 'Best', shortDescription: 'price' }, true],
  [['best price'], { shortDescription: 'Best', description: '<p>price</p>' }, true],
  [['best price'], { shortDescription: 'Best \u001f price' }, false],
  [['best price'], { description: 'Best \u001f price' }, false],
  [['cheap'], { description: 'ch<b>eap</b>' }, false],
  [['cheap'], { description: '<p>ch<span title="x y">e</span>ap</p>' }, false],
  [['cheap'], { description: 'ch<p>eap</p>' }, true],
  [['cheap'], { description: 'c&#104;eap' }, false],
  [['cheap'], { description: 'c&#X00000068;eap' }, false],
  [['cheap'], { description: 'che&shy;ap' }, false],
  [['cheap'], { description: 'che&#8203;ap' }, false],
  [['cheap'], { description: 'It is &cheap;' }, false],
  [['cheap'], { description: '&lt;cheap&gt;' }, false],
  [['cheap'], { description: '&#xD800;&#0;&#99999999999;&#x110000; & &; &#; &#x; cheap' }, false],
  [['cheap'], { description: 'che&#0;&#7;ap' }, false],
  [['cheap'], { name: 'Che\u200bap and \u0007' }, false],
  [['cheap'], { name: 'Che\u0001ap' }, false],
  [['cheap'], { name: 'Ch\uff45ap' }, false],
  [['ＣＨＥＡＰ'], { name: 'Cheap' }, false],
  [['günstig'], { name: 'Gu\u0308nstig' }, false],
  [['gu\u0308nstig'], { name: 'GÜNSTIG' }, false],
  [['<b>'], { name: 'Plan B' }, false]
]

test('withoutWords matches texts that contain none of the words or phrases', async () => {
  for (const [withoutWords, fields, isApproved] of wordCases) {
    const message = JSON.stringify([withoutWords, fields])
    assert.equal(await approves({ withoutWords }, { name: 'Hex nut', ...fields }), isApproved, message)
  }
  const edit = (live: string, proposed: string) =>
    approvesEdit({ withoutWords: ['cheap'] }, { shortDescription: live }, { shortDescription: proposed })
  assert.equal(await edit('Cheap', 'Good'), true)
  assert.equal(await edit('Good', 'Cheap'), false)
  assert.equal(
    await approvesEdit({ withoutWords: ['cheap'] }, { shortDescription: 'Cheap' }, { name: 'Hex nut' }),
    false
  )
})

test('characters of ASCII and Latin-1 are searched in the same form as all others', async () => {
  const differing = await t.sql`
    select n from generate_series(1, 255) n cross join lateral (select 'A' || chr(n) || 'b' as text) s
    where searched_text(text) <> folded_text(text) or searched_html(text) <> folded_text(text)`
  assert.deepEqual([...differing], [])
})

const linkCases: [Body, boolean][] = [
  [{ description: '<p>Fits M8. A bolt</p>' }, true],
  [{ description: '<p>See <a href="https://example.test/x">here</a></p>' }, false],
  [{ shortDescription: 'See https://example.test' }, false],
  [{ shortDescription: 'See WWW.Example.test' }, false],
  [{ shortDescription: 'Order at bolts.com today' }, false],
  [{ name: 'Comfort bolt' }, true],
  [{ description: '<p><abbr title="x">Bolt</abbr></p>' }, true],
  [{ description: '<p><a href="mailto:sales@example.test">Mail</a></p>' }, false],
  [{ description: '<p><img src="https://example.test/x.png" /></p>' }, false],
  [{ description: '<p>evil.<b>com</b></p>' }, false],
  [{ description: 'evil&#46;com' }, false],
  [{ description: 'evil&period;com' }, false],
  [{ description: '<p>See<br />foo.de</p>' }, false],
  ...[
    ...[
      'foo.de',
      'See foo.co.uk.',
      'a@b.de',
      'Sales@Example.Photography',
      'bit.ly/x',
      'See bit.LY',
      'a-b.io:80'
    ],
    ...[
      '192.168.1.1/path',
      'münchen.de',
      'пример.рф',
      'пример.com',
      'foo．com',
      'foo.\u200bcom',
      'foo\u00ad.com'
    ],
    ...['Http://localhost', 'www.x', 'parts.shop', 'x.xn--p1ai']
  ].map((shortDescription): [Body, boolean] => [{ shortDescription }, false]),
  ...[
    ...[
      'Grade 8.8',
      'No. 5',
      '1.5 in',
      'e.g. this',
      'sq.ft',
      'i.e. M8. It fits',
      'U.S.A. made',
      '8.8mm',
      '5.PC'
    ],
    ...[
      'Fits M8.Details follow',
      '2 pcs @ 4.50',
      'Ø 1.5–2.5 mm',
      '1.2.3',
      'wait...com',
      'a . de',
      'x: //',
      '@ home'
    ],
    ...['Bolt.Nuts', 'Comfort', 'R&D.', '5.compact', 'ww.a']
  ].map((shortDescription): [Body, boolean] => [{ shortDescription }, true])
]

test('withoutLinks matches texts without links and web addresses', async () => {
  for (const [fields, isApproved] of linkCases) {
    assert.equal(await approves({ withoutLinks: true }, fields), isApproved, JSON.stringify(fields))
    assert.equal(await approves({ withoutLinks: false }, fields), true)
  }
})

test('all conditions of a rule must hold', async () => {
  const when: Conditions = { vendorIds: [vendor.id], maxVendorPrice: '10', withoutWords: ['cheap'] }
  assert.equal(await approves(when), true)
  assert.equal(await approves({ ...when, maxVendorPrice: '9' }), false)
  assert.equal(await approves(when, { name: 'Cheap bolt' }), false)
})

test('PostgreSQL plans the evaluation once per connection, not for each request', async () => {
  const { id } = await calls.create({ variants })
  await t.sql.begin(async (tx) => {
    for (let call = 0; call < 8; call++) await matchRules(tx, [id])
    const [row] = await tx<{ generic: number }[]>`
      select generic_plans::int as generic from pg_prepared_statements
      where statement like '%rule as materialized%' and statement like '%sampled_by is not null%'
        and generic_plans + custom_plans >= 8`
    assert.ok(row && row.generic > 0)
  })
})
