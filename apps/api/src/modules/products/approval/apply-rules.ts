import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { deleteClaims } from '../write/claim-queries.ts'
import { markSamples } from '../write/sample-queries.ts'
import { lockProducts } from '../write/stored-queries.ts'
import {
  newImages,
  type PublishedImages,
  type PublishingDeps,
  publishNewImages
} from './publish-new-images.ts'
import { matchRules, type RuleMatch } from './rule-queries.ts'
import { type LockedDecision, writeDecisions } from './write-decisions.ts'

/** What automatic decisions need besides the database. */
export type RuleDeps = PublishingDeps

/**
 * What a rule did with a waiting entry. `decision` is QUEUE if the entry stays in the queue: the rule says so, the entry is
 * a sample, or it can't be approved.
 */
export type RuleOutcome = {
  productId: string
  kind: RuleMatch['kind']
  ruleId: string
  decision: 'APPROVE' | 'REJECT' | 'QUEUE'
  isSample: boolean
}

/**
 * Locks products in the order of their ids, evaluates the active rules on those that wait for a decision, and writes the
 * decisions of the rules. Entries that `accepts` refuses are left as they are. Returns an outcome for each entry that a rule matches. If no rule is active, this takes one
 * round trip.
 */
export async function decideByRules(
  tx: Tx,
  deps: RuleDeps,
  {
    origin,
    productIds,
    accepts = () => true
  }: { origin: Origin; productIds: string[]; accepts?: (match: RuleMatch) => boolean }
): Promise<RuleOutcome[]> {
  if (productIds.length === 0) return []
  const [, matches] = await Promise.all([lockProducts(tx, undefined, productIds), matchRules(tx, productIds)])
  return writeMatches(tx, deps, { origin, matches: matches.filter(accepts) })
}

/**
 * Returns what a rule would do with an entry that it matches, if all new images of the entry can be published. Undefined if
 * no rule matches.
 */
export function expectedOutcome(match: RuleMatch): RuleOutcome | undefined {
  const isRefused = isApproval(match) && match.kind === 'PRODUCT' && !match.isApprovable
  const isDecided = isDecision(match) && !isRefused
  return outcomeOf(match, isDecided)[0]
}

/**
 * Writes the decisions of rules on entries that `matchRules` has returned in the same transaction. Marks samples, and
 * removes marks that no longer apply. Ends the claims on decided entries. The decisions are recorded as made by the service with the id of the request
 * in `origin`.
 *
 * A product without variants is not approved, because it can't be sold. If an image of a revision can't be published, the
 * revision is not approved.
 */
export async function writeMatches(
  tx: Tx,
  deps: RuleDeps,
  { origin, matches }: { origin: Origin; matches: RuleMatch[] }
): Promise<RuleOutcome[]> {
  const published = await publishNewImages(tx, deps, matches.flatMap(revisionOf))
  const decided = matches.filter((match) => isDecidable(match, published))
  // Marks are written first, because the snapshot of a decision contains the mark.
  const marks = matches
    .filter((match) => markOf(match) !== match.sampledBy)
    .map((match) => ({ id: match.id, ruleId: markOf(match) }))
  await Promise.all([
    ...(marks.length > 0 ? [markSamples(tx, marks)] : []),
    ...writeDecisions(tx, { origin }, { decisions: decided.flatMap(decisionOf), published }),
    ...(decided.length > 0 ? [deleteClaims(tx, decided)] : [])
  ])
  return matches.flatMap((match) => outcomeOf(match, decided.includes(match)))
}

/** True if `writeMatches` has something to write for these entries. */
export function hasEffect(matches: RuleMatch[]): boolean {
  return matches.some((match) => isDecision(match) || markOf(match) !== match.sampledBy)
}

function isDecision({ rule, isSample }: RuleMatch): boolean {
  return rule !== null && rule.decision !== 'QUEUE' && !isSample
}

function isApproval(match: RuleMatch): boolean {
  return isDecision(match) && match.rule?.decision === 'APPROVE'
}

/** Returns the revision whose new images must be published, if the rule approves one that has new images. */
function revisionOf(match: RuleMatch): { id: string; version: number }[] {
  const { id, moderationVersion: version } = match
  return isApproval(match) && newImages(match).length > 0 ? [{ id, version }] : []
}

function isDecidable(match: RuleMatch, published: PublishedImages): boolean {
  if (!isApproval(match)) return isDecision(match)
  if (match.kind === 'PRODUCT') return match.isApprovable
  return newImages(match).every(({ id }) => typeof published.get(id) === 'string')
}

function markOf({ rule, isSample }: RuleMatch): string | null {
  return rule !== null && isSample ? rule.id : null
}

function decisionOf({ rule, kind, ...product }: RuleMatch): LockedDecision[] {
  if (rule === null || rule.decision === 'QUEUE') return []
  const { id, name, decision, reasons } = rule
  return [{ product, kind, decision, reasons, rule: { id, name } }]
}

function outcomeOf({ id, kind, rule, isSample }: RuleMatch, isDecided: boolean): RuleOutcome[] {
  if (rule === null) return []
  const decision = isDecided ? rule.decision : 'QUEUE'
  return [{ productId: id, kind, ruleId: rule.id, decision, isSample }]
}
