import type { Tx } from '../apps/api/src/db/connect.ts'
import type { Origin } from '../apps/api/src/events.ts'
import { insertRule, type StoredRule } from '../apps/api/src/modules/approval-rules/queries.ts'
import { replaceClaims } from '../apps/api/src/modules/moderation/claims/claim-queries.ts'
import { writeDecisions } from '../apps/api/src/modules/products/approval/write-decisions.ts'
import type { Reason } from '../apps/api/src/modules/products/write/reason.ts'
import { lockProduct } from '../apps/api/src/modules/products/write/stored-queries.ts'
import type { FieldVerdict } from '../apps/api/src/modules/products/write/transition.ts'
import { writeChanges } from '../apps/api/src/modules/products/write/write-changes.ts'
import {
  extendClaims,
  insertSnapshots,
  listDecided,
  listProductSkus,
  markSamples,
  setSnapshotId,
  setTrust
} from './approval-queries.ts'
import { setIds } from './id-queries.ts'
import { demoId, setupAge } from './numbers.ts'
import { readData } from './read-data.ts'
import { type Actor, type Actors, callerOf, type Person } from './seed-marketplace.ts'

type DemoReason = Pick<Reason, 'text'> & Partial<Reason>

/**
 * The content of `data/approval.json`. `rule` is the index of a rule. `samples` wait although a rule would have decided.
 * `decided` are the new products on which rules decided. `verdicts` is a decision on the fields of a revision, `changed`
 * are changes of watched fields, `repriced` those of one bulk update, and `claimed` an entry that a moderator has claimed.
 */
export type DemoApproval = {
  rules: (Pick<StoredRule, 'name' | 'isActive' | 'when' | 'then'> &
    Partial<Pick<StoredRule, 'samplePercent'>> & { reasons?: DemoReason[] })[]
  samples: { sku: string; rule: number; textChanges?: Record<string, number> }[]
  decided: { sku: string; rule: number }[]
  verdicts: { sku: string; approved: string[]; rejected: Record<string, DemoReason[]> }
  changed: { sku: string; brand?: string; vendorPrice: string }[]
  repriced: { sku: string; vendorPrice: string }[]
  claimed: { sku: string; by: string }
}

/** The vendor that the active rules are for. */
const vendorName = 'keystone'

type Seed = {
  tx: Tx
  approval: DemoApproval
  people: Actors
  products: Awaited<ReturnType<typeof listProductSkus>>
}

/**
 * Adds what belongs to the approval of products: rules for one vendor, samples, snapshots of decisions, a decision on
 * fields with reasons, changes of watched fields and a claim. The catalog must exist.
 */
export async function seedApproval(
  tx: Tx,
  { people, members }: { people: Actors; members: Person[] }
): Promise<void> {
  const approval = await readData<DemoApproval>('approval.json')
  const seed = { tx, approval, people, products: await listProductSkus(tx) }
  await setTrust(tx, people.vendors[vendorName].vendorId, 'TRUSTED')
  const ruleIds = await seedRules(seed)
  await seedSnapshots(seed, ruleIds)
  await decideFields(seed)
  const samples = approval.samples.map(({ sku, rule, textChanges = null }) => ({
    ...{ productId: idOf(seed, sku), ruleId: String(ruleIds[rule]), textChanges }
  }))
  await markSamples(tx, samples)
  await changeWatched(seed)
  await claim(seed, members)
}

function idOf({ products }: Seed, sku: string): string {
  const product = products.get(sku)
  if (!product) throw new Error(`approval.json: there is no product ${sku}`)
  return product.id
}

async function seedRules({ tx, approval, people }: Seed): Promise<string[]> {
  const ids: string[] = []
  for (const { when, reasons, samplePercent = '0', ...rule } of approval.rules) {
    const vendorIds = [people.vendors[vendorName].vendorId]
    const from = await insertRule(tx, {
      ...rule,
      when: { ...when, vendorIds },
      reasons: reasons ?? null,
      samplePercent
    })
    if (!from) throw new Error('The demo has too many approval rules')
    const to = demoId(`approval rule ${rule.name}`, setupAge - ids.length)
    await setIds(tx, 'approval_rules', [{ from, to }])
    ids.push(to)
  }
  return ids
}

/** Inserts snapshots of all decisions on new products. */
async function seedSnapshots(seed: Seed, ruleIds: string[]): Promise<void> {
  const { tx, approval, people } = seed
  const rules = new Map(approval.decided.map(({ sku, rule }) => [idOf(seed, sku), ruleIds[rule]]))
  const snapshots = (await listDecided(tx)).map((productId) => {
    const id = demoId(`snapshot of product ${productId}`, setupAge)
    return { id, productId, ruleId: rules.get(productId) ?? null }
  })
  await insertSnapshots(tx, { snapshots, actor: people.operator })
}

/** Decides on all fields of a revision. */
async function decideFields(seed: Seed): Promise<void> {
  const { tx, approval, people } = seed
  const { sku, approved, rejected } = approval.verdicts
  const product = await lockProduct(tx, undefined, idOf(seed, sku))
  if (!product) return
  const fields: Record<string, FieldVerdict> = Object.fromEntries([
    ...approved.map((field) => [field, { decision: 'APPROVE', reasons: [] }]),
    ...Object.entries(rejected).map(([field, reasons]) => [
      field,
      { decision: 'REJECT', reasons: reasons.map(completeReason) }
    ])
  ])
  const reasons = Object.values(fields).flatMap((verdict) => verdict.reasons)
  const decision = { product, kind: 'REVISION', decision: 'REJECT', reasons, fields } as const
  const origin = callerOf(people.operator)
  await Promise.all(writeDecisions(tx, { origin }, { decisions: [decision], published: new Map() }))
  await setSnapshotId(tx, { productId: product.id, id: demoId(`snapshot of ${sku}`, setupAge) })
}

function completeReason({ code = null, pointer = null, imageId = null, text }: DemoReason): Reason {
  return { code, pointer, imageId, text }
}

/** Changes watched fields of live products: of each in a request of its own, and prices in one bulk update. */
async function changeWatched(seed: Seed): Promise<void> {
  const { approval, people } = seed
  const origin: Origin = callerOf(people.vendors[vendorName])
  const changeSetId = demoId('bulk update of prices', setupAge)
  await writeWatched(seed, origin, approval.changed)
  await writeWatched(
    seed,
    { ...origin, source: { type: 'BULK_UPDATE', id: null, changeSetId } },
    approval.repriced
  )
}

async function writeWatched(seed: Seed, origin: Origin, changes: DemoApproval['changed']): Promise<void> {
  const { tx, people, products } = seed
  const { vendorId } = people.vendors[vendorName]
  for (const { sku, vendorPrice, ...fields } of changes) {
    const product = await lockProduct(tx, vendorId, idOf(seed, sku))
    const variantId = products.get(sku)?.variantId
    if (!product || !variantId) continue
    const updated = [{ id: variantId, vendorPrice }]
    const variants = { updated, created: [], firstPosition: 1, removed: [] }
    await Promise.all(writeChanges(tx, { vendorId, origin }, [{ product, fields, variants }]))
  }
}

async function claim(seed: Seed, members: Person[]): Promise<void> {
  const { tx, approval } = seed
  const { sku, by } = approval.claimed
  const name = members.find(({ email }) => email === by)?.name ?? by
  const moderator: Actor = { id: demoId(`user ${by}`, setupAge), name, vendorId: '' }
  await replaceClaims(tx, callerOf(moderator), [{ id: idOf(seed, sku), kind: 'PRODUCT' }])
  await extendClaims(tx)
}
