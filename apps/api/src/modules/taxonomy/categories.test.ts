import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())
beforeEach(() => t.sql`delete from categories`)

const path = '/vendor/categories'
const read = (query = '', headers: Record<string, string> = {}) =>
  t.call(`GET ${path}${query}`, { as: vendor.viewer, headers })
const search = (text: string) => read(`?search=${encodeURIComponent(text)}`)

type Node = { id: string; name: string; children: Node[] }
type Insert = { name: string; parentId?: string; position?: number; image?: string; slug?: string }

async function insert({ name, parentId, position = 0, image, slug }: Insert): Promise<string> {
  const id = newId()
  await t.sql`
    insert into categories (id, name, slug, parent_id, position, image)
    values (${id}, ${name}, ${slug ?? `slug-of-${id}`}, ${parentId ?? null}, ${position}, ${image ?? null})`
  return id
}

/** Formats nodes by their names, with children in brackets: 'Tools[Hammers Saws]'. */
function outline(nodes: Node[]): string {
  return nodes
    .map(({ name, children }) => (children.length > 0 ? `${name}[${outline(children)}]` : name))
    .join(' ')
}

describe('the category tree', () => {
  test('is empty if there are no categories', async () => {
    assert.deepEqual((await read()).body, { categories: [] })
  })

  test('shows each category with its fields and its children', async () => {
    const tools = await insert({ name: 'Tools', slug: 'tools', image: 'categories/tools.webp' })
    const saws = await insert({
      name: 'Saws',
      slug: 'saws',
      parentId: tools,
      image: 'https://cdn.example/saws.png'
    })
    const fine = await insert({ name: 'Fine "saws" & <more>', slug: 'fine-saws', parentId: saws })
    assert.deepEqual((await read()).body, {
      categories: [
        {
          id: tools,
          name: 'Tools',
          slug: 'tools',
          imageUrl: 'https://assets.test/assets/categories/tools.webp',
          parentId: null,
          children: [
            {
              id: saws,
              name: 'Saws',
              slug: 'saws',
              imageUrl: 'https://cdn.example/saws.png',
              parentId: tools,
              children: [
                {
                  id: fine,
                  name: 'Fine "saws" & <more>',
                  slug: 'fine-saws',
                  imageUrl: null,
                  parentId: saws,
                  children: []
                }
              ]
            }
          ]
        }
      ]
    })
  })

  test('is sorted by position, then name, then id', async () => {
    await insert({ name: 'b', position: 1 })
    await insert({ name: 'z', position: 0 })
    await insert({ name: 'a', position: 1 })
    const twins = [await insert({ name: 'same', position: 2 }), await insert({ name: 'same', position: 2 })]
    const { body } = await read()
    assert.equal(outline(body.categories), 'z a b same same')
    assert.deepEqual(
      body.categories.slice(3).map(({ id }: Node) => id),
      twins.toSorted()
    )
  })

  test('is complete and in order with 2,000 categories on 12 levels', async () => {
    const rows = makeTree(2_000, 12)
    await t.sql`
      insert into categories (id, parent_id, name, slug, position)
      select id, parent_id, name, slug, position
      from jsonb_to_recordset(${t.sql.json(rows)}) r (id uuid, parent_id uuid, name text, slug text, position integer)`
    const expected = (parent: string | null): unknown[] =>
      rows
        .filter(({ parent_id }) => parent_id === parent)
        .toSorted((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1))
        .map(({ id, name, slug }) => ({
          id,
          name,
          slug,
          imageUrl: null,
          parentId: parent,
          children: expected(id)
        }))
    const { body } = await read()
    assert.deepEqual(body.categories, expected(null))
    assert.equal(levels(body.categories), 12)
  })
})

function makeTree(size: number, maxDepth: number) {
  const rows: { id: string; parent_id: string | null; name: string; slug: string; position: number }[] = []
  const levelOf = new Map<string | null, number>([[null, 0]])
  for (let n = 0; n < size; n++) {
    // The first categories form a chain of `maxDepth` levels. The others get pseudo-random parents.
    const candidate = n < maxDepth ? rows.at(-1) : rows[(Math.imul(n, 2_654_435_761) >>> 0) % n]
    const parent = candidate && (levelOf.get(candidate.id) ?? 0) < maxDepth ? candidate.id : null
    const id = newId()
    levelOf.set(id, (levelOf.get(parent) ?? 0) + 1)
    rows.push({ id, parent_id: parent, name: `Name ${(n * 31) % size}`, slug: `name-${n}`, position: n % 3 })
  }
  return rows
}

function levels(nodes: Node[]): number {
  return nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children }) => levels(children)))
}

