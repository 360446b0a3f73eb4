// Generates TypeScript clients from the OpenAPI document with two generators, openapi-typescript and
// @hey-api/openapi-ts, and compiles them in strict mode. Takes about half a minute. Requires npm and access to
// its registry.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type DescribedDocument, generatedDocument } from './document.ts'
import { skipWithout } from './long.ts'

const root = resolve(import.meta.dirname, '../../..')
// The generators need a TypeScript with a JavaScript API, which TypeScript 7 doesn't have.
const dependencies = {
  '@hey-api/openapi-ts': '0.99.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3'
}

describe('generated clients', { skip: skipWithout('npm') }, () => {
  let folder: string
  let document: DescribedDocument
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purveyor-clients-'))
    document = await generatedDocument()
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'])
    const bin = (path: string) => join(folder, 'node_modules', path)
    run(process.execPath, [
      ...[bin('openapi-typescript/bin/cli.js'), 'openapi.json', '--output', 'src/openapi-typescript.ts']
    ])
    const plugins = ['--plugins', '@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch']
    run(process.execPath, [
      ...[bin('@hey-api/openapi-ts/bin/run.js'), '--input', 'openapi.json', '--output', 'src/hey-api'],
      ...plugins
    ])
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** Runs a program in the folder. Node's folder is first in the path, because npm scripts start Node by name. */
  function run(program: string, args: string[]): void {
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
    const { status, error, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
    assert.equal(status, 0, `${program} ${args.join(' ')}: ${error ?? ''}\n${stdout}\n${stderr}`)
  }

  test('compile in strict mode, with a program that uses them', async () => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'esnext', module: 'preserve', moduleResolution: 'bundler' },
      ...{ lib: ['esnext', 'dom', 'dom.iterable'], types: [] }
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
    await mkdir(join(folder, 'src'), { recursive: true })
    await writeFile(join(folder, 'src/program.ts'), program)
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', '.'])
  })

  test('have a type with the name of each enumeration', async () => {
    const names = Object.entries(document.components.schemas).flatMap(([name, { enum: values }]) =>
      values ? [name] : []
    )
    assert.ok(names.includes('OrderStatus') && names.includes('ProductStatus') && names.length > 10)
    const types = await readFile(join(folder, 'src/openapi-typescript.ts'), 'utf8')
    const heyApi = await readFile(join(folder, 'src/hey-api/types.gen.ts'), 'utf8')
    for (const name of names) {
      assert.match(types, new RegExp(`^ +${name}: "`, 'm'), `openapi-typescript: ${name}`)
      assert.match(heyApi, new RegExp(`^export type ${name} = '`, 'm'), `@hey-api/openapi-ts: ${name}`)
    }
  })
})

/** A program that compiles only if the states have the types of the named components. */
const program = `import type { components, paths } from './openapi-typescript'
import {
  acknowledgeOrder,
  type CancelReason,
  cancelOrder,
  type Event,
  listOrders,
  type Me,
  type Order,
  type OrderStatus,
  type Product,
  type ProductStatus,
  type Role,
  type ShipmentStatus
} from './hey-api'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Schemas = components['schemas']

export const same: true[] = [
  true satisfies Same<Schemas['Order']['status'], Schemas['OrderStatus']>,
  true satisfies Same<Schemas['Me']['role'], Schemas['Role'] | null>,
  true satisfies Same<Order['status'], OrderStatus>,
  true satisfies Same<Product['status'], ProductStatus>,
  true satisfies Same<Me['role'], Role | null>,
  true satisfies Same<OrderStatus, Schemas['OrderStatus']>,
  true satisfies Same<
    NonNullable<NonNullable<paths['/api/v1/vendor/orders']['get']['parameters']['query']>['status']>,
    Schemas['OrderStatus']
  >
]

export const orderNumber = ({ details }: Event): string | undefined => details.orderNumber
export const sku = ({ details }: Schemas['Event']): string | undefined => details.sku

export const labels: Record<OrderStatus, string> = {
  CONFIRMED: 'New',
  ACKNOWLEDGED: 'In work',
  PARTIALLY_SHIPPED: 'Partly shipped',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled'
}

export async function run(reason: CancelReason, status: ShipmentStatus): Promise<string[]> {
  const { data } = await listOrders({ query: { status: 'CONFIRMED' } })
  for (const { id } of data?.orders ?? []) {
    await acknowledgeOrder({ path: { id } })
    await cancelOrder({ path: { id }, body: { reason, note: status } })
  }
  return (data?.orders ?? []).map((order) => labels[order.status])
}
`
