import type { AssetStore } from '../assets/store.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { createUser } from '../modules/auth/create-user.ts'
import { updateSettings } from '../modules/settings/queries.ts'
import { callerOf, type DemoPeople } from './people.ts'
import {
  claimDemo,
  insertDemoCategories,
  insertDemoFacet,
  insertDemoLabels,
  insertDemoVendor,
  isEmpty
} from './queries.ts'
import { seedShipping } from './seed-shipping.ts'

const password = 'purveyor-demo'

const settings = {
  name: 'Purveyor Market',
  currency: 'USD',
  weightUnit: 'lb' as const,
  address: {
    name: 'Accounts Payable',
    company: 'Purveyor Market Inc.',
    addressLine1: '500 Exchange Street',
    addressLine2: 'Suite 1200',
    city: 'Columbus',
    state: 'OH',
    zipCode: '43215',
    country: 'US',
    phone: '+1 614 555 0100'
  }
}

/**
 * The demo marketplace: an operator, two vendors with their people, a category tree, shipping methods of both kinds,
 * some sixty products in every state, whose pictures it draws, some forty orders of them in every state, and three uploads. It is made once, in one transaction; a database
 * that has vendors already is left as it is. Files that a failure leaves without a row are swept.
 */
export async function seedDemo(sql: Sql, assets: AssetStore): Promise<void> {
  if (!(await isEmpty(sql))) return
  // Loaded at the first start only.
  const { drawCatalog, seedCatalog } = await import('./seed-catalog.ts')
  const { seedImports } = await import('./seed-imports.ts')
  const { seedOrders } = await import('./seed-orders.ts')
  const drawn = await drawCatalog(assets)
  const made = await sql.begin(async (tx) => {
    if (!(await claimDemo(tx))) return false
    await updateSettings(tx, settings)
    const people = await seedPeople(tx)
    const { harbor, summit } = people.vendors
    await seedTaxonomy(tx)
    await seedCatalog(tx, { vendors: { harbor: harbor.vendorId, summit: summit.vendorId }, drawn })
    await seedImports(tx, { vendorId: harbor.vendorId, origin: callerOf(harbor) })
    await seedOrders(tx, people)
    return true
  })
  // Another process was faster.
  if (!made) await Promise.all([...drawn.values()].map(({ path }) => assets.remove(path)))
}

async function seedPeople(tx: Tx): Promise<DemoPeople> {
  const harbor = await insertDemoVendor(tx, {
    name: 'Harbor Supply',
    slug: 'harbor-supply',
    email: 'sales@harbor.test',
    commissionPercent: '12.5',
    address: {
      company: 'Harbor Supply Inc.',
      addressLine1: '18 Dock Street',
      city: 'Baltimore',
      state: 'MD',
      zipCode: '21231',
      country: 'US',
      phone: '+1 410 555 0118'
    }
  })
  const summit = await insertDemoVendor(tx, {
    name: 'Summit Tools',
    slug: 'summit-tools',
    email: 'orders@summit.test',
    commissionPercent: '8',
    address: {
      company: 'Summit Tools LLC',
      addressLine1: '2400 Ridge Road',
      city: 'Boulder',
      state: 'CO',
      zipCode: '80302',
      country: 'US',
      phone: '+1 303 555 0142'
    }
  })
  const people = [
    { email: 'operator@purveyor.test', name: 'Olive Operator', isPlatform: true, role: 'OWNER' as const },
    { email: 'nobody@purveyor.test', name: 'Noel Nobody' },
    { email: 'owner@harbor.test', name: 'Harper Owens', vendorId: harbor, role: 'OWNER' as const },
    { email: 'admin@harbor.test', name: 'Ada Minden', vendorId: harbor, role: 'ADMIN' as const },
    { email: 'editor@harbor.test', name: 'Eddy Torrance', vendorId: harbor, role: 'EDITOR' as const },
    { email: 'viewer@harbor.test', name: 'Vi Ewert', vendorId: harbor, role: 'VIEWER' as const },
    { email: 'owner@summit.test', name: 'Sam Mitten', vendorId: summit, role: 'OWNER' as const }
  ]
  const ids = new Map<string, string>()
  for (const person of people) {
    const membership = { vendorId: null, isPlatform: false, role: null, ...person }
    ids.set(person.email, await createUser(tx, { ...membership, password }))
  }
  for (const vendorId of [harbor, summit]) await seedShipping(tx, vendorId)
  const personOf = (email: string, name: string) => ({ id: ids.get(email) ?? '', name })
  return {
    operator: personOf('operator@purveyor.test', 'Olive Operator'),
    vendors: {
      harbor: { ...personOf('editor@harbor.test', 'Eddy Torrance'), vendorId: harbor },
      summit: { ...personOf('owner@summit.test', 'Sam Mitten'), vendorId: summit }
    }
  }
}

const categories = {
  'Hand Tools': ['Wrenches', 'Screwdrivers', 'Hammers', 'Measuring'],
  'Power Tools': ['Drills', 'Saws', 'Grinders'],
  Fasteners: ['Bolts', 'Nuts', 'Screws', 'Anchors'],
  'Safety Equipment': ['Gloves', 'Eye Protection', 'Hearing Protection', 'Respirators'],
  Electrical: ['Cable', 'Lighting', 'Switches'],
  'Facility Maintenance': ['Cleaning', 'Adhesives', 'Storage']
}

async function seedTaxonomy(tx: Tx): Promise<void> {
  await insertDemoCategories(tx, categories)
  await insertDemoLabels(tx, {
    collections: ['Spring Catalog', 'Contractor Favorites'],
    tags: ['New', 'Clearance', 'Made in USA']
  })
  await insertDemoFacet(tx, 'Material', ['Steel', 'Stainless Steel', 'Brass', 'Nylon'])
  await insertDemoFacet(tx, 'Finish', ['Zinc Plated', 'Black Oxide', 'Plain'])
}
