import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CategoryNode } from '@purveyor/client/catalog-file/category-index'
import { CategoryPlan } from './plan-categories.ts'

function node(name: string, ...children: CategoryNode[]): CategoryNode {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  return { id: `id-${slug}`, name, slug, children }
}

const tree = [
  node('Tools', node('Hand Tools', node('Hammers')), node('Pumps')),
  { ...node('Garden', { ...node('Pumps'), id: 'id-garden-pumps', slug: 'garden-pumps' }) }
]

const cases: [title: string, written: (string | string[])[], created: string[]][] = [
  ['a path without existing categories', ['Phones > Prepaid'], ['Phones', 'Phones > Prepaid']],
  ['an existing path', ['tools>hand  tools > HAMMERS', 'Hammers'], []],
  ['a path with an existing parent', ['Tools > Saws'], ['Tools > Saws']],
  ['a path whose first categories are left out', ['Hand Tools/Saws'], ['Tools > Hand Tools > Saws']],
  ['a path that begins at the top level', ['/Hand Tools > Saws'], ['Hand Tools', 'Hand Tools > Saws']],
  ['the same path twice', ['Lamps', 'lamps', 'Lamps > LED'], ['Lamps', 'Lamps > LED']],
  ['a name with a slash', ['Cables > AC/DC'], ['Cables', 'Cables > AC/DC']],
  ['several categories in a cell', ['Lamps; Tools > Saws', 'Lamps'], ['Lamps', 'Tools > Saws']],
  ['a list of names as a path', [['Lamps', 'LED']], ['Lamps', 'Lamps > LED']]
]

for (const [title, written, created] of cases) {
  test(`${title} plans ${created.length === 0 ? 'nothing' : created.join(', ')}`, () => {
    const plan = new CategoryPlan(tree)
    for (const one of written) plan.add(one)
    assert.deepEqual([...plan.problems], [])
    assert.deepEqual(
      plan.created.map(({ path }) => path.join(' > ')),
      created
    )
  })
}

const refused: [written: string, problem: RegExp][] = [
  ['Pumps', /^could be Garden > Pumps \(garden-pumps\) or Tools > Pumps \(pumps\); write the whole path$/],
  ['Pumps > Small', /^begins with a category that could be/],
  [' > ', /^is not a path$/],
  ['a>b>c>d>e>f>g>h>i>j>k>l>m', /^has more than 12 levels$/],
  ['Mapped', /^is mapped to a category that does not exist$/]
]

for (const [written, problem] of refused) {
  test(`${written} is refused`, () => {
    const plan = new CategoryPlan(tree, { Mapped: 'Nowhere' })
    plan.add(written)
    assert.match([...plan.problems.values()].join(), problem)
  })
}

test('a category is planned after its parent, with the id of the parent', () => {
  const plan = new CategoryPlan(tree)
  plan.add('Tools > Saws > Fine')
  assert.deepEqual(
    plan.created.map(({ id, parentId }) => [id, parentId]),
    [
      ['new-1', 'id-tools'],
      ['new-2', 'new-1']
    ]
  )
})
