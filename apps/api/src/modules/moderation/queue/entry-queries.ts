import type { Handle } from '../../../db/connect.ts'
import {
  attributeIssuesColumn,
  contentColumns,
  documentList,
  fromOrigin,
  imageList,
  pendingRevision,
  termLists,
  variantList,
  vendorColumn
} from '../../products/read/shape-queries.ts'
import { entryKindNames, entrySources, inEffect } from './entry-kind-queries.ts'

const content = `
  select ${contentColumns}, ${imageList} as images, ${variantList} as variants, ${documentList} as documents, ${termLists}`

/**
 * The columns that describe an entry of the moderation queue: its product with its primary image, the vendor, the id of the upload,
 * what is wrong with the attributes, and the `version` that a decision must contain.
 */
export function summaryColumns(sql: Handle, assetOrigin: string) {
  return sql`
    case run.kind when 'CHANGE' then (select w.version from watched_changes w where w.product_id = p.id)
      else p.moderation_version end as version, json_build_object('id', p.id, 'name', p.name, 'slug', p.slug, 'sku', p.sku,
      'status', p.status, 'brand', p.brand, 'createdAt', iso_text(p.created_at),
      'variantCount', (select count(*) from variants x where x.product_id = p.id), 'imageUrl', (
        select asset_url(${assetOrigin}, i.path) from product_images i
        where i.product_id = p.id and i.is_primary order by i.sort_order, i.id limit 1)) as product,
    ${sql.unsafe(vendorColumn)}, p.bulk_import_job_id as "importJobId",
    ${sql.unsafe(attributeIssuesColumn)},
    ${sql.unsafe(`case run.kind when 'CHANGE' then '[]' else coalesce(p.corrections, '[]') end as corrections`)}`
}

/**
 * The columns with the claim on the row `run`, an entry of the moderation queue, the rule of which the entry is a
 * sample, and its change set.
 */
export function claimColumns(sql: Handle) {
  const sampledBy = entryKindNames
    .map((kind) => `when '${kind}' then ${entrySources[kind].sampledBy}`)
    .join(' ')
  return sql`(
    select json_build_object('id', m.actor_id, 'type', m.actor_type, 'name', m.actor_name,
      'expiresAt', iso_text(m.expires_at))
    from moderation_claims m
    where m.product_id = run.id and m.kind = run.kind and ${sql.unsafe(inEffect)}) as "claimedBy",
    ${sql.unsafe(`(case run.kind ${sampledBy} end) is not null as "isSample", (case run.kind ${sampledBy} end) as "sampledBy"`)},
    case run.kind when 'CHANGE' then (
      select w.change_set_id from watched_changes w where w.product_id = run.id) end as "changeSetId"`
}

/**
 * The column with the live and proposed values of the row `run`, an entry of the moderation queue. For a new
 * product, the column contains all fields that are set; for a revision, only the fields that the revision
 * changes; for a change of watched fields, only the fields that changed. New images have no URL here, because their
 * files are private.
 */
export function changesColumn(sql: Handle, assetOrigin: string) {
  return sql`case run.kind when 'CHANGE' then ${watchedColumn(sql, assetOrigin)} else (
    select coalesce(json_agg(case run.kind
      when 'REVISION' then json_build_object('field', f.key, 'live', f.value, 'proposed', r.revision -> f.key)
      else json_build_object('field', f.key, 'live', null, 'proposed', f.value) end), '[]')
    from ${fromOrigin(sql, assetOrigin)}
      cross join lateral (select ${sql.unsafe(pendingRevision.outline)} as revision) r
      cross join lateral json_each((select to_json(c) from (${sql.unsafe(content)}) c)) f
    where case run.kind when 'REVISION' then r.revision ? f.key
      else f.key <> 'id' and f.value::text not in ('null', 'false', '[]', '{}') end) end`
}

/** The column with the changed watched fields of the product `p`. Documents get the origin of their files. */
function watchedColumn(sql: Handle, assetOrigin: string) {
  const value = (name: 'live' | 'proposed') => sql`
    case when c.change ->> 'field' = 'documents' then (
      select coalesce(jsonb_agg(case when d.document ->> 'document' is null then d.document
        else d.document || jsonb_build_object('document', ${assetOrigin}::text || (d.document ->> 'document')) end
        order by n), '[]')
      from jsonb_array_elements(c.change -> ${sql.unsafe(`'${name}'`)}) with ordinality as d (document, n))
    else c.change -> ${sql.unsafe(`'${name}'`)} end`
  return sql`(
    select coalesce(json_agg(c.change || jsonb_build_object('live', ${value('live')}, 'proposed', ${value('proposed')})
      order by c.n), '[]')
    from watched_changes w cross join lateral jsonb_array_elements(w.shown) with ordinality as c (change, n)
    where w.product_id = p.id)`
}
