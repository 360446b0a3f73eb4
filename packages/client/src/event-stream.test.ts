import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMessages } from './event-stream.ts'

/** Returns the messages of a text that arrives in chunks of this many bytes. */
async function read(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
      controller.close()
    }
  })
  return Array.fromAsync(readMessages(body))
}

const cases: [title: string, text: string, expected: [id: string | undefined, data: string][]][] = [
  [
    'rows with their cursors',
    'id: a\ndata: {"x":1}\n\nid: b\ndata: 2\n\n',
    [
      ['a', '{"x":1}'],
      ['b', '2']
    ]
  ],
  ['an id without data', 'retry: 2000\nid: a\n\n', [['a', '']]],
  ['no message for comments and times', ': \n\nretry: 2000\n\n: x\n\ndata: 1\n\n', [[undefined, '1']]],
  [
    'the last id again',
    'id: a\ndata: 1\n\ndata: 2\n\n',
    [
      ['a', '1'],
      ['a', '2']
    ]
  ],
  ['several lines of data', 'data: 1\ndata\ndata:3\n\n', [[undefined, '1\n\n3']]],
  ['one space less, and colons', 'data:  a: b\n\n', [[undefined, ' a: b']]],
  ['letters of several bytes', 'data: Größe €𝄞\n\n', [[undefined, 'Größe €𝄞']]],
  [
    'no id that contains a null character',
    'id: a\n\nid: b\0\ndata: 1\n\n',
    [
      ['a', ''],
      ['a', '1']
    ]
  ],
  ['no fields of other names', 'event: x\nfoo: y\ndata: 1\n\n', [[undefined, '1']]],
  ['nothing of an incomplete message', 'data: 1\n\nid: b\ndata: 2\n', [[undefined, '1']]]
]

for (const [title, text, expected] of cases) {
  test(`a stream has ${title}, with any ends of lines and any chunks`, async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      // A CR at the end of a stream isn't the end of a line until something follows it.
      const written = `\uFEFF${text.replaceAll('\n', end)}${end === '\r' ? ':' : ''}`
      for (const size of [1, 2, 3, 7, 1000]) {
        const messages = await read(written, size)
        assert.deepEqual(
          messages.map(({ id, data }) => [id, data]),
          expected,
          JSON.stringify({ end, size })
        )
      }
    }
  })
}

test('the stream is closed when nothing more is read from it', async () => {
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: 2\n\n')),
    cancel() {
      cancelled = true
    }
  })
  for await (const { data } of readMessages(body)) {
    assert.equal(data, '1')
    break
  }
  assert.ok(cancelled)
})
