import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from '../src/command-line.ts'
import { repeatCommand } from '../src/push/command-line.ts'

test('a command is repeated with its options, its profile and its service, quoted for a shell', () => {
  const values = {
    ...{
      column: ['Article no=code', "Qty's=amount"],
      again: true,
      delimiter: ';',
      encoding: 'x',
      json: true
    },
    ...{ profile: 'other', url: 'http://127.0.0.1:3000' }
  }
  assert.equal(
    commandLine(['stock', 'set', 'my files/a.csv'], values, ['column', 'delimiter', 'again', 'map']),
    "purveyor stock set 'my files/a.csv' --column 'Article no=code' --column 'Qty'\\''s=amount' --delimiter ';' " +
      '--again --profile other --url http://127.0.0.1:3000'
  )
  assert.equal(commandLine(['get', '/x'], { data: '-' }, ['data']), 'purveyor get /x --data=-')
})

test('a push is repeated without its dry run, and with the map that it has saved', () => {
  const values = { 'dry-run': true, encoding: 'windows-1252', yes: true, 'on-existing': 'skip' }
  assert.equal(repeatCommand('a.csv', values), 'purveyor push a.csv --on-existing skip --yes')
  assert.equal(
    repeatCommand('a.csv', { 'save-map': 'map.json', profile: 'p' }),
    'purveyor push a.csv --map map.json --profile p'
  )
})
