import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)

type Result = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }

/** The windows in which the screens are tested and shown. */
export const widths = [1440, 360] as const
export const themes = ['light', 'dark'] as const

const colours = 'color-contrast'

type Part = {
  /** The selector of the part of the page that is checked. By default, the whole page. */
  part?: string
  /** By default, all widths. */
  at?: readonly number[]
  /** True to check the colours of both themes at each of the widths. By default, they are checked at the first one only. */
  isThorough?: boolean
}

/**
 * Returns what keeps people from using a page: violations of the rules of axe, and sideways scrolling, in the
 * light theme at each width, and colours in the dark theme. Each begins with its theme and width. The page gets its size
 * and theme back.
 */
export async function faultsOf(
  page: Page,
  { part = 'body', at = widths, isThorough = false }: Part = {}
): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  const faults: string[] = []
  for (const width of at) {
    await page.setViewportSize({ width, height: size.height })
    const hasColours = isThorough || width === at[0]
    for (const theme of hasColours ? themes : themes.slice(0, 1)) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' })
      // Of the rules of axe, only that of colours depends on the theme. It takes as long as half of the others.
      const rules =
        theme === 'dark' ? { runOnly: [colours] } : { rules: { [colours]: { enabled: hasColours } } }
      const found = await violations(page, part, rules)
      faults.push(...found.map((fault) => `${theme}, ${width} px: ${fault}`))
    }
    const excess = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (excess > 0) faults.push(`${width} px: the page is ${excess} pixels wider than the window`)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize(size)
  return faults
}

async function violations(page: Page, part: string, rules: object): Promise<string[]> {
  const isLoaded = await page.evaluate<boolean>("'axe' in window")
  if (!isLoaded) await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'))
  // Reading all style sheets and media files beforehand takes a third of the time. Only rules about sounds need it.
  const options = { ...rules, resultTypes: ['violations'], preload: false }
  const result = await page.evaluate<Result>(`axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`)
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  )
}
