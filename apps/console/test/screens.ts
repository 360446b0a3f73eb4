import type { Page } from 'playwright-core'
import { demoIds } from '../../api/src/examples/demo-ids.ts'
import { untilQuiet } from './until-quiet.ts'

/** The account of the demo with which a screen is opened. Without one, the screen is for people who aren't signed in. */
type Account = 'operator@purveyor.test' | 'owner@harbor.test' | 'viewer@harbor.test'

/** A screen of the console, or one of its states, in the demo. */
export type ScreenState = {
  /** The name of its pictures. */
  name: string
  title: string
  as?: Account
  path: string
  /** True if narrow windows show something else at the beginning. */
  isOtherInNarrow?: boolean
  /** Makes the state of the screen, such as an open dialog. Sends nothing that changes the demo. */
  show?(page: Page): Promise<void>
}

const operator = 'operator@purveyor.test'
const owner = 'owner@harbor.test'
const harbor = demoIds.vendors.harborSupply

function entryLinks(page: Page) {
  return page.getByRole('region', { name: 'Waiting entries' }).getByRole('link')
}

/** Opens the first change set of the list. */
async function openSet(page: Page): Promise<void> {
  await entryLinks(page).filter({ hasText: 'Change set' }).first().click()
  await page.getByRole('region', { name: 'Decision on the set' }).waitFor()
}

/** Opens the first entry of the list that is no change set. Wide windows have opened it already, narrow ones show the list. */
async function openEntry(page: Page): Promise<void> {
  await entryLinks(page).filter({ hasNotText: 'Change set' }).first().click()
  await page.getByRole('region', { name: 'Decision', exact: true }).waitFor()
}

async function reject(page: Page): Promise<void> {
  await openEntry(page)
  const decision = page.getByRole('region', { name: 'Decision', exact: true })
  await decision
    .getByRole('button', { name: /^Reject/ })
    .last()
    .click()
  await decision.getByRole('list', { name: 'Reasons to choose from' }).getByRole('button').first().click()
}

/** Types a correction, which the tab of the browser keeps. */
async function correct(page: Page): Promise<void> {
  await openEntry(page)
  await page
    .getByRole('button', { name: /^Correct: / })
    .first()
    .click()
  const box = page.getByRole('textbox', { name: /^Corrected / })
  await box.fill(`${await box.inputValue()} Sold by the box.`)
}

async function decideMany(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(0)
    .check()
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .check()
  await page.getByRole('button', { name: 'Review the selection' }).click()
  await page.getByRole('dialog').waitFor()
}

/** Types a cost, and a stock with a fault. */
async function changeCells(page: Page): Promise<void> {
  const cell = (row: number, column: number) =>
    page.locator(`[data-row="${row}"] > [data-column="${column}"]`)
  await cell(0, 3).click()
  await page.keyboard.type('12.50')
  await page.keyboard.press('Enter')
  await cell(3, 5).click()
  await page.keyboard.type('many')
  await page.keyboard.press('Enter')
  await cell(3, 5).click()
  await page.getByText('2 changes in 2 products').waitFor()
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Opens the first order, purchase order or shipment of a list, and then perhaps a dialog. */
const openFirst = (dialog?: string) => async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(1000|PO-2000)-/ })
    .first()
    .click()
  await page.getByRole('link', { name: /^All (orders|purchase orders|shipments)$/ }).waitFor()
  if (dialog) await press(dialog)(page)
}

/** Opens the first order of the operator's list. */
async function openOrder(page: Page): Promise<void> {
  await page
    .getByRole('table', { name: 'Orders' })
    .or(page.getByRole('list', { name: 'Orders' }))
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('heading', { name: /^Order / }).waitFor()
}

/** Opens the category of drills. */
async function openCategory(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: /^Drills/ }).click()
  await page.getByRole('textbox', { name: 'Slug' }).waitFor()
}

/** Opens the attributes of the category of drills. */
async function openDrills(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Drills', exact: true }).click()
  await page.getByRole('combobox', { name: 'Requirement of Chuck' }).waitFor()
}

