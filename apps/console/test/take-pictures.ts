// Takes a picture of each screen, in both themes and widths, and writes the page that shows all of them. Arguments
// select screens by their names.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { themes, widths } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { openScreen, screens } from './screens.ts'
import { signIn } from './sign-in.ts'
import { storeDeliveries } from './stored-deliveries.ts'

const folder = join(import.meta.dirname, '../../../docs/console/pictures')
const maxBytes = 60_000

const selected = process.argv.slice(2)
const shown = screens.filter(({ name }) => selected.length === 0 || selected.includes(name))
const service = await startConsoleService({ withDemo: true })
await storeDeliveries(service.t)
try {
  await mkdir(folder, { recursive: true })
  for (const width of widths) for (const theme of themes) await takeAll(service, width, theme)
  await writeFile(join(folder, '../README.md'), galleryPage())
} finally {
  await service.stop()
}

async function takeAll(service: ConsoleService, width: number, theme: 'light' | 'dark'): Promise<void> {
  const viewport = { width, height: width < 600 ? 780 : 900 }
  const pages = new Map<string | undefined, Page>()
  for (const screen of shown) {
    const page =
      pages.get(screen.as) ??
      (await service.newPage({ viewport, colorScheme: theme, reducedMotion: 'reduce', locale: 'en-GB' }))
    if (screen.as && !pages.has(screen.as)) await signIn(page, screen.as)
    pages.set(screen.as, page)
    await openScreen(page, screen)
    const picture = await smallPicture(await page.screenshot({ caret: 'hide' }))
    await writeFile(join(folder, `${screen.name}-${theme}-${width}.webp`), picture)
  }
  for (const page of pages.values()) await page.context().close()
}

/** Returns the picture in the best quality in which it is small enough. */
async function smallPicture(png: Buffer): Promise<Buffer> {
  for (let quality = 72; ; quality -= 10) {
    const picture = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (picture.length <= maxBytes || quality < 40) return picture
  }
}

function galleryPage(): string {
  const file = (name: string, theme: string, width: number) => `pictures/${name}-${theme}-${width}.webp`
  const parts = screens.map(({ name, title }) => {
    const images = widths.flatMap((width) =>
      themes.map((theme) => {
        const shown = width < 600 ? 160 : 560
        return `<img src="${file(name, theme, width)}" width="${shown}" alt="${title}, ${theme}, ${width} pixels wide">`
      })
    )
    return `## ${title}\n\n${images.join('\n')}\n`
  })
  const intro = 'Each screen of the [console](../console.md) in the demo, in light and dark, at two widths.'
  return `# Pictures of the console\n\n${intro} \`npm run gallery\` takes\nthem again.\n\n${parts.join('\n')}`
}
