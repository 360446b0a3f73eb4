import { diskStore } from '../../apps/api/src/assets/disk-store.ts'
import { parseStoragePath } from '../../apps/api/src/assets/storage-path.ts'
import { callFor } from '../pace.ts'
import { photo } from '../photo.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import { assetFolder, type BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor: 'a route of the floor server that streams the same file from the disk',
  async prepare(setup: BenchSetup) {
    const cases: RatioCase[] = []
    for (const size of [20_000, 200_000]) cases.push(await ofSize(setup, size))
    return cases
  }
}

async function ofSize({ options, service, floor, folder }: BenchSetup, size: number): Promise<RatioCase> {
  const bytes = await photo(size)
  const path = await diskStore(assetFolder(folder)).put('images', 'jpg', bytes)
  const id = parseStoragePath(path)?.id ?? ''
  const file = `images/${id.slice(-2)}/${id}.jpg`
  const pace = { seconds: options.seconds, concurrency: 16 }
  return {
    kind: 'ratio',
    size: `one JPEG of ${Math.round(bytes.length / 1000)} KB`,
    unit: 'requests',
    target: 0.5,
    floor: () => callFor(pace, () => floor.send({ path: `/files/${file}` })),
    service: () => callFor(pace, () => service.send({ path: `/assets/${path}` }))
  }
}
