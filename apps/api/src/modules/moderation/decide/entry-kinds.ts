import type { Tx } from '../../../db/connect.ts'
import { type Fault, invalid, notFound, Problem } from '../../../errors.ts'
import { type Event, type Origin, recordEvents, withSource } from '../../../events.ts'
import { fault } from '../../../http/faults.ts'
import type { PublishedImages } from '../../products/approval/publish-new-images.ts'
import { type LockedDecision, writeDecisions } from '../../products/approval/write-decisions.ts'
import { countIssues } from '../../products/attributes/issue-queries.ts'
import type { Reason } from '../../products/write/reason.ts'
import { type LockedProduct, listSellable, lockProducts } from '../../products/write/stored-queries.ts'
import { writeChanges } from '../../products/write/write-changes.ts'
import type { EntryKey } from '../claims/claim-queries.ts'
import type { Decision, EntryKindName } from '../schema.ts'
import { type LockedChanges, lockChanges, settleChanges } from './change-queries.ts'

/**
 * `isSellable`: for a PRODUCT, true if it has variants. `issues`: how many issues its attributes have. `changes`: for a CHANGE, the changes of
 * watched fields.
 */
type Parts = { isSellable?: boolean; issues?: number; changes?: LockedChanges }

/** A locked entry of the moderation queue: its product, and what its kind needs besides. */
export type LockedEntry = Parts & { product: LockedProduct }

/** A decision that can be made. */
export type AllowedDecision = Decision & LockedEntry

/** Published new images, and the ids of the live images of the products that reasons about images are for. */
type Images = { published: PublishedImages; live: ReadonlyMap<string, ReadonlySet<string>> }

/** How entries of one kind are decided and claimed. `decideEntries` decides entries of all kinds. */
export type EntryKind = {
  /** Locks or reads what the kind needs besides the locked products, by the ids of these. */
  lock?(tx: Tx, ids: string[]): Promise<Map<string, Parts>>
  /** Throws a 409 if the entry doesn't wait for a decision. */
  requireWaiting(entry: LockedEntry, action: 'approve' | 'reject' | 'claim' | 'correct'): void
  /** Throws if the decision can't be made on the entry as it is now. */
  judge(decision: Decision, entry: LockedEntry, images: Images): void
  /**
   * Writes decisions, with a snapshot and an event of each. Kinds with the same function are written together.
   * The caller must await all returned promises.
   */
  write(
    tx: Tx,
    context: { origin: Origin },
    input: { decisions: AllowedDecision[]; published: PublishedImages }
  ): Promise<void>[]
}

const newProduct: EntryKind = {
  async lock(tx, ids) {
    const [sellable, issues] = await Promise.all([listSellable(tx, ids), countIssues(tx, ids)])
    return new Map(ids.map((id) => [id, { isSellable: sellable.has(id), issues: issues.get(id) ?? 0 }]))
  },
  requireWaiting({ product }, action) {
    requireStatus(action, product.status)
  },
  judge(decision, entry, { live }) {
    newProduct.requireWaiting(entry, decision.decision === 'APPROVE' ? 'approve' : 'reject')
    requireVersion(decision, entry.product)
    requireEntryImages(decision, entry.product, live)
    if (decision.decision === 'REJECT') return
    if (!entry.isSellable) {
      throw new Problem('NO_VARIANT', {
        detail: "A product without variants can't be approved, because it can't be sold."
      })
    }
    if (entry.issues) {
      throw new Problem('ATTRIBUTE_ISSUES', {
        detail:
          'Required attributes of the product are missing, or values are not valid. Read attributeIssues of the product.'
      })
    }
  },
  write: writeApprovals
}

const revision: EntryKind = {
  requireWaiting({ product }) {
    if (!product.revisedFields)
      throw new Problem('NO_REVISION', { detail: 'The product has no staged edits.' })
  },
  judge(decision, entry, { published, live }) {
    const { product } = entry
    if (!decision.fields) revision.requireWaiting(entry, 'approve')
    requireVersion(decision, product)
    if (decision.fields) requireStaged(Object.keys(decision.fields), product)
    requireEntryImages(decision, product, live)
    if (approvesImages(decision)) requirePublished(product, published)
  },
  write: writeApprovals
}

