import { diskStore } from '../../apps/api/src/assets/disk-store.ts'
import { parseStoragePath } from '../../apps/api/src/assets/storage-path.ts'
import { assetFolder, type Ground } from '../ground.ts'
import { callFor } from '../pace.ts'
import { photo } from '../photo.ts'
import type { RatioCase, Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  floor: 'a bare route that streams the same file from the disk',
  async prepare(ground: Ground) {
    const cases: RatioCase[] = []
    for (const size of [20_000, 200_000]) cases.push(await ofSize(ground, size))
    return cases
  }
}

async function ofSize({ options, service, floor, folder }: Ground, size: number): Promise<RatioCase> {
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
    ours: () => callFor(pace, () => service.send({ path: `/assets/${path}` }))
  }
}
