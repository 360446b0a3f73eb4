import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { disposition, type FormApp, faultsOf, file, formApp, type Parts } from '../../../test/form-app.ts'
import { newId } from '../../lib/ids.ts'

let t: FormApp
before(async () => {
  t = await formApp()
})
after(() => t.close())

/** Builds a multipart body from raw parts. */
function raw(
  parts: (string | Buffer)[],
  end = '--x--\r\n'
): { raw: Buffer; headers: { 'content-type': string } } {
  const pieces = parts.map((part) =>
    Buffer.concat([Buffer.from('--x\r\n'), Buffer.from(part), Buffer.from('\r\n')])
  )
  return {
    raw: Buffer.concat([...pieces, Buffer.from(end)]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' }
  }
}

describe('a form', () => {
  test('returns the file unchanged and the fields with the types of the schema', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 120, 0])
    const { body } = await t.one([
      ['alt', ' Front '],
      ['sortOrder', '3'],
      ['isPrimary', 'true'],
      ['file', bytes]
    ])
    assert.deepEqual(body.files, [{ pointer: '/file', text: bytes.toString('latin1'), bytes: 8 }])
    assert.deepEqual(body.body, { file: '', alt: 'Front', sortOrder: 3, isPrimary: true })
  })

  test('retains the order of several files, wherever a JSON part is between them', async () => {
    const metadata = JSON.stringify([{ alt: 'a' }, { alt: 'b' }])
    const { body } = await t.many([
      ['images', file('A')],
      ['metadata', metadata],
      ['images', file('B')]
    ])
    assert.deepEqual(body.files, [
      { pointer: '/images/0', text: 'A', bytes: 1 },
      { pointer: '/images/1', text: 'B', bytes: 1 }
    ])
    assert.deepEqual(body.body.metadata, [{ alt: 'a' }, { alt: 'b' }])
  })

  test('accepts JSON that was sent as a file, and a file that was sent as text', async () => {
    const { body } = await t.many([
      ['metadata', { bytes: file('[]'), filename: 'blob' }],
      ['images', 'not a file']
    ])
    assert.deepEqual(body.body.metadata, [])
    assert.deepEqual(body.files, [{ pointer: '/images/0', text: 'not a file', bytes: 10 }])
  })

  test('may be empty if nothing is required', async () => {
    assert.deepEqual((await t.many([])).body, { files: [], body: {} })
    assert.equal((await t.one([['file', file('')]])).body.files[0].bytes, 0)
  })

  test('retains text exactly', async () => {
    for (const alt of ['数据线', '👩‍👩‍👧', '"a"; b', 'a\r\nb', '%22', 'é']) {
      assert.equal(
        (
          await t.one([
            ['file', file('A')],
            ['alt', alt]
          ])
        ).body.body.alt,
        alt
      )
    }
  })
})

describe('the errors of a form', () => {
  test('are reported together with the errors of the path', async () => {
    const answer = await t.one(
      [
        ['alt', 'x'.repeat(11)],
        ['sortOrder', 'first'],
        ['isPrimary', 'yes'],
        ['colour', 'red']
      ],
      { id: '7' }
    )
    assert.deepEqual(faultsOf(answer), {
      id: 'INVALID_UUID',
      '/file': 'REQUIRED',
      '/alt': 'TOO_LONG',
      '/sortOrder': 'INVALID_TYPE',
      '/isPrimary': 'INVALID_TYPE',
      '/colour': 'UNKNOWN_FIELD'
    })
  })

  test('name the required fields if there is no body', async () => {
    assert.deepEqual(faultsOf(await t.send('POST one', { raw: '', headers: {} })), { '/file': 'REQUIRED' })
  })

  test('include a second file in a field for one file, and more files than a list allows', async () => {
    assert.deepEqual(
      faultsOf(
        await t.one([
          ['file', file('A')],
          ['file', file('B')],
          ['file', file('C')]
        ])
      ),
      { '/file': 'TOO_MANY' }
    )
    const images = (count: number): Parts => Array.from({ length: count }, () => ['images', file('A')])
    assert.equal((await t.many(images(3))).status, 200)
    assert.deepEqual(faultsOf(await t.many(images(4))), { '/images': 'TOO_MANY' })
  })

  test('include a file under another name as an unknown field', async () => {
    assert.deepEqual(faultsOf(await t.one([['image', file('A')]])), {
      '/image': 'UNKNOWN_FIELD',
      '/file': 'REQUIRED'
    })
  })

  test('include a text field that is sent more than once', async () => {
    assert.deepEqual(
      faultsOf(
        await t.one([
          ['file', file('A')],
          ['alt', 'a'],
          ['alt', 'b'],
          ['alt', 'c']
        ])
      ),
      { '/alt': 'DUPLICATE_KEY' }
    )
  })

  test('include those of a JSON part, with pointers into the part', async () => {
    const cases: [string, Record<string, string>][] = [
      ['{', { '/metadata': 'INVALID_JSON' }],
      ['', { '/metadata': 'INVALID_JSON' }],
      ['{}', { '/metadata': 'INVALID_TYPE' }],
      ['null', { '/metadata': 'REQUIRED' }],
      ['[{"alt":"a","alt":"b"}]', { '/metadata/0/alt': 'DUPLICATE_KEY' }],
      ['[{"__proto__":{}}]', { '/metadata/0/__proto__': 'FORBIDDEN_KEY' }],
      ['[{},{"alt":"a\\u0000"}]', { '/metadata/1/alt': 'NUL_CHARACTER' }],
      ['[{},{"alt":"\\ud800"}]', { '/metadata/1/alt': 'LONE_SURROGATE' }],
      [
        '[{},{"alt":"abcdef","id":"7","url":"x"}]',
        {
          '/metadata/1/alt': 'TOO_LONG',
          '/metadata/1/id': 'INVALID_UUID',
          '/metadata/1/url': 'UNKNOWN_FIELD'
        }
      ]
    ]
    for (const [metadata, expected] of cases)
      assert.deepEqual(faultsOf(await t.many([['metadata', metadata]])), expected, metadata)
  })

  test('include text that cannot be stored exactly', async () => {
    const alt = (text: string) =>
      raw([
        `${disposition('file')}\r\n\r\nA`,
        Buffer.concat([file(`${disposition('alt')}\r\n\r\n`), file(text)])
      ])
    assert.deepEqual(faultsOf(await t.send('POST one', alt('a\xff'))), { '/alt': 'INVALID_UTF8' })
    assert.deepEqual(faultsOf(await t.send('POST one', alt('\xed\xa0\x80'))), { '/alt': 'INVALID_UTF8' })
    assert.deepEqual(faultsOf(await t.send('POST one', alt('a\0b'))), { '/alt': 'NUL_CHARACTER' })
  })

  test('include names of properties of Object.prototype', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.equal(
        (
          await t.one([
            ['file', file('A')],
            [name, 'x']
          ])
        ).status,
        400,
        name
      )
      assert.equal((await t.one([[name, file('A')]])).status, 400, name)
    }
  })
})