const change: EntryKind = {
  async lock(tx, ids) {
    const locked = await lockChanges(tx, ids)
    return new Map(locked.map((changes) => [changes.productId, { changes }]))
  },
  requireWaiting({ changes }) {
    if (changes?.isWaiting) return
    throw new Problem('NO_CHANGE', {
      detail: 'The product has no changes of watched fields that wait for a decision.'
    })
  },
  judge(decision, entry, { live }) {
    change.requireWaiting(entry, 'approve')
    if (decision.decision === 'REJECT') requireStatus('hide', entry.product.status)
    const version = entry.changes?.version
    if (version !== decision.version) {
      throw stale(`The changes are now at version ${version}. Read the entry again.`)
    }
    requireEntryImages(decision, entry.product, live)
  },
  write(tx, { origin }, { decisions }) {
    const settled = decisions.map(({ id, decision, reasons, changes }) => ({
      ...{ productId: id, keys: changes?.keys ?? [], reasons },
      decision: decision === 'APPROVE' ? ('ACCEPTED' as const) : ('HIDDEN' as const)
    }))
    const hidden = decisions.filter(({ decision }) => decision === 'REJECT')
    const accepted = decisions.filter(({ decision }) => decision === 'APPROVE')
    return [
      settleChanges(tx, { settled, origin }),
      ...(accepted.length > 0 ? [recordEvents(tx, origin, accepted.map(acceptanceOf))] : []),
      ...(hidden.length > 0
        ? writeChanges(tx, { origin: withSource(origin, 'MODERATION') }, hidden.map(hidingOf))
        : [])
    ]
  }
}

/** All kinds of entries. Decisions are written in this order. */
export const entryKinds: Record<EntryKindName, EntryKind> = {
  PRODUCT: newProduct,
  REVISION: revision,
  CHANGE: change
}

/**
 * Locks entries: their products in the order of the ids, so that concurrent transactions can't deadlock, and then
 * what their kinds need. The statements are pipelined. They are several, because a statement that has waited for a
 * lock still reads other tables as they were when it began. Returns undefined for each entry without a product.
 */
export async function lockEntries(tx: Tx, entries: EntryKey[]): Promise<(LockedEntry | undefined)[]> {
  const locking = lockProducts(tx, undefined, [...new Set(entries.map(({ id }) => id))])
  const groups = [...Map.groupBy(entries, ({ kind }) => kind)].map(async ([kind, group]) => {
    const ids = group.map(({ id }) => id)
    return [kind, await entryKinds[kind].lock?.(tx, ids)] as const
  })
  const [locked, ...parts] = await Promise.all([locking, ...groups])
  const products = new Map(locked.map((product) => [product.id, product]))
  const partsOf = new Map(parts)
  return entries.map(({ id, kind }) => {
    const product = products.get(id)
    return product && { product, ...partsOf.get(kind)?.get(id) }
  })
}

/**
 * Throws if the decision can't be made on the entry as it is now:
 *
 * - 404 if the product doesn't exist
 * - 409 `INVALID_TRANSITION`, `NO_REVISION` or `NO_CHANGE` if the whole entry is decided and doesn't wait, or if a
 *   CHANGE is rejected and the product isn't PUBLISHED
 * - 412 `STALE_VERSION` if the entry has changed since the operator reviewed it
 * - 409 `FIELD_NOT_PENDING` if one of the decided fields has no staged edits
 * - 400 with `UNKNOWN_IMAGE` if a reason is about an image that the entry doesn't have
 * - the error that occurred when one of the product's new images was published
 * - 409 `NO_VARIANT` if a product without variants is approved, `ATTRIBUTE_ISSUES` if its attributes have issues
 */
export function requireDecidable(
  decision: Decision,
  entry: LockedEntry | undefined,
  images: Images
): asserts entry is LockedEntry {
  if (!entry) throw notFound()
  entryKinds[decision.kind].judge(decision, entry, images)
}