describe('the ETag of the category tree', () => {
  test('gives 304 while nothing has changed', async () => {
    await insert({ name: 'Tools' })
    const { headers } = await read()
    const again = await read('', { 'if-none-match': headers.etag ?? '' })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
  })

  const changes: [string, (ids: { id: string; other: string }) => Promise<unknown>][] = [
    ['a new name', ({ id }) => t.sql`update categories set name = 'Devices' where id = ${id}`],
    ['a new slug', ({ id }) => t.sql`update categories set slug = 'devices' where id = ${id}`],
    ['a new image', ({ id }) => t.sql`update categories set image = 'a.webp' where id = ${id}`],
    ['a new position', ({ id }) => t.sql`update categories set position = 5 where id = ${id}`],
    ['a new parent', ({ id, other }) => t.sql`update categories set parent_id = ${other} where id = ${id}`],
    ['a new category', () => insert({ name: 'Paint' })],
    ['a deletion', ({ id }) => t.sql`delete from categories where id = ${id}`]
  ]
  for (const [name, change] of changes) {
    test(`changes with ${name}, and so does the tree`, async () => {
      const ids = { id: await insert({ name: 'Tools' }), other: await insert({ name: 'Wood' }) }
      const first = await read()
      assert.equal((await read()).text, first.text)
      await change(ids)
      const second = await read('', { 'if-none-match': first.headers.etag ?? '' })
      assert.equal(second.status, 200)
      assert.notEqual(second.text, first.text)
    })
  }

  test('an older tree is never returned while writers and readers run concurrently', async () => {
    const id = await insert({ name: 'Version 0' })
    for (let version = 1; version <= 20; version++) {
      await Promise.all([
        t.sql`update categories set name = ${`Version ${version}`} where id = ${id}`,
        read(),
        read()
      ])
      assert.equal((await read()).body.categories[0].name, `Version ${version}`)
    }
  })
})

describe('a search for categories', () => {
  beforeEach(async () => {
    const tools = await insert({ name: 'Tools', slug: 'tools' })
    const saws = await insert({ name: 'Saws', slug: 'saws', parentId: tools })
    await insert({ name: 'Ripping', slug: 'rip-cut', parentId: saws })
    await insert({ name: 'Hammers', slug: 'hammers', parentId: tools })
    await insert({ name: '100% wool_felt', slug: 'felt' })
    await insert({ name: 'C:\\drills', slug: 'drills' })
    await insert({ name: 'Äxte', slug: 'aexte' })
  })

  const cases: [string, string][] = [
    ['ripp', 'Tools[Saws[Ripping]]'],
    ['RIPP', 'Tools[Saws[Ripping]]'],
    ['rip-c', 'Tools[Saws[Ripping]]'],
    ['saws', 'Tools[Saws]'],
    ['m', 'Tools[Hammers]'],
    ['äx', 'Äxte'],
    ['ÄX', 'Äxte'],
    ['100%', '100% wool_felt'],
    ['%', '100% wool_felt'],
    ['_', '100% wool_felt'],
    ['l_f', '100% wool_felt'],
    ['\\', 'C:\\drills'],
    ["'", ''],
    ['nothing like it', ''],
    [' saws ', 'Tools[Saws]']
  ]
  for (const [text, expected] of cases) {
    test(`${JSON.stringify(text)} returns the matching categories and their ancestors`, async () => {
      assert.equal(outline((await search(text)).body.categories), expected)
    })
  }

  test('an empty search returns the whole tree', async () => {
    assert.equal((await search('')).text, (await read()).text)
    assert.equal((await search('  ')).text, (await read()).text)
  })

  test('a search has its own ETag', async () => {
    const { headers } = await search('saws')
    assert.notEqual(headers.etag, (await read()).headers.etag)
    assert.equal((await read('?search=saws', { 'if-none-match': headers.etag ?? '' })).status, 304)
  })

  test('`search` can have at most 255 characters and can be given only once', async () => {
    assert.equal((await search('x'.repeat(255))).status, 200)
    assertFaults(await search('x'.repeat(256)), { search: 'TOO_LONG' })
    assertFaults(await read('?search=a&search=b'), { search: 'INVALID_TYPE' })
    assertFaults(await read('?serach=a'), { serach: 'UNKNOWN_PARAMETER' })
    assertProblem(await read('?search=%00'), 400, 'VALIDATION_FAILED')
  })
})

test('requests without a token get 401, and users without a vendor get 403', async () => {
  for (const list of ['categories', 'collections', 'tags', 'facets']) {
    assertProblem(await t.call(`GET /vendor/${list}`), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(`GET /vendor/${list}`, { as: await t.nonMember() }), 403, 'NO_MEMBERSHIP')
    assertProblem(await t.call(`GET /vendor/${list}`, { as: await t.operator() }), 403, 'NO_MEMBERSHIP')
  }
})
