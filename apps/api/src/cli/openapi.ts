import { writeFile } from 'node:fs/promises'
import { openApiText } from '../openapi-document.ts'

const target = new URL('../../openapi.json', import.meta.url)
await writeFile(target, await openApiText())
console.log('Wrote apps/api/openapi.json')