const importRows = [
  'Item name,SKU,Cost,Qty on hand,Category,Image URL,Notes',
  'Hex bolt M8 x 40 zinc,HB-8-40,0.42,500,Wrenches,,',
  'Hex bolt M8 x 60 zinc,HB-8-60,"1,250",300,Wrenches,,check the price',
  'Hex nut M8 zinc,HN-8,0.11,a few,Bolts and nuts,,',
  ',HW-8,0.05,900,Wrenches,,'
]
/** A file with some rows to correct. */
const variantRows = [
  'Handle,Title,SKU,Cost,Size,Colour,Qty',
  'winter-gloves,Winter Work Gloves,WG-M-BK,5.10,M,Black,120',
  'winter-gloves,,WG-L-BK,5.10,L,Black,85',
  'winter-gloves,,WG-L-OR,n/a,L,Orange,40',
  'wool-cap,Wool Cap,WC-1,3.20,One size,Grey,64'
]

/** Prepares an import of a file with faults. The browser keeps an import that is being prepared. */
function prepare(name: string, rows: readonly string[]) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  return async (page: Page) => {
    const grid = page.getByRole('grid', { name: 'Rows with errors' })
    const input = page.getByLabel('File', { exact: true })
    const other = page.getByRole('button', { name: 'Choose another file' })
    await other.or(input).first().waitFor({ state: 'attached' })
    const isShown = (await page.getByRole('heading', { name }).count()) > 0
    if (!isShown && (await other.count()) > 0) await other.click()
    if (!isShown) await input.setInputFiles(file)
    await grid.waitFor()
  }
}

/** Opens an import with failed rows, and corrects a cell of the first one. Nothing is sent. */
async function correctFailedRow(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'prices-of-december.ndjson' }).click()
  await page.getByRole('grid', { name: 'Failed products' }).locator('[aria-invalid]').first().click()
  await page.keyboard.type('12.40')
  await page.keyboard.press('Enter')
  await page.getByText('Edited (1)').waitFor()
}

