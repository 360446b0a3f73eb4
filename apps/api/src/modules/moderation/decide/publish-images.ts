import type { AssetStore } from '../../../assets/store.ts'
import type { Sql } from '../../../db/connect.ts'
import type { PublishedImages } from '../../products/approval/decision.ts'
import { publishFiles } from '../../products/approval/publish-new-images.ts'
import type { Decision } from '../schema.ts'
import { listNewImages } from './decision-queries.ts'

/** True if a decision approves the images of a revision, if the revision has any. */
export function approvesImages({ kind, decision, fields }: Decision): boolean {
  return kind === 'REVISION' && (fields ? fields.images?.decision : decision) === 'APPROVE'
}

/**
 * Publishes the files of new images of revisions that are about to be approved. Call this function before the
 * products are locked, so that no lock is held while files are copied. If a revision is not approved after
 * all, the asset sweeper deletes its published files. Errors are returned in the map and not thrown, because
 * the decision may be refused for another reason first.
 */
export async function publishImages(
  { sql, assets }: { sql: Sql; assets: AssetStore },
  decisions: Decision[]
): Promise<PublishedImages> {
  const revisions = decisions.filter(approvesImages).map(({ id, version }) => ({ id, version }))
  if (revisions.length === 0) return new Map()
  return publishFiles(assets, await listNewImages(sql, revisions))
}
