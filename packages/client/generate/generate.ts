import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resourcePaths } from '../../../apps/api/src/modules/webhooks/message/resource-paths.ts'
import { type Document, methodsOf } from './document.ts'
import { fieldLists } from './field-lists.ts'
import { namesText } from './names.ts'
import { inputTypes, operationTable, resourceTypes } from './resources.ts'
import { schemaTypes } from './types.ts'

const root = join(import.meta.dirname, '../../..')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
const folder = 'packages/client/src/generated/'
const header = '// Generated from apps/api/openapi.json by `npm run client-types`. Do not edit.'
const imports = `import type { Pages } from '../pages.ts'\nimport type { CallOptions, Ref } from '../types.ts'`

/** Returns the text of each generated file by its name. */
export async function generate(): Promise<Record<string, string>> {
  const document: Document = JSON.parse(await readFile(join(root, 'apps/api/openapi.json'), 'utf8'))
  const methods = methodsOf(document, namesText)
  const schemas = schemaTypes(document)
  const inputs = inputTypes(methods)
  const resources = resourceTypes(document, methods)
  return {
    'schemas.ts': format(schemas),
    'fields.ts': format(fieldLists(document)),
    'inputs.ts': format(importsOf(inputs, { schemas }), inputs),
    'resources.ts': format(`${imports}\n${importsOf(resources, { inputs, schemas })}`, resources),
    'resource-paths.ts': format(
      `/** The paths of resources in the bodies of webhooks, by the type of the subject. \`:id\` is the id of the subject. */
      export const resourcePaths = ${JSON.stringify(resourcePaths)} as const`
    ),
    'operations.ts': format(operationTable(document, methods))
  }
}

/** Returns imports of the declarations that the text uses, by the names of their files. */
function importsOf(text: string, files: Record<string, string>): string {
  const words = new Set(text.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '').match(/\w+/g))
  const lines = Object.entries(files).map(([file, declarations]) => {
    const names = declarations.match(/(?<=^export (?:interface|type) )\w+/gm) ?? []
    return `import type { ${names.filter((name) => words.has(name)).join(', ')} } from './${file}.ts'`
  })
  return lines.join('\n')
}

function format(...parts: string[]): string {
  const args = [biome, 'check', '--write', `--stdin-file-path=${folder}file.ts`]
  const input = [header, ...parts, ''].join('\n\n')
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`biome can't format the generated text: ${stderr}`)
  return stdout
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await generate())) await writeFile(join(root, folder, name), text)
  console.log(`Wrote ${folder}`)
}
