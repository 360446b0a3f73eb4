import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type CliService, cliService } from './service.ts'

describe('purveyor categories', () => {
  let service: CliService
  before(async () => {
    service = await cliService()
  })
  after(() => service.close())

  const paths = async () => (await service.run(['categories', 'list'])).stdout.trim().split('\n')

  test('create creates missing categories and their parents, and leaves existing ones', async () => {
    const args = ['categories', 'create', 'Cell Phones > Prepaid Phones', 'Cell Phones > Cases']
    const dry = await service.runAsOperator([...args, '--dry-run'])
    assert.match(
      dry.stdout,
      /^\+ Cell Phones\n\+ Cell Phones > Prepaid Phones\n\+ Cell Phones > Cases\n\nDry run: 3/
    )
    assert.ok(!(await paths()).includes('Cell Phones'))
    const created = await service.runAsOperator(args)
    assert.equal(created.code, 0, created.stderr)
    assert.match(created.stdout, /^✓ 3 categories created\.$/m)
    const all = ['Cell Phones', 'Cell Phones > Cases', 'Cell Phones > Prepaid Phones']
    assert.deepEqual(
      (await paths()).filter((path) => path.startsWith('Cell')),
      all
    )
    const again = await service.runAsOperator(args)
    assert.match(again.stdout, /All these categories exist already\./)
    assert.deepEqual(
      (await paths()).filter((path) => path.startsWith('Cell')),
      all
    )
  })

  test('create reads the categories of a catalog file, also of a file without other columns', async () => {
    const rows = 'Art,SKU\nLamps > LED,1\nLamps > LED,2\nSaws; Lamps,3\n,4\n'
    await writeFile(join(service.cli.home, 'new.csv'), rows)
    const args = ['categories', 'create', '--catalog', 'new.csv']
    const unnamed = await service.runAsOperator(args)
    assert.equal(unnamed.code, 2)
    assert.match(unnamed.stderr, /No column has the categories\. Name it: --column "NAME=category_ids"/)
    const { stdout } = await service.runAsOperator([...args, '--column', 'Art=category_ids', '--json'])
    const { created } = JSON.parse(stdout) as { created: { id: string; path: string }[] }
    assert.deepEqual(
      created.map(({ path }) => path),
      ['Lamps', 'Lamps > LED', 'Saws']
    )
    const listed = JSON.parse((await service.run(['categories', 'list', '--json'])).stdout)
    for (const category of created)
      assert.ok(listed.categories.some(({ id }: { id: string }) => id === category.id))
    assert.deepEqual(
      JSON.parse((await service.runAsOperator(['categories', 'list', '--json'])).stdout),
      listed
    )
  })

  test('nothing is created if a path is ambiguous', async () => {
    await service.runAsOperator(['categories', 'create', 'Left > Pumps', 'Right > Pumps'])
    const before = await paths()
    const { code, stdout, stderr } = await service.runAsOperator([
      'categories',
      'create',
      'New',
      'Pumps > Small'
    ])
    assert.equal(code, 2)
    assert.match(
      stdout,
      /^Pumps > Small +begins with a category that could be Left > Pumps \(pumps\) or Right/m
    )
    assert.match(stderr, /1 category can't be created\. Nothing was created\./)
    assert.deepEqual(await paths(), before)
  })

  test('a vendor can list categories, but not create them', async () => {
    const { code, stderr } = await service.run(['categories', 'create', 'Mine'])
    assert.equal(code, 4)
    assert.match(stderr, /Only the operator can create categories\.\nAdd --profile operator/)
    assert.ok(!(await paths()).includes('Mine'))
  })
})
