import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { maxTemplates } from './rules.ts'
import type { NewReasonTemplate, ReasonTemplate, ReasonTemplateList } from './schema.ts'

/** The columns of a template that operators set. */
export type StoredTemplate = Required<Pick<ReasonTemplate, 'code' | 'text' | 'fields'>>

/** Returns a SQL expression for the JSON of a row `t` of `reason_templates`. */
function templateJson(sql: Handle) {
  return sql`json_build_object('id', t.id, 'code', t.code, 'text', t.text, 'fields', t.fields,
    'createdAt', iso_text(t.created_at), 'updatedAt', iso_text(t.updated_at))`
}

/**
 * Returns the templates as JSON text, sorted by code. With `field`, only those that are offered for this field.
 */
export async function listTemplates(
  sql: Handle,
  { field }: { field: string | undefined }
): Promise<JsonText<ReasonTemplateList>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('reasonTemplates', coalesce(json_agg(${templateJson(sql)} order by t.code), '[]'))::text
      as json
    from reason_templates t
    where ${field ?? null}::text is null or t.fields = '{}' or ${field ?? null}::text = any(t.fields)`
  return row?.json ?? '{"reasonTemplates":[]}'
}

/** Returns a template as JSON text, or undefined if there is none with this id. */
export async function findTemplate(sql: Handle, id: string): Promise<JsonText<ReasonTemplate> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${templateJson(sql)}::text as json from reason_templates t where t.id = ${id}`
  return row?.json
}

/** Locks a template until the transaction ends. Returns undefined if there is none with this id. */
export async function lockTemplate(tx: Tx, id: string): Promise<StoredTemplate | undefined> {
  const [row] = await tx<StoredTemplate[]>`
    select code, text, fields from reason_templates where id = ${id} for update`
  return row
}

/**
 * Inserts a template and returns its id, or undefined if there are already `maxTemplates`. Call `lockWriters`
 * first. Violates `reason_templates__code` if another template has the code.
 */
export async function insertTemplate(tx: Tx, template: NewReasonTemplate): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into reason_templates (code, text, fields)
    select ${template.code}, ${template.text}, ${template.fields ?? []}::text[]
    where (select count(*) from reason_templates) < ${maxTemplates}
    returning id`
  return row?.id
}

/** Updates a template. Violates `reason_templates__code` if another template has the code. */
export async function updateTemplate(tx: Tx, id: string, template: StoredTemplate): Promise<void> {
  await tx`
    update reason_templates
    set code = ${template.code}, text = ${template.text}, fields = ${template.fields}::text[], updated_at = now()
    where id = ${id}`
}

/** Deletes a template. Decisions keep the reasons that were copied from it. */
export async function deleteTemplate(tx: Tx, id: string): Promise<void> {
  await tx`delete from reason_templates where id = ${id}`
}
