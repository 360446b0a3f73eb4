import { recordCatalogChanges } from '../../catalog-changes.ts'
import type { Handle, Tx } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { changesBetween } from '../../event-changes.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf } from '../../http/timestamps.ts'
import type { Answer } from '../../http/transaction.ts'
import { newId } from '../../lib/ids.ts'
import { slugOf } from '../../lib/slug.ts'
import { createInvitation } from '../auth/sign-in/accounts.ts'
import * as queries from './queries.ts'
import { missingCommission } from './rules.ts'
import type {
  InvitedVendorMember,
  NewVendor,
  NewVendorMember,
  Vendor,
  VendorPatch,
  VendorProfile
} from './schema.ts'

/** Reads a vendor for the response: `findVendor` for the operator, or `findProfile` for the vendor. */
type Find<T> = (sql: Handle, vendor: { id: string; assetOrigin: string }) => Promise<JsonText<T> | undefined>

/** The fields of a vendor that the storefront shows, or on which its products there depend. */
const shownFields = [
  'name',
  'slug',
  'website',
  'description',
  'leadTime',
  'commissionPercent',
  'isActive'
] as const

/**
 * Creates an active vendor. Throws 400 if neither the body nor the settings have a commission, because the vendor would
 * then sell at cost.
 */
export async function createVendor(tx: Tx, caller: Caller, input: NewVendor): Promise<Answer<Vendor>> {
  const id = newId()
  await lockWriters(tx, 'vendors')
  const slug = input.slug ?? slugOf(input.name, `vendor-${id.slice(-8)}`)
  const commissionPercent = await commissionOf(tx, input.commissionPercent)
  await queries.insertVendor(tx, id, { ...input, slug, commissionPercent })
  await recordEvent(tx, caller, { type: 'vendor.created', vendorId: id, subject: { type: 'vendor', id } })
  await recordCatalogChanges(tx, 'VENDOR', [id])
  const { assetOrigin } = caller
  return { json: orNotFound(await queries.findVendor(tx, { id, assetOrigin })), tagged: true }
}

/**
 * Locks a vendor and applies a patch. Null clears an optional field, or resets it to its default. Address
 * fields that aren't sent stay unchanged.
 */
export async function changeVendor<T>(
  tx: Tx,
  caller: Caller,
  { id, patch, find }: { id: string; patch: VendorPatch; find: Find<T> }
): Promise<Answer<T>> {
  await lockWriters(tx, 'vendors')
  const { stored, before } = await lockMatching(tx, caller, { id, find })
  const { address, commissionPercent, effectiveFrom, ...others } = patch
  const merged = address === null ? {} : { ...stored.address, ...address }
  const commission = await changedCommission(tx, stored, { commissionPercent, effectiveFrom })
  const changed = { ...stored, ...others, ...commission, address: merged }
  await queries.updateVendor(tx, id, changed)
  if (shownFields.some((field) => changed[field] !== stored[field])) {
    await recordCatalogChanges(tx, 'VENDOR', [id])
  }
  const changedFields = Object.keys(patch).filter(
    (name) => name !== 'commissionPercent' && name !== 'effectiveFrom'
  )
  return recordUpdate(tx, caller, {
    ...{ id, find, before },
    changedFields: [...changedFields, ...Object.keys(commission)]
  })
}

/**
 * Returns the columns of the commission that a patch changes: the commission that applies now, or the next one.
 * A commission that applies now drops the next one.
 */
async function changedCommission(
  tx: Tx,
  { nextCommission }: queries.StoredVendor,
  { commissionPercent, effectiveFrom }: Pick<VendorPatch, 'commissionPercent' | 'effectiveFrom'>
): Promise<Partial<Pick<queries.StoredVendor, 'commissionPercent' | 'nextCommission'>>> {
  if (commissionPercent === undefined) return effectiveFrom === null ? { nextCommission: null } : {}
  const percent = await commissionOf(tx, commissionPercent)
  if (effectiveFrom)
    return { nextCommission: { commissionPercent: percent, effectiveFrom: isoOf(effectiveFrom) } }
  return { commissionPercent: percent, ...(nextCommission && { nextCommission: null }) }
}

/** Returns the commission of the body or, if it has none, that of the settings. Throws 400 if there is neither. */
async function commissionOf(tx: Tx, commissionPercent: string | null | undefined): Promise<string> {
  const found = commissionPercent ?? (await queries.findDefaultCommission(tx))
  if (found !== null) return found
  throw invalid([missingCommission])
}

/** Sets the logo of the caller's vendor, or clears it if `path` is null. */
export async function changeLogo(
  tx: Tx,
  caller: Caller,
  path: string | null
): Promise<Answer<VendorProfile>> {
  const vendor = { id: caller.vendorId, find: queries.findProfile }
  const { before } = await lockMatching(tx, caller, vendor)
  const isChanged = await queries.updateVendorLogo(tx, vendor.id, path)
  if (isChanged) await recordCatalogChanges(tx, 'VENDOR', [vendor.id])
  return recordUpdate(tx, caller, { ...vendor, before, ...(isChanged && { changedFields: ['logoUrl'] }) })
}

/** Invites someone to a vendor's team, by default as OWNER. */
export async function inviteVendorMember(
  tx: Tx,
  caller: Caller,
  { vendorId, member }: { vendorId: string; member: NewVendorMember }
): Promise<JsonText<InvitedVendorMember>> {
  const { email, name } = member
  const role = member.role ?? 'OWNER'
  orNotFound(await queries.findVendor(tx, { id: vendorId, assetOrigin: caller.assetOrigin }))
  const { id, ...invitation } = await createInvitation(tx, { email, name, role, vendorId })
  await recordEvent(tx, caller, {
    type: 'member.invited',
    vendorId,
    subject: { type: 'member', id },
    details: { name, role }
  })
  return JSON.stringify({ vendorId, email, name, role, invitation })
}

/**
 * Locks a vendor and checks `If-Match`. Returns the vendor as it is stored, and as the response before the change. Throws 404 if
 * there is no vendor with this id.
 */
async function lockMatching<T>(tx: Tx, caller: Caller, { id, find }: { id: string; find: Find<T> }) {
  const stored = orNotFound(await queries.lockVendor(tx, id))
  const before = orNotFound(await find(tx, { id, assetOrigin: caller.assetOrigin }))
  await requireMatch(caller, async () => before)
  return { stored, before }
}

/**
 * Returns the vendor after an update. Also records an event of the update, unless `changedFields` is
 * undefined because nothing changed. A change of the trust has an event of its own, which the vendor's feed
 * doesn't show.
 */
async function recordUpdate<T>(
  tx: Tx,
  caller: Caller,
  {
    id,
    find,
    before,
    changedFields
  }: { id: string; find: Find<T>; before: JsonText<T>; changedFields?: string[] }
): Promise<Answer<T>> {
  const json = orNotFound(await find(tx, { id, assetOrigin: caller.assetOrigin }))
  if (changedFields) {
    const update = { type: 'vendor.updated', subject: { type: 'vendor', id } } as const
    const shown = changedFields.filter((field) => field !== 'trust')
    if (shown.length > 0 || changedFields.length === 0) {
      const details = changesBetween(before, json, shown)
      await recordEvent(tx, caller, { ...update, vendorId: id, changedFields: shown, details })
    }
    if (changedFields.includes('trust')) {
      const details = changesBetween(before, json, ['trust'])
      await recordEvent(tx, caller, { ...update, vendorId: null, changedFields: ['trust'], details })
    }
  }
  return { json, tagged: true }
}
