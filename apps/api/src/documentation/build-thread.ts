import { resolve } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { buildSite } from './build-site.ts'

const site = await buildSite(resolve(import.meta.dirname, '../../../..'))
// The bytes of the files are moved, not copied.
parentPort?.postMessage(
  site,
  [...site.files.values()].map(({ body }) => body.buffer)
)
