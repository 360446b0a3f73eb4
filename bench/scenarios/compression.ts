import { median } from '../median.ts'
import { callFor } from '../pace.ts'
import type { LimitCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'

/** The bytes that a connection with 100 Mbit/s transfers in a millisecond. */
const bytesPerMs = 12_500
const codings = ['zstd', 'br', 'gzip']
/** The sizes of the measured pages, in bytes. Compression begins at the first one. */
const sizes = [8_192, 32_768, 131_072]

/**
 * Reads pages of products with and without compression. Measures how much longer a compressed response takes,
 * as a part of the time that its transfer at 100 Mbit/s saves.
 */
export const scenario: Scenario = {
  floor: 'none: compression may take at most as long as it saves in transfer at 100 Mbit/s',
  async prepare(setup: BenchSetup) {
    const headers = await setup.signIn(setup.vendorId)
    return sizes.flatMap((size) => codings.map((coding) => ofPage(setup, headers, { size, coding })))
  }
}

function ofPage(
  { options, service }: BenchSetup,
  headers: Headers,
  { size, coding }: { size: number; coding: string }
): LimitCase {
  // A median needs few requests, and there are many pages and encodings.
  const pace = { seconds: options.seconds / 2, concurrency: 1 }
  const read = (count: number, encoding: string) =>
    service.send({
      path: `/api/v1/vendor/products?first=${count}`,
      headers: { ...headers(), 'accept-encoding': encoding }
    })
  return {
    kind: 'limit',
    size: `page of ${size / 1024} KiB with ${coding}`,
    unit: '×',
    limit: 1,
    async measure() {
      const count = await countFor(size, (products) => read(products, 'identity'))
      const [plain, packed] = [await read(count, 'identity'), await read(count, coding)]
      if (packed.headers['content-encoding'] !== coding) throw new Error(`The page isn't sent as ${coding}.`)
      const added: number[] = []
      const processor: number[] = []
      // The first round only warms up.
      for (let round = 0; round <= options.rounds; round++) {
        const without = await callFor(pace, () => read(count, 'identity'))
        const compressed = await callFor(pace, () => read(count, coding))
        if (round === 0) continue
        added.push((compressed.latency?.p50 ?? 0) - (without.latency?.p50 ?? 0))
        processor.push((compressed.processor?.node ?? Number.NaN) - (without.processor?.node ?? Number.NaN))
      }
      const saved = (plain.bytes - packed.bytes) / bytesPerMs
      return {
        value: Math.max(0, median(added) / saved),
        notes: [
          `${plain.bytes} bytes become ${packed.bytes}, which saves ${saved.toFixed(2)} ms; ` +
            `the response takes ${median(added).toFixed(2)} ms longer, and ${median(processor).toFixed(3)} ms more of Node's ` +
            'processor time'
        ]
      }
    }
  }
}

/** Returns the smallest number of products whose page has at least `size` bytes, but at most 100. */
async function countFor(
  size: number,
  read: (products: number) => Promise<{ bytes: number }>
): Promise<number> {
  for (let products = 1; products < 100; products++) {
    if ((await read(products)).bytes >= size) return products
  }
  return 100
}