/** Every screen with its states. The long check of accessibility and the gallery go through this list. */
export const screens: readonly ScreenState[] = [
  { name: 'sign-in', title: 'Sign in', path: '/' },
  { name: 'home', title: 'Home of the operator', as: operator, path: '/operator/home' },
  {
    name: 'home-table',
    title: 'Sales and decisions as a table',
    as: operator,
    path: '/operator/home?days=90&as=table'
  },
  { name: 'all-orders', title: 'Orders of all vendors', as: operator, path: '/operator/orders' },
  {
    ...{ name: 'late-orders', title: 'Late orders', as: operator, path: '/operator/orders?due=late&sort=due' }
  },
  {
    ...{ name: 'customer-order', title: 'An order with the parts of its vendors', as: operator },
    path: '/operator/orders?status=PARTIALLY_SHIPPED',
    show: openOrder
  },
  {
    ...{ name: 'cancel-order', title: 'Cancelling an order', as: operator },
    path: '/operator/orders?status=CONFIRMED',
    async show(page) {
      await openOrder(page)
      await page.getByRole('button', { name: 'Cancel order' }).click()
      await page.getByRole('dialog').waitFor()
    }
  },
  { name: 'people', title: 'People of the operator', as: operator, path: '/operator/people' },
  { name: 'audit-trail', title: 'Audit trail', as: operator, path: '/operator/activity' },
  { name: 'queue', title: 'Review queue', as: operator, path: '/operator/queue', isOtherInNarrow: true },
  {
    name: 'new-product',
    title: 'New product',
    as: operator,
    path: '/operator/queue?kind=PRODUCT',
    show: openEntry
  },
  { name: 'edit', title: 'Edit', as: operator, path: '/operator/queue?kind=REVISION', show: openEntry },
  {
    name: 'change',
    title: 'Change of a watched field',
    as: operator,
    path: '/operator/queue?kind=CHANGE',
    show: openEntry
  },
  {
    name: 'change-set',
    title: 'Changes of one bulk update',
    as: operator,
    path: '/operator/queue?kind=CHANGE',
    show: openSet
  },
  {
    name: 'reject',
    title: 'Rejecting with reasons',
    as: operator,
    path: '/operator/queue?kind=PRODUCT',
    show: reject
  },
  {
    name: 'decide-many',
    title: 'Deciding on many',
    as: operator,
    path: '/operator/queue?kind=PRODUCT',
    show: decideMany
  },
  {
    ...{ name: 'shortcuts', title: 'Keyboard shortcuts', as: operator, path: '/operator/queue' },
    async show(page) {
      await page.keyboard.press('Shift+?')
      await page.getByRole('dialog').waitFor()
    }
  },
  {
    ...{ name: 'commands', title: 'Search and commands', as: operator, path: '/operator/queue' },
    async show(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: 'Search and commands' }).fill('key')
      await page.getByRole('dialog').getByText('Keystone Fasteners').waitFor()
    }
  },
  {
    ...{ name: 'no-match', title: 'No entry matches', as: operator },
    path: '/operator/queue?kind=CHANGE&isSample=true',
    async show(page) {
      await page.getByRole('heading', { name: 'No entries match the filters' }).waitFor()
    }
  },
  {
    name: 'correct',
    title: 'Correcting a text',
    as: operator,
    path: '/operator/queue?kind=REVISION',
    show: correct
  },
  { name: 'vendors', title: 'Vendors', as: operator, path: '/operator/vendors?sort=-lateOrders' },
  { name: 'new-vendor', title: 'New vendor', as: operator, path: '/operator/vendors/new' },
  { name: 'vendor-overview', title: 'A vendor', as: operator, path: `/operator/vendors/${harbor}` },
  {
    name: 'vendor-products',
    title: 'Products of a vendor',
    as: operator,
    path: `/operator/vendors/${harbor}/products`
  },
  {
    name: 'vendor-orders',
    title: 'Orders of a vendor',
    as: operator,
    path: `/operator/vendors/${harbor}/orders`
  },
  {
    name: 'vendor-imports',
    title: 'Imports of a vendor',
    as: operator,
    path: `/operator/vendors/${harbor}/imports`
  },
  {
    name: 'vendor-statements',
    title: 'Statements of a vendor',
    as: operator,
    path: `/operator/vendors/${harbor}/statements`
  },
  { name: 'vendor-team', title: 'Team of a vendor', as: operator, path: `/operator/vendors/${harbor}/team` },
  {
    name: 'vendor-terms',
    title: 'Terms of a vendor',
    as: operator,
    path: `/operator/vendors/${harbor}/terms`
  },
  {
    ...{ name: 'commission', title: 'Changing the commission', as: operator },
    path: `/operator/vendors/${harbor}/terms?commission=change`,
    async show(page) {
      await page.getByRole('textbox', { name: 'New commission in percent' }).fill('14')
      await page
        .getByRole('table', { name: 'The largest changes' })
        .or(page.getByRole('list', { name: 'The largest changes' }))
        .waitFor()
    }
  },
  {
    name: 'vendor-history',
    title: 'History of a vendor',
    as: operator,
    path: `/operator/vendors/${harbor}/history`
  },
  { name: 'all-statements', title: 'Statements of all vendors', as: operator, path: '/operator/statements' },
  {
    name: 'vendor-statement',
    title: 'A statement of a vendor',
    as: operator,
    path: `/operator/statements/${demoIds.statements.newest}`
  },
  {
    name: 'pay-statement',
    title: 'Marking a statement as paid',
    as: operator,
    path: `/operator/statements/${demoIds.statements.newest}`,
    show: press('Mark as paid')
  },
  { name: 'all-imports', title: 'Imports of all vendors', as: operator, path: '/operator/imports' },
  {
    name: 'vendor-import',
    title: 'An import of a vendor',
    as: operator,
    path: `/operator/imports/${demoIds.importJobs.rivets}`
  },
  { name: 'rules', title: 'Approval rules', as: operator, path: '/operator/rules' },
  {
    name: 'apply-rules',
    title: 'Applying the rules',
    as: operator,
    path: '/operator/rules',
    show: press(/^Apply to/)
  },
  {
    ...{ name: 'rule', title: 'A rule', as: operator, path: '/operator/rules' },
    async show(page) {
      await page
        .getByRole('link', { name: /^Keystone: new products/ })
        .first()
        .click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    }
  },
  { name: 'new-rule', title: 'New rule', as: operator, path: '/operator/rules/new' },
  { name: 'reasons', title: 'Reasons', as: operator, path: '/operator/reasons' },
  {
    name: 'new-reason',
    title: 'New reason',
    as: operator,
    path: '/operator/reasons',
    show: press('New reason')
  },
  { name: 'categories', title: 'The category tree', as: operator, path: '/operator/categories' },
  {
    ...{ name: 'category', title: 'A category', as: operator, path: '/operator/categories' },
    show: openCategory
  },
  {
    ...{ name: 'category-merge', title: 'What a merge of categories does', as: operator },
    path: '/operator/categories',
    async show(page) {
      await openCategory(page)
      await page.getByRole('button', { name: 'Actions for Drills' }).click()
      await page.getByRole('menuitem', { name: 'Merge into…' }).click()
      await page.getByRole('combobox', { name: 'Merge into' }).click()
      await page.getByRole('option', { name: 'Safety Equipment › Gloves' }).click()
      await page.getByText('Voltage is no longer asked for').waitFor()
    }
  },
  { name: 'collections', title: 'Collections', as: operator, path: '/operator/collections' },
  { name: 'tags', title: 'Tags', as: operator, path: '/operator/tags' },
  { name: 'facets', title: 'Facets', as: operator, path: '/operator/facets' },
  {
    ...{ name: 'facet', title: 'A facet with its values', as: operator, path: '/operator/facets' },
    async show(page) {
      await page.getByRole('link', { name: 'Material' }).click()
      await page.getByText('Stainless Steel').waitFor()
    }
  },
  { name: 'attributes', title: 'Attributes', as: operator, path: '/operator/attributes' },
  {
    name: 'attributes-of-categories',
    title: 'Categories with their attributes',
    as: operator,
    path: '/operator/attributes?view=categories'
  },
  {
    ...{ name: 'attribute', title: 'An attribute', as: operator, path: '/operator/attributes' },
    async show(page) {
      await page.getByRole('link', { name: 'Chuck', exact: true }).click()
      await page.getByRole('link', { name: 'Power Tools › Drills' }).waitFor()
    }
  },
  { name: 'new-attribute', title: 'New attribute', as: operator, path: '/operator/attributes/new' },
  {
    ...{ name: 'category-attributes', title: 'The attributes of a category', as: operator },
    ...{ path: '/operator/attributes?view=categories', show: openDrills }
  },
  {
    ...{ name: 'attribute-preview', title: 'What required attributes do', as: operator },
    path: '/operator/attributes?view=categories',
    async show(page) {
      await openDrills(page)
      await page.getByRole('combobox', { name: 'Requirement of Chuck' }).click()
      await page.getByRole('option', { name: 'Required', exact: true }).click()
      await page.getByRole('button', { name: 'Check and save' }).click()
      await page
        .getByRole('dialog')
        .getByText(/would get new issues/)
        .waitFor()
    }
  },
  { name: 'statistics', title: 'Statistics', as: operator, path: '/operator/statistics' },
  { name: 'settings', title: 'Settings of the marketplace', as: operator, path: '/operator/settings' },
  { name: 'account', title: 'Account', as: operator, path: '/operator/account' },
  { name: 'today', title: 'Today', as: owner, path: '/vendor/today' },
  { name: 'today-table', title: 'Sales as a table', as: owner, path: '/vendor/today?days=90&as=table' },
  { name: 'imports', title: 'Imports', as: owner, path: '/vendor/imports' },
  {
    ...{ name: 'import', title: 'An import with failed rows', as: owner, path: '/vendor/imports' },
    async show(page) {
      await page.getByRole('link', { name: 'rivets.ndjson' }).click()
      await page.getByRole('grid', { name: 'Failed products' }).waitFor()
    }
  },
  {
    ...{ name: 'import-corrected', title: 'Correcting failed rows', as: owner, path: '/vendor/imports' },
    show: correctFailedRow
  },
  {
    ...{ name: 'import-file', title: 'Choosing a file to import', as: owner, path: '/vendor/imports/new' },
    async show(page) {
      const template = page.getByRole('button', { name: 'Download the template' })
      const other = page.getByRole('button', { name: 'Choose another file' })
      await other.or(template).first().waitFor()
      if ((await other.count()) > 0) await other.click()
      await template.waitFor()
    }
  },
  {
    ...{ name: 'new-import', title: 'Preparing an import', as: owner, path: '/vendor/imports/new' },
    show: prepare('Fasteners March.csv', importRows)
  },
  {
    ...{ name: 'import-variants', title: 'An import with a row for each variant', as: owner },
    ...{ path: '/vendor/imports/new', show: prepare('Winter.csv', variantRows) }
  },
  { name: 'shipping-methods', title: 'Shipping methods', as: owner, path: '/vendor/shipping-methods' },
  {
    ...{ name: 'shipping-method', title: 'A shipping method', as: owner, path: '/vendor/shipping-methods' },
    async show(page) {
      await page.getByRole('link', { name: 'Freight' }).click()
      await page.getByRole('textbox', { name: 'From weight 1' }).waitFor()
    }
  },
  { name: 'profile', title: 'Profile of a vendor', as: owner, path: '/vendor/profile' },
  { name: 'team', title: 'Team', as: owner, path: '/vendor/team' },
  {
    name: 'invitation',
    title: 'Inviting someone',
    as: owner,
    path: '/vendor/team',
    show: press('Invite someone')
  },
  { name: 'api-tokens', title: 'API tokens', as: owner, path: '/vendor/api-tokens' },
  {
    name: 'new-api-token',
    title: 'New API token',
    as: owner,
    path: '/vendor/api-tokens',
    show: press('New token')
  },
  { name: 'webhooks', title: 'Webhooks', as: owner, path: '/vendor/webhooks' },
  {
    ...{ name: 'webhook', title: 'A webhook whose receiver fails', as: owner, path: '/vendor/webhooks' },
    async show(page) {
      await page.getByRole('link', { name: 'Orders to the ERP system' }).click()
      await page.getByRole('button', { name: 'Response' }).first().click()
    }
  },
  {
    ...{ name: 'new-webhook', title: 'Creating a webhook', as: owner, path: '/vendor/webhooks/new' },
    async show(page) {
      await page.getByRole('textbox', { name: 'Address' }).fill('https://stock.harbor-supply.example/hooks')
      await page.getByRole('radio', { name: 'Only these' }).check()
      await page.getByRole('checkbox', { name: 'All of Orders' }).check()
      await page.getByRole('button', { name: /^Orders/ }).click()
    }
  },
  {
    ...{ name: 'replay-webhook', title: 'Sending events again', as: owner, path: '/vendor/webhooks' },
    async show(page) {
      await page.getByRole('link', { name: 'Orders to the ERP system' }).click()
      await page.getByRole('button', { name: 'Actions for Orders to the ERP system' }).click()
      await page.getByRole('menuitem', { name: 'Send again' }).click()
      await page
        .getByRole('status')
        .filter({ hasText: /again|Nothing/ })
        .waitFor()
    }
  },
  { name: 'vendor-webhooks', title: 'Webhooks of vendors', as: operator, path: '/operator/webhooks/vendors' },
  { name: 'activity', title: 'Activity', as: owner, path: '/vendor/activity' },
  { name: 'join', title: 'Accepting an invitation', path: '/vendor/join#token' },
  { name: 'new-password', title: 'Setting a new password', path: '/vendor/new-password#token' },
  {
    name: 'viewer-profile',
    title: 'Profile, for a viewer',
    as: 'viewer@harbor.test',
    path: '/vendor/profile'
  },
  {
    ...{ name: 'viewer-shipping-method', title: 'A shipping method, for a viewer', as: 'viewer@harbor.test' },
    path: '/vendor/shipping-methods',
    async show(page) {
      await page.getByRole('link', { name: 'Freight' }).click()
      await page.getByRole('region', { name: 'Countries' }).waitFor()
    }
  },
  { name: 'orders', title: 'Orders', as: owner, path: '/vendor/orders' },
  {
    ...{ name: 'orders-selected', title: 'Selected orders', as: owner, path: '/vendor/orders' },
    async show(page) {
      const boxes = page.getByRole('checkbox', { name: /^Select \d/ })
      await boxes.nth(0).check()
      await boxes.nth(3).check()
    }
  },
  { name: 'orders-due', title: 'Orders by due time', as: owner, path: '/vendor/orders?sort=due' },
  {
    ...{ name: 'no-orders', title: 'No order matches', as: owner },
    path: '/vendor/orders?search=nothing&from=2026-01-01'
  },
  {
    ...{ name: 'order', title: 'An order', as: owner, path: '/vendor/orders?status=PARTIALLY_SHIPPED' },
    show: openFirst()
  },
  {
    ...{ name: 'ship-order', title: 'Shipping an order', as: owner, path: '/vendor/orders?status=CONFIRMED' },
    async show(page) {
      await openFirst('Ship')(page)
      await page.getByRole('button', { name: 'Add a parcel' }).click()
    }
  },
  {
    ...{
      name: 'cancel-items',
      title: 'Cancelling items',
      as: owner,
      path: '/vendor/orders?status=CONFIRMED'
    },
    show: openFirst('Cancel items')
  },
  {
    ...{ name: 'ship', title: 'Shipping many orders', as: owner, path: '/vendor/orders/ship' },
    async show(page) {
      await page.getByRole('textbox', { name: 'Tracking number' }).waitFor()
    }
  },
  { name: 'purchase-orders', title: 'Purchase orders', as: owner, path: '/vendor/purchase-orders' },
  {
    ...{ name: 'purchase-order', title: 'A purchase order', as: owner, path: '/vendor/purchase-orders' },
    show: openFirst()
  },
  { name: 'shipments', title: 'Shipments', as: owner, path: '/vendor/shipments' },
  {
    ...{ name: 'shipment', title: 'A shipment', as: owner, path: '/vendor/shipments' },
    show: openFirst()
  },
  {
    ...{ name: 'correct-shipment', title: 'Correcting a shipment', as: owner, path: '/vendor/shipments' },
    show: openFirst('Correct')
  },
  { name: 'statements', title: 'Statements', as: owner, path: '/vendor/statements' },
  {
    ...{ name: 'statement', title: 'A statement', as: owner, path: '/vendor/statements' },
    async show(page) {
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Statement / })
        .first()
        .click()
      await page
        .getByRole('link', { name: /^Order 1000-/ })
        .first()
        .waitFor()
    }
  },
  { name: 'open-period', title: 'The open period', as: owner, path: '/vendor/statements/open' },
  {
    name: 'order-viewer',
    title: 'An order for a viewer',
    as: 'viewer@harbor.test',
    path: '/vendor/orders',
    show: openFirst()
  },
  { name: 'account-viewer', title: 'Account of a vendor', as: 'viewer@harbor.test', path: '/vendor/account' },
  { name: 'today-viewer', title: 'Today for a viewer', as: 'viewer@harbor.test', path: '/vendor' },
  { name: 'catalog', title: 'Catalog', as: owner, path: '/vendor/products' },
  {
    ...{ name: 'catalog-changes', title: 'Changes of costs and stock', as: owner, path: '/vendor/products' },
    show: changeCells
  },
  {
    ...{ name: 'catalog-preview', title: 'What will change', as: owner, path: '/vendor/products' },
    async show(page) {
      await changeCells(page)
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('dialog').getByText('1 row will change').waitFor()
    }
  },
  {
    ...{ name: 'catalog-columns', title: 'The columns of the catalog', as: owner, path: '/vendor/products' },
    async show(page) {
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await page.getByRole('checkbox', { name: 'List price' }).check()
    }
  },
  {
    name: 'viewer-catalog',
    title: 'Catalog, for a viewer',
    as: 'viewer@harbor.test',
    path: '/vendor/products'
  },
  { name: 'platform-products', title: 'Products of all vendors', as: operator, path: '/operator/products' },
  {
    ...{ name: 'platform-product', title: 'A product of a vendor, with edits that wait', as: operator },
    path: '/operator/products?hasPendingRevision=true&sort=name',
    async show(page) {
      await page.getByRole('grid').getByRole('link').first().click()
      await page.getByRole('dialog').getByRole('tab', { name: 'History' }).waitFor()
    }
  },
  { name: 'create-product', title: 'Creating a product', as: owner, path: '/vendor/products/new' },
  {
    ...{ name: 'attributes-of-variant', title: 'The attributes of a variant', as: owner },
    path: '/vendor/products/new',
    async show(page) {
      await page.getByRole('combobox', { name: 'Categories' }).click()
      await page.getByRole('option', { name: 'Drills', exact: true }).click()
      await page.getByRole('radiogroup', { name: 'Cordless' }).waitFor()
      await page.getByRole('button', { name: 'Add attributes of variant 1' }).click()
      await page
        .getByRole('dialog')
        .getByLabel(/^Voltage/)
        .fill('500')
    }
  },
  {
    ...{ name: 'product', title: 'A product with edits that wait', as: owner },
    path: '/vendor/products/019a2203-8c4f-7c2b-8bb3-879acf943168',
    async show(page) {
      await page.getByRole('textbox', { name: 'Short description' }).fill('Opens wide.')
      await page.getByRole('textbox', { name: 'Brand' }).fill('Keelhaven Tools')
      await page.getByText('At once: Brand').waitFor()
    }
  },
  {
    ...{ name: 'rejected-product', title: 'A rejected product', as: owner },
    path: '/vendor/products/019b2bbe-e44f-7ddf-82fe-21cb22626123'
  },
  {
    ...{ name: 'rejected-edit', title: 'A product with a rejected edit', as: 'viewer@harbor.test' },
    path: '/vendor/products/019ac58a-8762-7a99-84b9-f6e02c93a9c9'
  },
  {
    ...{ name: 'product-history', title: 'History of a product', as: owner },
    path: '/vendor/products/019a2203-8c4f-7c2b-8bb3-879acf943168?tab=history'
  },
  {
    ...{ name: 'product-reviews', title: 'Reviews of a product', as: owner },
    path: '/vendor/products/0199bbcf-2f62-79c3-80dc-67fe09fcf549?tab=reviews'
  },
  { name: 'not-found', title: 'No such page', as: operator, path: '/operator/nothing' },
  {
    ...{ name: 'session-ended', title: 'The session has ended', as: operator, path: '/operator/queue' },
    async show(page) {
      // The session is only said to have ended, so that the next screens need no sign-in. It must not be renewed.
      await page.evaluate(`{
        const { fetch } = window
        const body = JSON.stringify({ status: 401, code: 'UNAUTHENTICATED', title: 'Unauthenticated' })
        const headers = { 'content-type': 'application/problem+json' }
        window.fetch = async (input, ...others) =>
          String(input.url ?? input).includes('/auth/session/refresh')
            ? new Response(body, { status: 401, headers })
            : fetch(input, ...others)
        new BroadcastChannel('purveyor-session').postMessage({ type: 'signed-out', side: 'platform' })
      }`)
      await page.getByRole('dialog').waitFor()
    }
  }
]

/** Opens a screen in its state, and waits until it has loaded everything. The page is signed in with its account. */
export async function openScreen(page: Page, { path, show }: ScreenState): Promise<void> {
  await page.goto(path)
  await untilLoaded(page)
  await show?.(page)
  await untilLoaded(page)
}

async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await untilQuiet(page)
  await page.locator('.mantine-Skeleton-root, .mantine-Loader-root').first().waitFor({ state: 'detached' })
}
