import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type WrittenCell, workbookStream } from '@purveyor/spreadsheets'

const fields = ['product', 'code', 'vendor_price', 'amount', 'brand', 'full_description']
const attributes = Array.from({ length: 24 }, (_, index) => `attributes.a${index}`)

function* rowsOf(count: number): Generator<WrittenCell[]> {
  for (let row = 0; row < count; row++) {
    const own = [
      `Bolt ${row}`,
      `SKU-${row}`,
      row / 100,
      row,
      `Brand ${row}`,
      `${row} ${'Zinc-plated. '.repeat(20)}`
    ]
    const values = [
      ...own,
      ...attributes.map((_, index) => (index % 2 ? `Value ${index} of ${row}` : row * index))
    ]
    yield values.map((value, index) => ({
      column: index + 1,
      kind: typeof value === 'string' ? 'text' : 'number',
      text: String(value)
    }))
  }
}

/** Writes a workbook of products with 30 columns. */
export async function writeLargeWorkbook(path: string, count: number): Promise<void> {
  const columns = [...fields, ...attributes].map((header) => ({ header }))
  const sheets = [{ name: 'Products', columns, rows: rowsOf(count) }]
  await pipeline(workbookStream({ sheets }), createWriteStream(path))
}

const threads = resolve(import.meta.dirname, '../src/modules/imports/receive/upload-threads.ts')

/**
 * Reads a workbook as an upload, in the thread of a process of its own. Returns the number of items, and by how many MB the
 * process grew after it had read the first, small workbook.
 */
export async function measureUpload(
  path: string,
  smallPath: string
): Promise<{ items: number; growth: number; seconds: number }> {
  const code = `
    import { UploadThreads } from ${JSON.stringify(threads)}
    const limits = { items: 1e6, itemBytes: 2 ** 20, batchItems: 200, batchText: 2 ** 19, options: [] }
    const catalog = { definitions: [], categories: [], categoriesKey: '', market: { currency: 'USD', weightUnit: 'lb' } }
    const threads = new UploadThreads({ maxThreads: 1 })
    async function read(path) {
      const reading = threads.open({ format: 'WORKBOOK', path, limits })
      let step = await reading.next()
      while (!('end' in step)) step = await reading.next(step.need.need === 'catalog' ? { catalog } : {})
      reading.close()
      if (step.end.faultCount > 0) throw new Error(JSON.stringify(step.end.faults[0]))
      return step.end.total
    }
    await read(${JSON.stringify(smallPath)})
    const before = process.memoryUsage.rss()
    const start = performance.now()
    const items = await read(${JSON.stringify(path)})
    const growth = process.resourceUsage().maxRSS / 1024 - before / 2 ** 20
    console.log(JSON.stringify({ items, growth, seconds: (performance.now() - start) / 1000 }))
    await threads.close()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (exitCode !== 0) throw new Error(`The program ended with exit code ${exitCode}.`)
  return JSON.parse(output)
}
