import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { PrintedDocument } from '@purveyor/pdf-text'
import { pdfPages } from '@purveyor/pdf-text/testing'
import { picture } from '../../test/images.ts'
import { makePrintable } from '../assets/image-codec.ts'
import { createPrinting } from './printing.ts'

const document: PrintedDocument = {
  ...{ paper: 'A4', title: 'Packing slip', number: '1000-0181', stamp: null, issuer: 'Acme', logo: null },
  ...{ asOf: '2026-03-01T09:30:00.000Z', facts: [], parties: [], notes: [] },
  columns: [{ label: 'SKU', width: null, align: 'left' }],
  rows: [['HB-1']],
  totals: [{ label: 'Pieces', value: '3' }]
}

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purveyor-pdf-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Printing with another program in the thread, to simulate failures. */
async function withProgram(text: string, options = {}) {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.mjs`)
  await writeFile(path, `import { parentPort, threadId } from 'node:worker_threads';${text}`)
  return createPrinting({ program: pathToFileURL(path), ...options })
}

const unavailable = { status: 503, headers: { 'retry-after': '2' } }
/** Replies with the id of its thread instead of a PDF. */
const threadIdProgram = `
  parentPort.on('message', () => parentPort.postMessage({ pdf: new Uint8Array([threadId]) }))`

test('documents are rendered in a thread, one after another', async () => {
  const printing = createPrinting()
  const numbers = ['1', '2', '3', '4', '5']
  const pdfs = await Promise.all(
    numbers.map((number) => printing.print({ ...document, number: `N-${number}` }))
  )
  for (const [index, pdf] of pdfs.entries()) {
    assert.match((await pdfPages(pdf)).join(''), new RegExp(`N-${numbers[index]}`))
  }
  await printing.close()
  await assert.rejects(printing.print(document), unavailable)
})

test('documents beyond the limit of pending ones are refused', async () => {
  const printing = await withProgram(threadIdProgram, { maxPending: 3 })
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => printing.print(document)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']
  )
  assert.equal((await printing.print(document)).length, 1)
  await printing.close()
})

test('a document that waits too long for its turn is refused', async () => {
  const printing = await withProgram(threadIdProgram, { waitMs: -1 })
  await assert.rejects(printing.print(document), unavailable)
  await printing.close()
})

test('a thread that does not reply before the deadline is replaced', async () => {
  const silent = `parentPort.on('message', () => {})`
  const printing = await withProgram(silent, { deadlineMs: 50 })
  await assert.rejects(printing.print(document), unavailable)
  await assert.rejects(printing.print(document), unavailable)
  await printing.close()
})

test('a thread that ends is replaced', async () => {
  const ending = `parentPort.on('message', ({ number }) => {
    if (number === 'end') process.exit(1)
    parentPort.postMessage({ pdf: new Uint8Array([threadId]) })
  })`
  const printing = await withProgram(ending)
  const [before] = await printing.print(document)
  await assert.rejects(printing.print({ ...document, number: 'end' }), unavailable)
  const [afterwards] = await printing.print(document)
  assert.notEqual(before, afterwards)
  await printing.close()
})

test('an idle thread ends, and a new one renders the next document', async () => {
  const printing = await withProgram(threadIdProgram, { idleMs: 1 })
  const [before] = await printing.print(document)
  let now = before
  while (now === before) {
    // Unlike the signal of a timeout, this keeps the process alive, also after the thread has ended.
    await sleep(20)
    now = (await printing.print(document))[0]
  }
  assert.notEqual(now, before)
  await printing.close()
})

test('an error of the renderer rejects, and the next document is rendered', async () => {
  const printing = createPrinting()
  await assert.rejects(printing.print({ ...document, logo: new Uint8Array([1, 2, 3]) }), /image/i)
  assert.ok((await printing.print(document)).length > 0)
  await printing.close()
})

test('closing rejects the documents that are under way', async () => {
  const printing = await withProgram(`parentPort.on('message', () => {})`)
  const asked = assert.rejects(printing.print(document), unavailable)
  const waiting = assert.rejects(printing.print(document), unavailable)
  await new Promise((resolve) => setImmediate(resolve))
  await printing.close()
  await Promise.all([asked, waiting])
})

test('a logo is embedded unchanged', async () => {
  const logo = await makePrintable(await picture(400, 100).webp().toBuffer())
  assert.ok(logo)
  const printing = createPrinting()
  const pdf = await printing.print({ ...document, logo })
  assert.match(pdf.toString('latin1'), /\/Subtype \/Image[^>]*\/Width 400\s*\/Height 100/)
  await printing.close()
})
