// Opens all screens of the console on both sides, after everything that people can write in the demo marketplace got
// texts that would run scripts if they were shown as HTML. Takes two to four minutes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { hostileTexts } from './hostile-texts.ts'
import { openScreen, screens } from './screens.ts'
import { signIn } from './sign-in.ts'
import { storeDeliveries } from './stored-deliveries.ts'

/** The columns with what vendors, customers, operators and other systems write. */
const columns: Record<string, string[]> = {
  api_tokens: ['name'],
  approval_rules: ['name', 'reasons'],
  attributes: ['name', 'help', 'options'],
  categories: ['name'],
  collections: ['name'],
  events: ['actor_name'],
  facet_values: ['name'],
  facets: ['name'],
  import_jobs: ['file_name'],
  import_results: ['errors'],
  moderation_claims: ['actor_name'],
  moderation_snapshots: ['reasons', 'live', 'proposed', 'actor_name'],
  order_items: ['product_name', 'sku'],
  orders: ['customer_note', 'payment_method_name', 'ship_to'],
  product_documents: ['title', 'type'],
  product_history: ['old_value', 'new_value', 'actor_name'],
  product_images: ['alt'],
  product_reviews: ['title', 'body', 'author_name'],
  products: [
    ...['name', 'short_description', 'description', 'warranty', 'page_title', 'page_description', 'brand'],
    ...['manufacturer', 'metadata', 'pending_revision', 'moderation']
  ],
  reason_templates: ['text'],
  settings: ['name', 'address'],
  shipments: ['carrier', 'tracking_number'],
  shipping_methods: ['name', 'description'],
  statements: ['vendor_name', 'reference'],
  suborders: ['customer_note', 'shipping_method_name', 'payment_method_name', 'ship_to', 'bill_to'],
  tags: ['name'],
  users: ['name'],
  variants: ['name', 'part_number', 'unit_of_measure', 'attributes'],
  vendors: ['name', 'description', 'phone', 'address'],
  webhook_failed_attempts: ['answer'],
  webhooks: ['description', 'stop_reason']
}

/** Names that the list of screens looks for exactly. */
const exactNames = ['Chuck', 'Cordless', 'Drills', 'Power Tools']

/** Elements and attributes that the console never has, and that the hostile texts would add. */
const foreignParts = [
  ...['iframe', 'object', 'embed', 'base', 'marquee', 'audio', 'video', 'template', 'form[action]'],
  ...['[onerror]', '[onload]', '[onclick]', '[onfocus]', '[ontoggle]', '[onstart]', '[srcdoc]'],
  ...['a[href^="javascript:" i]', 'a[href^="data:" i]', 'a[href^="vbscript:" i]', '[src*="tracker.example"]']
].join()

describe('hostile texts', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  const pages = new Map<string | undefined, Page>()
  const dialogs: string[] = []
  let shown = 0
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    await storeDeliveries(service.t)
    await writeHostileTexts(service)
  })
  after(() => service.stop())

  async function pageOf(account: string | undefined): Promise<Page> {
    const known = pages.get(account)
    if (known) return known
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('dialog', (dialog) => {
      // Some screens warn before what was typed is lost.
      const isWarning = dialog.type() === 'beforeunload'
      if (!isWarning) dialogs.push(dialog.message())
      void (isWarning ? dialog.accept() : dialog.dismiss())
    })
    if (account) await signIn(page, account)
    pages.set(account, page)
    return page
  }

  for (const screen of screens)
    test(`run nothing in: ${screen.title}`, async () => {
      const page = await pageOf(screen.as)
      await openScreen(page, screen)
      assert.equal(await page.locator(foreignParts).count(), 0)
      assert.equal(await page.evaluate('window.ran'), undefined)
      const text = await page.evaluate<string>('document.body.textContent')
      if (/window\.ran|alert\(1\)|tracker\.example/.test(text)) shown++
    })

  test('are shown as texts on most screens, open no dialog, and violate no policy', () => {
    assert.ok(shown > screens.length / 2, `Only ${shown} screens showed hostile texts.`)
    assert.deepEqual(dialogs, [])
    assert.deepEqual(service.problems, [])
  })
})

/** Appends one of the texts to each value. Links get the address of a script. */
async function writeHostileTexts({ t: { sql } }: ConsoleService): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`
      create function pg_temp.hostile(value jsonb, text text, key text default '') returns jsonb
      language plpgsql as $$ begin return case jsonb_typeof(value)
        when 'object' then (
          select coalesce(jsonb_object_agg(k, pg_temp.hostile(v, text, k)), '{}') from jsonb_each(value) e(k, v))
        when 'array' then (
          select coalesce(jsonb_agg(pg_temp.hostile(v, text, key) order by n), '[]')
          from jsonb_array_elements(value) with ordinality e(v, n))
        when 'string' then case
          when key ~* '(country|code|id|ids|status|type|kind|decision|field|url|path|at)$' then value
          else to_jsonb((value #>> '{}') || ' ' || text) end
        else value end; end $$`)
    await tx.unsafe(`
      create function pg_temp.hostile(value text, text text) returns text
      return value || ' ' || text`)
    for (const [table, names] of Object.entries(columns)) {
      const text = `(${literal(hostileTexts)})[1 + abs(hashtext(${table}.ctid::text)) % ${hostileTexts.length}]`
      const values = names.map((name) => `${name} = pg_temp.hostile(${name}, ${text})`).join()
      const where = ['attributes', 'categories'].includes(table)
        ? `where name <> all(${literal(exactNames)})`
        : ''
      const changed = await tx.unsafe(`update ${table} set ${values} ${where} returning 1`)
      assert.ok(changed.length > 0, `${table} has no rows.`)
    }
    await tx.unsafe(`update shipments set tracking_url = 'javascript:window.ran = 1'`)
    await tx.unsafe(`update vendors set website = 'javascript:window.ran = 1'`)
  })
}

function literal(texts: readonly string[]): string {
  return `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join()}]::text[]`
}
