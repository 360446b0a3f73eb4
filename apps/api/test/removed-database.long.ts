// Removes the embedded database of a service, and starts the service again. Takes about half a minute.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startEmbeddedDatabase } from '../src/db/driver/embedded.ts'
import { removeServiceFolder, serviceFolder, startService } from './running-service.ts'

let folder: string
before(async () => {
  folder = await serviceFolder()
})
after(() => removeServiceFolder(folder))

test('the service starts with a new demo if only the embedded database was removed', async () => {
  const first = await startService(folder)
  assert.equal((await fetch(new URL('/livez', first.url))).status, 200)
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0, first.output())
  const embedded = await startEmbeddedDatabase(join(folder, 'data'), { log: () => {} })
  await embedded.stop({ evenIfShared: true })
  await rm(embedded.location, { recursive: true, force: true })
  const second = await startService(folder)
  assert.match(second.output(), /The files of the earlier database were moved to .*assets-[0-9a-f-]{36}\./)
  const { products } = (await (await fetch(`${second.url}/storefront/products`)).json()) as {
    products: { images: { url: string }[] }[]
  }
  const image = products.flatMap(({ images }) => images)[0]?.url ?? ''
  assert.equal((await fetch(image)).status, 200)
  second.child.kill('SIGTERM')
  assert.equal(await second.ended, 0, second.output())
})
