import type { Api } from '../../../deps.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { ref } from '../../../http/schema.ts'
import { platformWrite } from '../../../http/server/access.ts'
import { inTransaction } from '../../../http/transaction.ts'
import { repeatedEntryFaults } from '../decide/decision-input.ts'
import type { EntryKey } from './claim-queries.ts'
import { ClaimResults, EntryClaims, EntryReleases, ReleaseResults } from './claim-schema.ts'
import { claimEntries, releaseEntries } from './claims.ts'

/** Routes for claims on entries of the moderation queue (contract 4.13). */
export async function claimRoutes(api: Api): Promise<void> {
  const tagged = { tags: [tags.moderation] }

  api.post(
    '/platform/moderation/claims',
    {
      config: { access: platformWrite, idempotent: false, rules: repeatedEntryFaults },
      schema: {
        ...tagged,
        operationId: 'claimModerationEntries',
        summary: 'Claim entries of the moderation queue',
        description:
          'Holds up to 100 entries for you for 15 minutes, so that two moderators do not review the same ' +
          'entry. Claim an entry again to extend the time. While you hold it, a decision by someone else is 409 ' +
          'CLAIMED, unless it contains `takeOver: true`. With `takeOver: true`, you also claim entries that someone ' +
          "else has claimed. An item that fails doesn't affect the others.",
        body: ref(EntryClaims),
        response: { 200: ref(ClaimResults) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { items, takeOver } = request.body
        const input = { entries: items.map(entryOf), takeOver: takeOver ?? false }
        return { json: await claimEntries(tx, caller, input) }
      })
  )

  api.post(
    '/platform/moderation/claims/release',
    {
      config: { access: platformWrite, idempotent: false, rules: repeatedEntryFaults },
      schema: {
        ...tagged,
        operationId: 'releaseModerationEntries',
        summary: 'Release claimed entries',
        description:
          'Ends your claims on up to 100 entries. An entry that is not claimed counts as released. An entry ' +
          'that someone else has claimed is not released (CLAIMED).',
        body: ref(EntryReleases),
        response: { 200: ref(ReleaseResults) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await releaseEntries(tx, caller, request.body.items.map(entryOf))
      }))
  )
}

function entryOf({ id, kind }: EntryKey): EntryKey {
  return { id: id.toLowerCase(), kind }
}
