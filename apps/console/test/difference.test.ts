import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { picture } from '../../api/test/images.ts'
import { imageCalls, succeeded } from '../../api/test/product-images.ts'
import { variant } from '../../api/test/products.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { type Accounts, change, createLive, signInAccounts } from './differences.ts'
import { hostileTexts } from './hostile-texts.ts'
import { openEntry, reviewPage } from './review.ts'

/** Asserts that the description that is shown has no scripts, forms, styles and the like, and that its source is shown. */
async function assertHarmless(page: Page): Promise<void> {
  const description = page.locator('section[data-field="description"]')
  const rendered = description.getByRole('region').last()
  await rendered.getByText('reversed').waitFor()
  const unwanted =
    'script, style, iframe, object, svg, math, img, form, input, button, video, [style], [id], [onclick]'
  assert.equal(await rendered.locator(unwanted).count(), 0)
  assert.equal(await rendered.locator('a[href]:not([target="_blank"][rel~="noopener"])').count(), 0)
  await description.getByRole('button', { name: 'HTML source' }).click()
  await description.getByText('reversed').first().waitFor()
  assert.equal(await page.evaluate('window.ran'), undefined)
}

describe('what changed in an entry', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let accounts: Accounts
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    accounts = await signInAccounts(service)
    page = await reviewPage(service, 'operator@purveyor.test')
  })
  after(() => service.stop())

  const field = (name: string) => page.locator(`section[data-field="${name}"]`)

  test('texts are compared word by word, and what is easily overlooked is marked', async () => {
    const { id } = await createLive(service, accounts, {
      name: 'Bosch drill',
      shortDescription: `A cordless drill. ${'It is light. '.repeat(80)}Two batteries.`
    })
    await change(service, accounts, id, {
      name: 'Bos\u0441h\u200b \u202edrill',
      shortDescription: `A Cordless drill. ${'It is light. '.repeat(80)}Three  batteries.`
    })
    await openEntry(page, 'REVISION', id)

    assert.equal(await page.locator('section[data-field]').count(), 2)
    assert.equal((await field('name').locator('del').innerText()).trim(), 'Bosch')
    assert.equal(
      await field('name').getByRole('img', { name: 'Right-to-left override (U+202E)' }).innerText(),
      'RLO'
    )
    assert.equal(await field('name').getByRole('img', { name: 'Zero-width space (U+200B)' }).count(), 1)
    assert.equal(await field('name').getByTitle('looks like c').innerText(), '\u0441')
    const text = field('shortDescription')
    await text.getByText('1 change to upper and lower case only').waitFor()
    assert.ok(!(await text.innerText()).includes('It is light. It is light. '.repeat(20)))
    await text.getByRole('button', { name: 'unchanged characters' }).click()
    assert.ok((await text.innerText()).includes('It is light. '.repeat(80)))

    await page.getByText('Before and after', { exact: true }).click()
    await text.getByText('After', { exact: true }).waitFor()
    await page.reload()
    await text.getByText('After', { exact: true }).waitFor()
    await page.getByText('Words', { exact: true }).click()
    assert.deepEqual(service.problems, [])
  })

  test('a description is shown as words, as customers see it, and as source', async () => {
    const { id } = await createLive(service, accounts, {
      description:
        '<h2>Drill</h2><p>See <a href="https://maker.example/manual">the manual</a>.</p><ul><li>12 V</li></ul>'
    })
    await change(service, accounts, id, {
      description:
        '<h2>Drill</h2><p>See <a href="https://other.example/x">maker.example</a>.</p><ul><li>18 V</li></ul><img src="https://tracker.example/a.png" alt="Pixel">'
    })
    await openEntry(page, 'REVISION', id)
    const description = field('description')
    await description.getByText('1 link added:').waitFor()
    await description.getByText('The link text names maker.example.').waitFor()

    const rendered = description.getByRole('region', { name: 'The description after approval' })
    assert.equal(await rendered.getByRole('listitem').innerText(), '18 V')
    const link = rendered.getByRole('link', { name: 'maker.example' })
    assert.equal(await link.getAttribute('href'), 'https://other.example/x')
    assert.equal(await link.getAttribute('target'), '_blank')
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
    assert.equal(await rendered.locator('img').count(), 0)
    await rendered.getByText('https://tracker.example/a.png').waitFor()

    await description.getByRole('button', { name: 'HTML source' }).click()
    assert.match((await description.locator('ins').allInnerTexts()).join(), /tracker\.example/)
    assert.deepEqual(service.problems, [])
  })

  test('images are compared in their order, and new ones are read with the session', async () => {
    const { id } = await createLive(service, accounts, {})
    const images = imageCalls(service.t, accounts.vendor, id)
    const files = await Promise.all(
      ['red', 'green', 'blue'].map((name) => picture(60, 40, name).png().toBuffer())
    )
    // Images of a product that isn't live apply at once.
    await service.t.sql`update products set status = 'DRAFT' where id = ${id}`
    const { images: live } = succeeded(
      await images.replace(files, [{ alt: 'Red' }, { alt: 'Green' }, { alt: 'Blue' }])
    )
    await service.t.sql`update products set status = 'PUBLISHED' where id = ${id}`
    const [red, , blue] = live
    const added = await picture(30, 50, 'yellow').png().toBuffer()
    succeeded(
      await images.replace([added], [{ id: blue.id }, { id: red.id, alt: 'Dark red' }, { alt: 'Yellow' }])
    )

    await openEntry(page, 'REVISION', id)
    const tiles = field('images').locator('li[data-image]')
    await tiles.nth(5).getByText('30 × 50 px').waitFor()
    const texts = await tiles.allInnerTexts()
    assert.match(texts[1] ?? '', /Removed/)
    assert.match(`${texts[2]} ${texts[3]}`, /Moved: 3 → 1/)
    assert.match(texts[4] ?? '', /Text changed/)
    assert.match(texts[5] ?? '', /Added/)

    await field('images').getByRole('button', { name: 'Enlarge image 1: Red' }).click()
    const viewer = page.getByRole('dialog')
    await viewer.getByText('Before: image 1 of 3').waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer.getByText('After: image 1 of 3').waitFor()
    const shown = viewer.getByRole('img', { name: 'Blue' })
    await shown.waitFor()
    const width = async () => (await shown.boundingBox())?.width ?? 0
    const before = await width()
    await page.keyboard.press('z')
    await viewer.getByRole('button', { name: 'Show the pixels', pressed: true }).waitFor()
    assert.ok((await width()) > 1.9 * before)
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'hidden' })
    assert.equal(
      await page.evaluate("document.activeElement.getAttribute('aria-label')"),
      'Enlarge image 1: Red'
    )

    // The key Z opens the first image.
    await page.keyboard.press('z')
    await viewer.getByText('Before: image 1 of 3').waitFor()
    assert.equal(await viewer.getByRole('button', { name: 'Add a reason about' }).count(), 0)
    await page.keyboard.press('ArrowRight')
    await viewer.getByRole('button', { name: 'Add a reason about: Image 1' }).click()
    await viewer.waitFor({ state: 'hidden' })
    await page.keyboard.press('t')
    await page.keyboard.type('Which colour?')
    await page.keyboard.press('Enter')
    await field('images').getByRole('list', { name: 'Reasons' }).getByText('Image 1: Which colour?').waitFor()
    assert.deepEqual(service.problems, [])
  })

  test('an image whose file is missing is named so', async () => {
    const { id } = await createLive(service, accounts, {})
    const images = imageCalls(service.t, accounts.vendor, id)
    const { pendingRevision } = succeeded(
      await images.replace([await picture().png().toBuffer()], [{ alt: 'Lost' }])
    )
    await page.route(`**/revision/images/${pendingRevision.images[0].id}`, (route) =>
      route.fulfill({ status: 404 })
    )
    await openEntry(page, 'REVISION', id)
    await field('images').getByText("This image can't be shown").waitFor()
    // The browser reports the 404.
    const problems = service.problems.splice(0)
    assert.ok(
      problems.every((problem) => problem.includes('404')),
      problems.join('\n')
    )
  })

  test('changed prices, lists and files name the variant and what was added, removed and moved', async () => {
    const { t } = service
    const watchedFields = ['vendorPrice', 'keyFeatures', 'documents', 'brand'].map((name) => ({
      field: name
    }))
    succeeded(await t.call('PATCH /platform/settings', { as: accounts.operator, body: { watchedFields } }))
    const product = await createLive(service, accounts, {
      brand: 'Bosch',
      keyFeatures: ['Two speeds', 'LED light', 'Case'],
      documents: [
        { title: 'Manual', type: 'manual', url: 'https://maker.example/a.pdf' },
        { title: 'Warranty', type: 'other' }
      ],
      variants: [variant('A', { name: 'With case', vendorPrice: '80.00' })]
    })
    await change(service, accounts, product.id, {
      brand: 'Makita',
      keyFeatures: ['Case', 'Three speeds', 'LED light'],
      documents: [
        { title: 'Certificate', type: 'other' },
        { title: 'Data sheet', type: 'other', url: 'https://maker.example/b.pdf' }
      ],
      variants: [{ id: product.variants[0].id, vendorPrice: '100.00' }]
    })
    await openEntry(page, 'CHANGE', product.id)
    const row = field('vendorPrice').getByRole('row', { name: 'With case' })
    assert.match(await row.innerText(), /\$80\.00\s+\$100\.00\s+25%/)
    assert.deepEqual(await field('keyFeatures').getByRole('listitem').allInnerTexts(), [
      '↕\nCase\nMoved: 3 → 1',
      '±\n\nTwoThree speeds\n\nChanged',
      'LED light\nUnchanged'
    ])
    await field('documents').getByText('https://maker.example/b.pdf').waitFor()
    const documents = await field('documents').getByRole('listitem').allInnerTexts()
    assert.deepEqual(
      documents
        .filter((text) => text.includes('No file or address'))
        .map((text) => text.match(/Warranty|Certificate/)?.[0]),
      ['Warranty', 'Certificate']
    )
    assert.deepEqual(await field('brand').locator('ins').allInnerTexts(), ['Makita'])
    assert.deepEqual(service.problems, [])
  })

  test('a new product says what it lacks', async () => {
    const body = { name: 'Bare product', sku: 'BARE-1' }
    const created = await service.t.call('POST /vendor/products', { as: accounts.vendor, body })
    await openEntry(page, 'PRODUCT', created.body.id)
    await field('variants').getByText("No variants, so the product can't be approved.").waitFor()
    await field('images').getByText('No images').waitFor()
    await field('description').getByText('No description').waitFor()
  })

  test("a vendor's texts run no script, load nothing and don't change the page", async () => {
    const { t } = service
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      return dialog.dismiss()
    })
    const all = hostileTexts.join('\n')
    const [title = '', alt = ''] = hostileTexts
    const keyFeatures = hostileTexts.slice(0, 6)
    const documents = [{ title, type: title, url: 'https://maker.example/?"><script>' }]
    const body = {
      name: title,
      shortDescription: all,
      description: all,
      keyFeatures,
      brand: title,
      documents
    }
    const live = await createLive(service, accounts, {})
    await change(service, accounts, live.id, body)
    const images = imageCalls(t, accounts.vendor, live.id)
    succeeded(await images.replace([await picture().png().toBuffer()], [{ alt }]))
    const sku = 'HOSTILE'
    const created = await t.call('POST /vendor/products', { as: accounts.vendor, body: { ...body, sku } })
    await openEntry(page, 'REVISION', live.id)
    await assertHarmless(page)
    await openEntry(page, 'PRODUCT', created.body.id)
    await assertHarmless(page)
    await openEntry(page, 'CHANGE', live.id)
    await field('documents').getByText('<script>').first().waitFor()
    assert.deepEqual(service.problems, [])

    // The service sanitises descriptions. Now it fails to.
    const raw = t.sql.json({ description: all })
    await t.sql`update products set pending_revision = pending_revision || ${raw} where id = ${live.id}`
    await openEntry(page, 'REVISION', live.id)
    await assertHarmless(page)
    // The browser reports styles and base addresses as refused where DOMPurify parses them, before it removes them.
    const others = service.problems
      .splice(0)
      .filter((one) => !/^(Applying inline style|Setting the document)/.test(one))
    assert.deepEqual(others, [])
    assert.deepEqual(dialogs, [])
  })

  test('is accessible at each width in both themes', async () => {
    const { body } = await service.t.call('GET /platform/moderation?first=100', { as: accounts.operator })
    const entries: { kind: string; product: { id: string } }[] = body.entries
    for (const kind of ['REVISION', 'CHANGE', 'PRODUCT']) {
      const entry = entries.findLast((one) => one.kind === kind)
      assert.ok(entry)
      await openEntry(page, kind, entry.product.id)
      assert.deepEqual(await faultsOf(page, { part: '[data-difference]' }), [], kind)
    }
  })
})