/** The status in which a product must be for each action of moderators, and for a submission (contract 3). */
export const requiredStatuses = {
  approve: 'PENDING_APPROVAL',
  reject: 'PENDING_APPROVAL',
  claim: 'PENDING_APPROVAL',
  correct: 'PENDING_APPROVAL',
  submit: 'DRAFT',
  hide: 'PUBLISHED',
  publish: 'HIDDEN'
} as const

/**
 * Throws 409 `INVALID_TRANSITION`, with the product's status in the detail, if that status doesn't allow the
 * action.
 */
export function requireStatus(action: keyof typeof requiredStatuses, status: string): void {
  const required = requiredStatuses[action]
  if (status === required) return
  throw new Problem('INVALID_TRANSITION', {
    detail: `The product is ${status}. You can ${action} it only while it is ${required}.`
  })
}

/** Throws 412 `STALE_VERSION` unless the product still has the version. */
export function requireVersion(
  { version }: Pick<Decision, 'version'>,
  { moderationVersion }: LockedProduct
): void {
  if (moderationVersion !== version) throw stale(`The product is now at version ${moderationVersion}.`)
}

function stale(detail: string): Problem {
  return new Problem('STALE_VERSION', { detail })
}

function requireStaged(fields: string[], { revisedFields }: LockedProduct): void {
  const others = fields.filter((field) => !revisedFields?.includes(field))
  if (others.length === 0) return
  throw new Problem('FIELD_NOT_PENDING', {
    detail: `These fields have no staged edits: ${others.join(', ')}. No field was decided.`
  })
}

/**
 * Throws 400 with `UNKNOWN_IMAGE` if a reason is about an image that the product doesn't have. `live` has the ids of
 * the live images by product.
 */
export function requireEntryImages(
  { reasons, fields }: Pick<Decision, 'reasons' | 'fields'>,
  { id, stagedImages }: LockedProduct,
  live: Images['live']
): void {
  const images = new Set([...(live.get(id) ?? []), ...(stagedImages ?? []).map((image) => image.id)])
  const lists = fields
    ? Object.entries(fields).map(([field, verdict]) => [`/fields/${field}`, verdict.reasons] as const)
    : [['', reasons] as const]
  const faults = lists.flatMap(([pointer, list]) => unknownImages(`${pointer}/reasons`, list, images))
  if (faults.length > 0) throw invalid(faults)
}

function unknownImages(pointer: string, reasons: Reason[], images: ReadonlySet<string>): Fault[] {
  return reasons.flatMap(({ imageId }, index) => {
    if (imageId === null || images.has(imageId)) return []
    const message = 'must be the id of an image of this product or of its staged edits'
    return [fault(`${pointer}/${index}/imageId`, 'UNKNOWN_IMAGE', message)]
  })
}

/** True if a decision approves the images of a revision, if the revision has any. */
export function approvesImages({ kind, decision, fields }: Decision): boolean {
  return kind === 'REVISION' && (fields ? fields.images?.decision : decision) === 'APPROVE'
}

function requirePublished({ stagedImages }: LockedProduct, published: PublishedImages): void {
  for (const { id, isNew } of stagedImages ?? []) {
    if (!isNew) continue
    const path = published.get(id)
    if (path instanceof Error) throw path
    // The product got this version after its new images were listed for publication.
    if (path === undefined) throw stale('The product changed during the request.')
  }
}

/** Writes decisions on new products and revisions in the same way as rules. */
function writeApprovals(...[tx, context, input]: Parameters<EntryKind['write']>): Promise<void>[] {
  const decisions = input.decisions.map(
    ({ kind, ...decision }): LockedDecision => ({
      ...decision,
      kind: kind === 'PRODUCT' ? 'PRODUCT' : 'REVISION'
    })
  )
  return writeDecisions(tx, context, { ...input, decisions })
}

function acceptanceOf({ version, product: { id, vendorId } }: AllowedDecision): Event {
  return {
    ...{ type: 'product.change_accepted', vendorId, details: { version } },
    subject: { type: 'product', id }
  }
}

function hidingOf({ product, reasons }: AllowedDecision) {
  return { product, transition: { event: 'product.hidden' as const, status: 'HIDDEN' as const, reasons } }
}
