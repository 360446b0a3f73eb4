import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { functionFolders, orderByCalls, readFunctions } from './function-files.ts'
import { migrationsFolder, readMigrations } from './migration-files.ts'

const source = resolve(import.meta.dirname, '../..')
const folders: string[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purveyor-functions-'))
  folders.push(folder)
})
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Writes a function that returns an expression. */
function write(name: string, expression: string): void {
  const text = `-- For a test.\ncreate or replace function ${name}() returns int language sql return ${expression};\n`
  writeFileSync(join(folder, `${name}.sql`), text)
}

/** Returns the names of the written functions in the order in which they are created. */
function read(): string[] {
  return orderByCalls(readFunctions([folder])).map(({ name }) => name)
}

function throwsMessage(message: RegExp): void {
  assert.throws(read, { name: 'MigrationError', message })
}

test('each function comes after those that it calls', () => {
  write('a', 'b() + c ()')
  write('b', 'd() -- not a()')
  write('c', '1')
  write('d', 'c()')
  writeFileSync(join(folder, 'README.md'), 'not a function')
  assert.deepEqual(read(), ['c', 'd', 'b', 'a'])
})

test('functions that call each other in a circle are refused, and one that calls itself is not', () => {
  write('a', 'b()')
  write('b', 'b() + 1')
  assert.deepEqual(read(), ['b', 'a'])
  write('b', 'a()')
  throwsMessage(/^Functions must not call each other in a circle: a, b, a\.$/)
})

test('a file that does not create the function of its name is refused', () => {
  const message = /a\.sql must have a single statement, which begins with "create or replace function a"\.$/
  for (const text of [
    '',
    'create function a() returns int language sql return 1;',
    'create or replace function b() returns int language sql return 1;',
    'create or replace function a() returns int language sql return 1;\ncreate or replace function b() returns int language sql return 1;'
  ]) {
    writeFileSync(join(folder, 'a.sql'), text)
    throwsMessage(message)
  }
})

test('two files with the same name are refused', () => {
  write('a', '1')
  const other = join(folder, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'a.sql'), 'create or replace function a() returns int language sql return 1;')
  assert.throws(() => readFunctions([folder, other]), {
    name: 'MigrationError',
    message: /a\.sql and .*a\.sql have the same name: rename one\.$/
  })
})

test('line ends do not change the checksum', () => {
  write('a', '1')
  const [before] = readFunctions([folder])
  writeFileSync(join(folder, 'a.sql'), before?.text.replaceAll('\n', '\r\n') ?? '')
  assert.deepEqual(readFunctions([folder]), [before])
})

describe('the functions of this release', () => {
  test('are in the listed folders, which are called functions', () => {
    const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sql'))
      .map((path) => dirname(join(source, path)))
    assert.deepEqual([...new Set(found)].sort(), [...functionFolders].sort())
    assert.ok(functionFolders.every((path) => basename(path) === 'functions'))
  })

  test('begin with a comment that says what they return', () => {
    for (const { path, text } of readFunctions(functionFolders))
      assert.match(text, /^-- (Returns|True if|Formats|Replaces|Reserves) /, path)
  })

  test('are not created by migrations, and not called by them', async () => {
    const names = readFunctions(functionFolders).map(({ name }) => name)
    const use = new RegExp(`\\b(${names.join('|')})\\s*\\(`)
    for (const { name, text } of await readMigrations(migrationsFolder)) {
      assert.doesNotMatch(text.replace(/--[^\n]*/g, ''), use, name)
    }
  })

  test('are plain: they run with the rights of their caller and have no settings', () => {
    for (const { path, text } of readFunctions(functionFolders)) {
      const head = text.replace(/\$\$[\s\S]*\$\$/, '').replace(/--[^\n]*/g, '')
      assert.doesNotMatch(head, /\bsecurity definer\b|^\s*set \w+/im, path)
    }
  })
})
