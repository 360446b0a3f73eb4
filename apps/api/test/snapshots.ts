import type { Sql } from '../src/db/connect.ts'
import { newId } from '../src/lib/ids.ts'

type Reason = { code: string | null; pointer: string | null; imageId: string | null; text: string }

/** A row of `moderation_snapshots`. Times are ISO 8601. */
export type Snapshot = {
  id: string
  productId: string
  vendorId: string
  kind: 'PRODUCT' | 'REVISION' | 'CHANGE'
  version: number
  decision: 'APPROVED' | 'REJECTED' | 'ACCEPTED' | 'HIDDEN'
  fields: Record<string, string> | null
  reasons: Reason[]
  isSample: boolean
  ruleId: string | null
  ruleName: string | null
  live: object
  proposed: object
  actorType: 'USER' | 'TOKEN' | 'SYSTEM'
  actorId: string | null
  actorName: string
  requestId: string | null
  submittedAt: string
  decidedAt: string
}

/** Returns a reason without a pointer. */
export function reason(code: string | null, text = 'No.'): Reason {
  return { code, pointer: null, imageId: null, text }
}

/** Returns the snapshot of the approval of a new product by a person, with other values for `fields`. */
export function snapshot(fields: Partial<Snapshot> = {}): Snapshot {
  return {
    ...{
      id: newId(),
      productId: newId(),
      vendorId: newId(),
      kind: 'PRODUCT',
      version: 1,
      decision: 'APPROVED'
    },
    ...{ fields: null, reasons: [], isSample: false, ruleId: null, ruleName: null },
    ...{ live: {}, proposed: { name: 'Hex bolt' }, actorType: 'USER', actorId: newId(), actorName: 'Olive' },
    ...{
      requestId: 'request-1',
      submittedAt: '2026-03-01T09:00:00.000Z',
      decidedAt: new Date().toISOString()
    },
    ...fields
  }
}

/** Stores snapshots as decisions store them. */
export async function insertSnapshots(sql: Sql, snapshots: Snapshot[]): Promise<void> {
  await sql`
    insert into moderation_snapshots (id, product_id, vendor_id, kind, version, decision, fields, reasons, is_sample,
      rule_id, rule_name, live, proposed, actor_type, actor_id, actor_name, request_id, submitted_at, decided_at)
    select s.id, s."productId", s."vendorId", s.kind, s.version, s.decision, s.fields, s.reasons, s."isSample",
      s."ruleId", s."ruleName", s.live, s.proposed, s."actorType", s."actorId", s."actorName", s."requestId",
      s."submittedAt", s."decidedAt"
    from jsonb_to_recordset(${sql.json(snapshots as never)}) as s (id uuid, "productId" uuid, "vendorId" uuid, kind text,
      version integer, decision text, fields jsonb, reasons jsonb, "isSample" boolean, "ruleId" uuid, "ruleName" text,
      live jsonb, proposed jsonb, "actorType" text, "actorId" uuid, "actorName" text, "requestId" text,
      "submittedAt" timestamptz, "decidedAt" timestamptz)`
}
