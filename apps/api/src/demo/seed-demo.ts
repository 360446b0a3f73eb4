import type { AssetStore } from '../assets/store.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { createUser } from '../modules/auth/create-user.ts'
import { insertRates, insertShippingMethod } from '../modules/shipping-methods/queries.ts'
import type { NewCountryRate } from '../modules/shipping-methods/schema.ts'
import {
  claimDemo,
  insertDemoCategories,
  insertDemoFacet,
  insertDemoLabels,
  insertDemoVendor,
  isEmpty
} from './queries.ts'

const password = 'purveyor-demo'

/**
 * The demo marketplace: an operator, two vendors with their people, a category tree, shipping methods of both kinds
 * and some sixty products in every state, whose pictures it draws. It is made once, in one transaction; a database
 * that has vendors already is left as it is. Files that a failure leaves without a row are swept.
 */
export async function seedDemo(sql: Sql, assets: AssetStore): Promise<void> {
  if (!(await isEmpty(sql))) return
  // Loaded at the first start only.
  const { drawCatalog, seedCatalog } = await import('./seed-catalog.ts')
  const drawn = await drawCatalog(assets)
  const made = await sql.begin(async (tx) => {
    if (!(await claimDemo(tx))) return false
    const vendors = await seedPeople(tx)
    await seedTaxonomy(tx)
    await seedCatalog(tx, { vendors, drawn })
    return true
  })
  // Another process was faster.
  if (!made) await Promise.all([...drawn.values()].map(({ path }) => assets.remove(path)))
}

async function seedPeople(tx: Tx): Promise<{ harbor: string; summit: string }> {
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
  for (const person of people) {
    await createUser(tx, { vendorId: null, isPlatform: false, role: null, ...person, password })
  }
  for (const vendorId of [harbor, summit]) await seedShipping(tx, vendorId)
  return { harbor, summit }
}

async function seedShipping(tx: Tx, vendorId: string): Promise<void> {
  const method = { isActive: true, currency: null, weightLimitMin: null }
  const parcels = await insertShippingMethod(tx, vendorId, {
    ...method,
    name: 'Parcel',
    pricingType: 'FLAT_RATE',
    description: 'Two to four working days',
    weightLimitMax: '70'
  })
  await insertRates(tx, vendorId, parcels, [
    { countryCode: 'US', flatRate: '9.95' },
    { countryCode: 'US-AK', flatRate: '24.5' },
    { countryCode: 'US-HI', flatRate: '24.5' },
    { countryCode: 'CA', flatRate: '18' }
  ])
  const freight = await insertShippingMethod(tx, vendorId, {
    ...method,
    name: 'Freight',
    pricingType: 'WEIGHT_BASED',
    description: 'By truck, with an appointment',
    weightLimitMax: '2000'
  })
  const tiers: NewCountryRate['weightTiers'] = [
    { minWeight: '0', maxWeight: '150', rate: '45' },
    { minWeight: '150', maxWeight: '500', rate: '95' },
    { minWeight: '500', maxWeight: '2000', rate: '210' }
  ]
  await insertRates(tx, vendorId, freight, [{ countryCode: 'US', baseRate: '35', weightTiers: tiers }])
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
