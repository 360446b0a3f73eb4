import type { FastifyReply, FastifyRequest } from 'fastify'
import { orNotFound } from '../../errors.ts'
import { inTransaction } from '../../http/transaction.ts'
import { decideEntries } from './decide-entries.ts'
import { publishImages } from './publish-images.ts'
import { findPlatformProduct } from './queries.ts'
import type { Decision, PlatformProduct } from './schema.ts'

/**
 * Makes one decision and answers with the product. Of two operators who decide at once the second finds that nothing
 * waits any more; refused as `requireDecidable` says, and 409 `NO_VARIANT` for an approval of what cannot be sold.
 */
export async function decideEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  decision: Decision
): Promise<PlatformProduct> {
  const { sql, assets, assetOrigin } = request.server.deps
  const published = await publishImages({ sql, assets }, [decision])
  return inTransaction(request, reply, async (tx, caller) => {
    const [refusal] = await decideEntries(tx, caller, { decisions: [decision], published })
    if (refusal) throw refusal
    const product = await findPlatformProduct(tx, { id: decision.id, assetOrigin })
    return { json: orNotFound(product), tagged: true }
  })
}
