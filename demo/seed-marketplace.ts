import type { Tx } from '../apps/api/src/db/connect.ts'
import type { Caller } from '../apps/api/src/http/caller.ts'
import type { Role } from '../apps/api/src/http/server/access.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { hashSecret } from '../apps/api/src/lib/secrets.ts'
import { createUser } from '../apps/api/src/modules/auth/sign-in/accounts.ts'
import { newApiToken } from '../apps/api/src/modules/auth/tokens/tokens.ts'
import { updateSettings } from '../apps/api/src/modules/settings/queries.ts'
import { insertRates, insertShippingMethod } from '../apps/api/src/modules/shipping-methods/queries.ts'
import type { NewCountryRate } from '../apps/api/src/modules/shipping-methods/schema.ts'
import { listTermNames, setIds, setTermIds } from './id-queries.ts'
import { demoId, setupAge } from './numbers.ts'
import type { DrawnPictures, Picture } from './pictures.ts'
import {
  type DemoVendor,
  insertApiToken,
  insertCategories,
  insertFacet,
  insertLabels,
  insertVendor
} from './queries.ts'
import { readData } from './read-data.ts'

export type VendorName = 'harbor' | 'summit' | 'keystone'

/**
 * A user. One user of each vendor, and the operator, has `acts`: the demo's changes are made in their name.
 */
export type Person = {
  email: string
  name: string
  isPlatform?: true
  vendor?: VendorName
  role?: Role
  acts?: true
}

type ShippingMethod = {
  name: string
  pricingType: 'FLAT_RATE' | 'WEIGHT_BASED'
  description: string
  weightLimitMax: string
  countryRates: NewCountryRate[]
}

/**
 * The content of `data/marketplace.json`. Each vendor gets all shipping methods, and all users share the
 * password.
 */
export type Marketplace = {
  settings: Parameters<typeof updateSettings>[1]
  vendors: Record<VendorName, DemoVendor>
  password: string
  people: Person[]
  apiTokens: { name: string; role: Role; vendor?: VendorName }[]
  shippingMethods: ShippingMethod[]
  categories: { name: string; picture: Picture; children: string[] }[]
  collections: string[]
  tags: string[]
  facets: Record<string, string[]>
}

/** A user in whose name the demo makes changes. `vendorId` is empty for the operator. */
export type Actor = { id: string; name: string; vendorId: string }
export type Actors = { operator: Actor; vendors: Record<VendorName, Actor> }

export function readMarketplace(): Promise<Marketplace> {
  return readData('marketplace.json')
}

/**
 * Inserts everything that the demo's products and orders refer to. Returns the users who make the demo's
 * changes.
 */
export async function seedMarketplace(
  tx: Tx,
  { marketplace, drawn }: { marketplace: Marketplace; drawn: DrawnPictures }
): Promise<Actors> {
  const { settings, vendors, categories, facets, apiTokens } = marketplace
  await updateSettings(tx, settings)
  const vendorIds = {
    harbor: await seedVendor(tx, vendors.harbor),
    summit: await seedVendor(tx, vendors.summit),
    keystone: await seedVendor(tx, vendors.keystone)
  }
  const actors = await seedPeople(tx, marketplace, vendorIds)
  for (const vendorId of Object.values(vendorIds)) {
    for (const [position, method] of marketplace.shippingMethods.entries())
      await seedShippingMethod(tx, vendorId, method, position)
  }
  const tree = categories.map(({ name, picture, children }) => ({
    ...{ name, children },
    image: drawn.get(picture)?.path ?? null
  }))
  await insertCategories(tx, tree)
  await insertLabels(tx, marketplace)
  for (const [name, values] of Object.entries(facets)) await insertFacet(tx, name, values)
  const terms = await listTermNames(tx)
  await setTermIds(
    tx,
    terms.map(({ id, kind, owner, name }) => ({
      from: id,
      to: demoId(`${kind} ${owner ?? ''} ${name}`, setupAge)
    }))
  )
  await seedApiTokens(tx, apiTokens, vendorIds)
  return actors
}

async function seedVendor(tx: Tx, vendor: DemoVendor): Promise<string> {
  const [from, to] = [await insertVendor(tx, vendor), demoId(`vendor ${vendor.slug}`, setupAge)]
  await setIds(tx, 'vendors', [{ from, to }])
  return to
}

/** Inserts API tokens whose secret text no one knows. */
async function seedApiTokens(
  tx: Tx,
  apiTokens: Marketplace['apiTokens'],
  vendorIds: Record<VendorName, string>
): Promise<void> {
  for (const { vendor, ...token } of apiTokens) {
    const id = demoId(`API token ${token.name}`, setupAge)
    const vendorId = vendor ? vendorIds[vendor] : null
    await insertApiToken(tx, { ...token, id, vendorId, tokenHash: hashSecret(newApiToken()) })
  }
}

async function seedPeople(
  tx: Tx,
  { people, password }: Marketplace,
  vendorIds: Record<VendorName, string>
): Promise<Actors> {
  const actors = new Map<VendorName | undefined, Actor>()
  for (const { email, name, isPlatform = false, vendor, role = null, acts } of people) {
    const vendorId = vendor ? vendorIds[vendor] : null
    const [from, id] = [
      await createUser(tx, { email, name, password, isPlatform, vendorId, role }),
      demoId(`user ${email}`, setupAge)
    ]
    await setIds(tx, 'users', [{ from, to: id }])
    if (acts) actors.set(vendor, { id, name, vendorId: vendorId ?? '' })
  }
  const actorOf = (vendor?: VendorName) => {
    const actor = actors.get(vendor)
    if (!actor) throw new Error(`marketplace.json has no user with "acts" for ${vendor ?? 'the operator'}`)
    return actor
  }
  const vendors = {
    harbor: actorOf('harbor'),
    summit: actorOf('summit'),
    keystone: actorOf('keystone')
  }
  return { operator: actorOf(), vendors }
}

async function seedShippingMethod(
  tx: Tx,
  vendorId: string,
  { countryRates, ...fields }: ShippingMethod,
  position: number
): Promise<void> {
  const method = { ...fields, isActive: true, currency: null, weightLimitMin: null }
  const from = await insertShippingMethod(tx, vendorId, method)
  if (!from) throw new Error('The demo has too many shipping methods')
  const id = demoId(`shipping method ${vendorId} ${fields.name}`, setupAge - position)
  await setIds(tx, 'shipping_methods', [{ from, to: id }])
  await insertRates(tx, vendorId, id, countryRates)
}

/** Returns the caller of requests by this user. */
export function callerOf({ id, name, vendorId }: Actor): Caller {
  return {
    requestId: newId(),
    actor: { type: 'USER', id, name, isPlatform: vendorId === '' },
    vendorId,
    ifMatch: undefined,
    assetOrigin: ''
  }
}
