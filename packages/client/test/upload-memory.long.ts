// Uploads 60 MB with the client. Takes half a minute.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { testService } from './service.ts'

// This service has no worker, so the job stays queued.
const service = await testService()
after(() => service.close())

/** Together about 60 MB of JSON. Few, large items keep the service's part of the time small. */
const count = 20_000
const client = join(import.meta.dirname, '../src/index.ts')

/** Uploads the items, and prints the id of the job and the peak of the memory in MB. */
const program = `
  import { Purveyor } from ${JSON.stringify(client)}
  function* items() {
    for (let number = 0; number < ${count}; number++)
      yield {
        product: 'Bolt ' + number,
        code: 'M-' + number,
        vendor_price: 1,
        full_description: ('Grade 8.8, zinc-plated, item ' + number + '. ').repeat(80)
      }
  }
  const purveyor = new Purveyor({ url: ${JSON.stringify(service.url)}, token: process.env.TOKEN })
  const job = await purveyor.products.upload(items)
  console.log(JSON.stringify({ id: job.id, peak: process.resourceUsage().maxRSS / 1024 }))`

test('an upload of 60 MB needs little memory', async () => {
  const args = ['--max-old-space-size=32', '--input-type=module-typescript', '--eval', program]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TOKEN: service.vendor.owner, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.equal(code, 0)
  const { id, peak } = JSON.parse(output)
  assert.equal((await service.client().importJobs.get(id)).items_total, count)
  assert.ok(peak < 140, `The peak was ${Math.round(peak)} MB.`)
})
