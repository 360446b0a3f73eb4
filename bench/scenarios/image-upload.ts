import { join } from 'node:path'
import { writeDurably } from '../../apps/api/src/assets/durable-files.ts'
import { checkImage } from '../../apps/api/src/assets/image-codec.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import { form } from '../../apps/api/test/form.ts'
import { sharp } from '../../apps/api/test/packages.ts'
import { fillVendor } from '../fill.ts'
import { makeDrafts } from '../fill-order-queries.ts'
import { callFor } from '../pace.ts'
import { photo } from '../photo.ts'
import { checkpoint } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

const maxProducts = 2000

export const scenario: Scenario = {
  floor: 'the same decoding, encoding and durable writing of the file in the client, two images concurrently',
  async prepare(setup: BenchSetup) {
    const { options, service, sql, categoryIds, folder } = setup
    const products = Math.min(maxProducts, options.products)
    const vendorId = await fillVendor(sql, { prefix: 'IMAGE', products, categoryIds })
    const ids = await makeDrafts(sql, vendorId)
    const headers = await setup.signIn(vendorId)
    const bytes = await photo(200_000)
    const { raw, headers: type } = await form([['file', { bytes, filename: 'photo.jpg' }]])
    // The same settings as in the service's image processes. They decode two images concurrently.
    sharp.concurrency(1)
    sharp.cache(false)
    const pace = { seconds: options.seconds, concurrency: 4 }
    let sent = 0
    return [
      {
        kind: 'ratio',
        size: `one JPEG of ${Math.round(bytes.length / 1000)} KB`,
        unit: 'images',
        target: 0.5,
        settle: () => checkpoint(sql),
        floor: () =>
          callFor({ ...pace, concurrency: 2 }, async () => {
            const image = await checkImage(bytes)
            if (!image.ok) throw new Error(image.message)
            await writeDurably(join(folder, 'floor', newId()), join(folder, 'drafts', newId()), image.bytes)
          }),
        service: () =>
          callFor(pace, () =>
            service.send({
              method: 'POST',
              path: `/api/v1/vendor/products/${ids[sent++ % ids.length]}/images`,
              headers: { ...headers(), ...type },
              body: raw
            })
          )
      }
    ]
  }
}
