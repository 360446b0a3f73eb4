import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { FatalError } from './errors.ts'
import { readOptions } from './options.ts'

const folder = resolve('/data')
const read = (args: string[], env = {}) => {
  const options = readOptions(args, env, folder)
  return options === 'help' ? assert.fail('The options ask for help.') : options
}

describe('the command line', () => {
  test('has a default for everything but the file', () => {
    assert.deepEqual(read(['catalog.ndjson']), {
      file: resolve(folder, 'catalog.ndjson'),
      url: 'http://127.0.0.1:3000',
      vendor: { email: 'owner@harbor.test', password: 'purveyor-demo', passwordVariable: 'VENDOR_PASSWORD' },
      operator: {
        email: 'operator@purveyor.test',
        password: 'purveyor-demo',
        passwordVariable: 'OPERATOR_PASSWORD'
      },
      stages: ['create'],
      limit: Number.POSITIVE_INFINITY,
      concurrency: 8,
      journal: undefined
    })
  })

  test('returns the stages in their order, whatever the order of the options', () => {
    assert.deepEqual(read(['--verify', 'a', '--approve']).stages, ['create', 'approve', 'verify'])
    assert.deepEqual(read(['--verify', 'a']).stages, ['create', 'verify'])
  })

  test('reads passwords from the environment and resolves paths from the folder', () => {
    const options = read(['/x/a', '--journal', 'done.ndjson', '--limit=5', '--concurrency', '64'], {
      VENDOR_PASSWORD: 'one',
      OPERATOR_PASSWORD: 'two'
    })
    assert.equal(options.file, resolve('/x/a'))
    assert.equal(options.journal, resolve(folder, 'done.ndjson'))
    assert.deepEqual([options.limit, options.concurrency], [5, 64])
    assert.deepEqual([options.vendor.password, options.operator.password], ['one', 'two'])
  })

  const urls: [string, string][] = [
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://api.example.test/path/api/v1/', 'https://api.example.test/path']
  ]
  for (const [given, expected] of urls) {
    test(`reads ${given} as ${expected}`, () => assert.equal(read(['a', '--url', given]).url, expected))
  }

  test('accepts --help without a file', () => assert.equal(readOptions(['--help'], {}, folder), 'help'))

  const refused: [string[], RegExp][] = [
    [[], /Exactly one file is required/],
    [['a', 'b'], /Exactly one file is required/],
    [['a', '--aprove'], /--aprove/],
    [['a', '--limit'], /--limit/],
    [['a', '--limit', '0'], /--limit must be a whole number of 1 or more, not "0"/],
    [['a', '--limit', '1.5'], /--limit/],
    [['a', '--concurrency', '65'], /--concurrency must be a whole number from 1 to 64/],
    [['a', '--url', 'localhost:3000'], /--url must be an http or https URL/],
    [['a', '--url', 'http://me:secret@localhost'], /--url must not contain a user name/]
  ]
  for (const [args, message] of refused) {
    test(`refuses "${args.join(' ')}"`, () => {
      assert.throws(
        () => read(args),
        (error) => error instanceof FatalError && message.test(error.message)
      )
    })
  }
})
