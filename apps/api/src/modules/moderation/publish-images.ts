import type { AssetStore } from '../../assets/store.ts'
import type { Sql } from '../../db/connect.ts'
import { listNewImages } from './decision-queries.ts'
import type { Decision } from './schema.ts'

/** By the id of a new image: its public path, or what kept its file from being published. */
export type PublishedImages = ReadonlyMap<string, string | Error>

const lanes = 8

/**
 * Publishes the files of the new images that approvals of revisions would make live, before any lock is taken.
 * What is not approved after all is left to the sweeper. An error is kept for the decision, which may be refused for
 * another reason.
 */
export async function publishImages(
  { sql, assets }: { sql: Sql; assets: AssetStore },
  decisions: Decision[]
): Promise<PublishedImages> {
  const revisions = decisions
    .filter(({ kind, decision }) => kind === 'REVISION' && decision === 'APPROVE')
    .map(({ id, version }) => ({ id, version }))
  const published = new Map<string, string | Error>()
  if (revisions.length === 0) return published
  const rest = (await listNewImages(sql, revisions)).values()
  const lane = async () => {
    for (const { id, path } of rest) {
      published.set(id, await assets.publish(path).catch((error: Error) => error))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return published
}