describe('a request that is not a form', () => {
  test('gets a 415 for other content types and encodings', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/octet-stream',
      'multipart/mixed; boundary=x'
    ]) {
      const answer = await t.send('POST one', { raw: '{}', headers: { 'content-type': type } })
      assert.deepEqual([answer.status, answer.body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], type)
    }
    assert.equal(
      (await t.one([['file', file('A')]], { headers: { 'content-encoding': 'gzip' } })).status,
      415
    )
  })

  test('gets a 400 for an incomplete or malformed body', async () => {
    const part = `${disposition('file')}\r\n\r\nA`
    const whole = raw([part])
    const broken: [string, { raw: Buffer; headers: Record<string, string> }][] = [
      ['no end', raw([part], '')],
      ['an incomplete end', raw([part], '--x-')],
      ['an incomplete header', { ...whole, raw: whole.raw.subarray(0, 20) }],
      ['no boundary', { ...whole, headers: { 'content-type': 'multipart/form-data' } }],
      ['another boundary', { ...whole, headers: { 'content-type': 'multipart/form-data; boundary=y' } }],
      ['a part without a name', raw(['Content-Disposition: form-data\r\n\r\nA'])]
    ]
    for (const [what, body] of broken) {
      const answer = await t.send('POST one', body)
      assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'], what)
    }
  })

  test('gets a 403 if the role does not permit the request', async () => {
    assert.equal(
      (
        await t.send(
          'POST one',
          { raw: '{}', headers: { 'content-type': 'text/plain' } },
          { token: 'viewer' }
        )
      ).status,
      403
    )
  })
})

describe('a repeated form', () => {
  const id = newId()
  const headers = (key: string) => ({ id, headers: { 'idempotency-key': key } })

  test('is recognised by its parts, not by its boundary', async () => {
    const parts: Parts = [
      ['file', file('A')],
      ['alt', 'Front']
    ]
    const before = t.calls()
    const first = await t.one(parts, headers('same'))
    const again = await t.one(parts, headers('same'))
    assert.equal(first.headers['idempotency-replayed'], undefined)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(t.calls(), before + 1)
  })

  test('is a different request if a byte, a text or a name differs', async () => {
    await t.one(
      [
        ['file', file('A')],
        ['alt', 'Front']
      ],
      headers('other')
    )
    const others: Parts[] = [
      [
        ['file', file('B')],
        ['alt', 'Front']
      ],
      [
        ['file', file('A')],
        ['alt', 'Back']
      ],
      [['file', file('A')]],
      [
        ['file', file('A')],
        ['alt', 'Front'],
        ['colour', 'red']
      ],
      [
        ['file', Buffer.alloc(10 * 1024 * 1024 + 1)],
        ['alt', 'Front']
      ]
    ]
    for (const parts of others) {
      const answer = await t.one(parts, headers('other'))
      assert.deepEqual([answer.status, answer.body.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })
})
