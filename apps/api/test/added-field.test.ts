import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../../..')
const fieldsFolder = 'src/modules/products/fields'

/** The entries that are added to the tables of fields, by file. */
const entries = {
  'product-fields.ts': `
    finishNote: {
      ...{ kind: 'line', max: 20, example: 'Matt', isPublic: true },
      flat: { name: 'finish_note', upload: {}, update: {} }
    },
    teaser: { kind: 'text', max: 200, example: 'A bolt for life', isModerated: true, isPublic: true },`,
  'variant-fields.ts': `
    palletCode: {
      ...{ kind: 'line', max: 20, example: 'P-9', isPublic: true, isWatched: true },
      flat: { name: 'pallet_code', takesNumbers: true, upload: {}, update: {} },
      exported: { name: 'pallet_code', description: 'The code of the pallet', example: 'P-9' }
    },`
}
const migration = `-- The fields of a test.

alter table products add column finish_note text, add column teaser text;
alter table variants add column pallet_code text;
`

/** Makes a folder with the files and folders of another one, as links, except \`name\`. */
async function linked(from: string, to: string, ...except: string[]): Promise<void> {
  await mkdir(to, { recursive: true })
  const names = (await readdir(from)).filter((name) => !except.includes(name) && !name.startsWith('.'))
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))))
}

/** Copies the service to a folder, and adds the entries and the migration to the copy. Returns the file with the tests. */
async function copyService(folder: string): Promise<string> {
  await linked(root, folder, 'apps')
  await linked(join(root, 'apps'), join(folder, 'apps'), 'api')
  const [from, api] = [join(root, 'apps/api'), join(folder, 'apps/api')]
  await linked(from, api, 'src', 'test', 'migrations')
  const filter = (path: string) => !/\.(test|long)\.ts$/.test(path)
  for (const name of ['src', 'test', 'migrations']) {
    await cp(join(from, name), join(api, name), { recursive: true, filter })
  }
  for (const [name, added] of Object.entries(entries)) {
    const file = join(api, fieldsFolder, name)
    const source = await readFile(file, 'utf8')
    const end = '\n} as const satisfies FieldTable'
    assert.ok(source.includes(end))
    await writeFile(
      file,
      source.replace(end, () => `,${added}${end}`)
    )
  }
  await writeFile(join(api, 'migrations/9999_added_fields.sql'), migration)
  return join(api, 'test/added-field.cases.ts')
}

/** Runs the tests in a file in a process of its own. Returns their output, and fails if one of them fails. */
async function runTests(file: string, folder: string): Promise<string> {
  // With NODE_TEST_CONTEXT, the tests would report to the runner of this process. The temporary folder of the test run
  // has the OpenAPI document without the fields.
  const { NODE_TEST_CONTEXT: _, ...shared } = process.env
  const env = { ...shared, TMPDIR: folder, TEMP: folder, TMP: folder }
  const child = spawn(process.execPath, ['--conditions=purveyor-source', file], { env, cwd: root })
  const ended = new Promise<number | null>((done) => child.on('exit', done))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  assert.equal(code, 0, `${output}\n${errors}`)
  return output
}

test('a new field needs its entry in the table of fields and a migration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'added-field-'))
  try {
    const output = await runTests(await copyService(folder), folder)
    assert.match(output, /pass 17\b/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
