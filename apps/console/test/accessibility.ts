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
 * light theme at each width, and the colours of texts and of the borders of controls in both themes. Each begins with its theme and width. The page gets its size
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
      if (hasColours)
        found.push(...(await page.evaluate<string[]>(`(${faintBorders})(${JSON.stringify(part)})`)))
      faults.push(...found.map((fault) => `${theme}, ${width} px: ${fault}`))
    }
    const excess = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (excess > 0) faults.push(`${width} px: the page is ${excess} pixels wider than the window`)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize(size)
  return faults
}

/**
 * Returns the controls of a part of the page whose border has a contrast of less than 3 to what is around the control.
 * It runs in the page. A switch has no border: its track counts.
 */
const faintBorders = `(part) => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const draw = (color) => {
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
  }
  const backgrounds = (element) =>
    element ? [...backgrounds(element.parentElement), getComputedStyle(element).backgroundColor] : ['#fff']
  const luminance = (colors) => {
    for (const color of colors) draw(color)
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const controls =
    '.mantine-Input-input, .mantine-Checkbox-input, .mantine-Radio-radio, .mantine-Switch-track, ' +
    '.mantine-Dropzone-root, .mantine-Button-root[data-variant=default]'
  return [...document.querySelector(part).querySelectorAll(controls)].flatMap((control) => {
    const style = getComputedStyle(control)
    const isTrack = control.matches('.mantine-Switch-track')
    const isUsable = control.checkVisibility() && !control.matches(':disabled, [data-disabled], :disabled + *')
    if (!isUsable || (!isTrack && parseFloat(style.borderTopWidth) === 0)) return []
    const around = backgrounds(control.parentElement)
    const [dark, light] = [
      luminance(around),
      luminance([...around, isTrack ? style.backgroundColor : style.borderTopColor])
    ].sort((a, b) => a - b)
    const contrast = (light + 0.05) / (dark + 0.05)
    return contrast < 3 ? ['border with contrast ' + contrast.toFixed(2) + ': ' + control.outerHTML.slice(0, 200)] : []
  })
}`

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
