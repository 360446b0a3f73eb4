import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, type Method, methodsOf } from './document.ts'
import { operationTable } from './operations.ts'
import { formName, queryName, resourceTypes } from './resources.ts'
import { pageQuery, queryType, schemaTypes, typeOf } from './types.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'packages/client/src/generated')
const header = '// Generated from apps/api/openapi.json by `npm run client-types`. Do not edit.\n'

/** Returns the text of each generated file by its name. */
export async function generate(): Promise<Record<string, string>> {
  const document: Document = JSON.parse(await readFile(join(root, 'apps/api/openapi.json'), 'utf8'))
  const methods = methodsOf(document)
  const schemas = schemaTypes(document)
  const inputs = inputTypes(methods)
  const resources = resourceTypes(document, methods)
  return {
    'schemas.ts': format(schemas),
    'inputs.ts': format(importOf(schemas, inputs, './schemas.ts') + inputs),
    'resources.ts': format(
      `import type { Pages } from '../pages.ts'\nimport type { CallOptions, Ref } from '../types.ts'\n` +
        importOf(inputs, resources, './inputs.ts') +
        importOf(schemas, resources, './schemas.ts') +
        resources
    ),
    'operations.ts': format(operationTable(document, methods))
  }
}

/** The interfaces of queries and forms. */
function inputTypes(methods: Method[]): string {
  const types = methods.flatMap((method) => {
    const query = queryName(method)
    if (query)
      return queryType(
        query,
        method.parameters.filter((parameter) => parameter.in === 'query')
      )
    return method.isForm ? `export interface ${formName(method)} ${typeOf(method.body ?? {})}` : []
  })
  return [pageQuery, ...types].join('\n\n')
}

/** Returns an import of the declarations that the text uses. */
function importOf(declarations: string, text: string, path: string): string {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|'[^']*'/g, '')
  const words = new Set(code.match(/\w+/g))
  const names = [...declarations.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name)
  const used = names.filter((name) => words.has(name)).sort()
  return used.length === 0 ? '' : `import type { ${used.join(', ')} } from '${path}'\n`
}

function format(text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'check', '--write', '--stdin-file-path=packages/client/src/generated/file.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    input: `${header}\n${text}\n`,
    encoding: 'utf8'
  })
  if (status !== 0) throw new Error(`biome can't format the generated text: ${stderr}`)
  return stdout
}

if (import.meta.main) {
  const files = await generate()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  console.log(`Wrote packages/client/src/generated/${Object.keys(files).join(', ')}`)
}
