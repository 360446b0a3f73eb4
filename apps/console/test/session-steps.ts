import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { newId } from '../../api/src/lib/ids.ts'
import type { TestApp } from '../../api/test/app.ts'

/** Fills in the form to sign in, and sends it. */
export async function enter(
  page: Page,
  { email, password }: { email: string; password: string }
): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email address').fill(email)
  await enterPassword(page, password)
}

/** Fills in only the password, for a session that has ended. */
export async function enterPassword(page: Page, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.locator('button[type=submit]').click()
}

/** Opens an address of the console, and signs in. */
export async function signIn(
  page: Page,
  person: { email: string; password: string },
  path = '/'
): Promise<void> {
  await page.goto(path)
  await enter(page, person)
  await page.getByRole('form', { name: 'Sign in' }).waitFor({ state: 'detached' })
}

/** Signs out by the menu of the person. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /, menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Creates a product that waits for a decision, and returns its id and name. */
export async function waitingProduct(t: TestApp, name = `Hex bolt ${newId().slice(-6)}`) {
  const vendor = await t.vendor()
  const variants = [{ sku: 'A', name: 'Box of 100', vendorPrice: 12.5 }]
  const { status, body, text } = await t.call('POST /vendor/products', {
    as: vendor.editor,
    body: { name, sku: newId(), shortDescription: 'Steel, zinc plated', variants }
  })
  assert.equal(status, 201, text)
  return { id: body.id as string, name, vendor }
}

/** A decision that was made: who made it, and the texts of its reasons. */
export type MadeDecision = { actorId: string; decision: string; texts: string[] }

/** Returns the decisions that were made on a product. */
export async function decisionsOn({ sql }: TestApp, productId: string): Promise<MadeDecision[]> {
  const decisions = await sql<MadeDecision[]>`
    select actor_id, decision, jsonb_path_query_array(reasons, '$[*].text') as texts
    from moderation_snapshots where product_id = ${productId} order by id`
  return [...decisions]
}

/** Opens the rejection of the entry that is shown, and types a reason without sending it. */
export async function typeReason(page: Page, text: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Reject/ })
    .last()
    .click()
  await page.getByLabel('Your own reason').fill(text)
}

/** Adds the reason that was typed, and sends the rejection. */
export async function sendRejection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Reject with 1 reason' }).click()
}
