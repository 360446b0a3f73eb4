import { resolve } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { buildSite } from './build-site.ts'

const site = await buildSite(resolve(import.meta.dirname, '../../../..'))
parentPort?.postMessage(site)
