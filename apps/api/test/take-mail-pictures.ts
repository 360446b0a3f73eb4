// Takes a picture of each mail, in light and dark, wide and narrow, and writes the page that shows all of them. Arguments
// select mails by their names.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderHtml } from '../src/modules/mail/templates/render-html.ts'
import { openBrowser } from './browser.ts'
import { mailSamples } from './mail-samples.ts'

const folder = join(import.meta.dirname, '../../../docs/mail/pictures')
const themes = ['light', 'dark'] as const
const widths = [700, 360] as const
const icon = await readFile(join(import.meta.dirname, '../../console/src/icon.svg'))
const logo = `data:image/png;base64,${(await sharp(icon, { density: 400 }).resize(72).png().toBuffer()).toString('base64')}`

const selected = process.argv.slice(2)
const browser = await openBrowser()
assert.ok(browser, 'Chromium is not installed.')
try {
  await mkdir(folder, { recursive: true })
  for (const { name, document, frame } of mailSamples) {
    if (selected.length > 0 && !selected.includes(name)) continue
    const html = renderHtml(document, { ...frame, logo: name === 'statements' ? logo : undefined })
    for (const width of widths) {
      for (const colorScheme of themes) {
        const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme })
        await page.setContent(html)
        const png = await page.screenshot({ fullPage: true })
        const picture = await sharp(png).webp({ quality: 72, effort: 6 }).toBuffer()
        await writeFile(join(folder, `${name}-${colorScheme}-${width}.webp`), picture)
        await page.close()
      }
    }
  }
  await writeFile(join(folder, '../README.md'), galleryPage())
} finally {
  await browser.close()
}

function galleryPage(): string {
  const parts = mailSamples.map(({ name, title, document }) => {
    const images = widths.flatMap((width) =>
      themes.map(
        (theme) =>
          `<img src="pictures/${name}-${theme}-${width}.webp" width="${width < 600 ? 200 : 480}" alt="${title}, ${theme}, ${width} pixels wide">`
      )
    )
    return `## ${title}\n\nSubject: ${document.subject}\n\n${images.join('\n')}\n`
  })
  const intro = 'Each [mail](../mail.md) of the service, in light and dark, wide and narrow.'
  return `# Pictures of mails\n\n${intro} \`npm run gallery\` takes them again.\n\n${parts.join('\n')}`
}
