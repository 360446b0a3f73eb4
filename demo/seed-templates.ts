import type { Tx } from '../apps/api/src/db/connect.ts'
import { insertTemplate } from '../apps/api/src/modules/reason-templates/queries.ts'
import type { NewReasonTemplate } from '../apps/api/src/modules/reason-templates/schema.ts'
import { setIds } from './id-queries.ts'
import { demoId, setupAge } from './numbers.ts'
import { readData } from './read-data.ts'

/** Inserts the operator's reason templates. */
export async function seedTemplates(tx: Tx): Promise<void> {
  for (const template of await readData<NewReasonTemplate[]>('reason-templates.json')) {
    const from = await insertTemplate(tx, template)
    if (!from) throw new Error('The demo has too many reason templates')
    await setIds(tx, 'reason_templates', [{ from, to: demoId(`reason template ${template.code}`, setupAge) }])
  }
}
