import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)

type Result = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }

/**
 * Returns the violations of the rules of axe in a part of a page, each with its elements. `selector` is that of the
 * part.
 */
export async function accessibilityFaults(page: Page, selector = 'body'): Promise<string[]> {
  const source = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(source)
  const { violations } = await page.evaluate<Result>(`axe.run(${JSON.stringify(selector)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  )
}
