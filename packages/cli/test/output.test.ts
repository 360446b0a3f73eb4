import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createOutput } from '../src/output/create-output.ts'
import { duration } from '../src/output/progress.ts'
import { shorten, tableLines } from '../src/output/table.ts'
import { definitions, wrap } from '../src/output/wrap.ts'
import { nearest } from '../src/suggest.ts'
import { parseTime } from '../src/time.ts'

const bold = (text: string) => `\u001b[1m${text}\u001b[22m`

function output({
  json = false,
  tty = false,
  env = {}
}: {
  json?: boolean
  tty?: boolean
  env?: object
} = {}) {
  const written = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof written) =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          written[name] += chunk
          done()
        }
      }),
      { isTTY: tty, ...(tty && { columns: 40 }) }
    )
  const streams = { stdout: stream('stdout'), stderr: stream('stderr') }
  return { out: createOutput({ ...streams, env: { ...env }, args: [], json }), written }
}

test('tables align their columns, with numbers on the right', () => {
  const lines = tableLines(
    [{ title: 'SKU' }, { title: 'Stock', align: 'right' }],
    [
      ['A-1', '5'],
      ['B-22222', '1,000']
    ]
  )
  assert.deepEqual(lines, [bold('SKU      Stock'), 'A-1          5', 'B-22222  1,000'])
})

test('wide characters count as two columns', () => {
  assert.deepEqual(tableLines([{ title: 'Name' }, { title: 'X' }], [['工具', '1']]).slice(1), ['工具  1'])
  assert.equal(shorten('工具工具', 6), '工具…')
})

test('cells that do not fit are shortened, the widest first, but not those of fixed columns', () => {
  const id = '019b4710-4800-7041-8efb-ed1a39b77340'
  const columns = [{ title: 'Id', isFixed: true }, { title: 'A' }, { title: 'B' }]
  const [, line = ''] = tableLines(columns, [[id, 'x'.repeat(30), 'y'.repeat(12)]], 60)
  assert.equal(line, `${id}  ${'x'.repeat(9)}…  ${'y'.repeat(9)}…`)
})

test('without a width, nothing is shortened', () => {
  const text = 'x'.repeat(300)
  assert.equal(tableLines([{ title: 'A' }], [[text]])[1], text)
})

test('columns that wrap continue on further lines', () => {
  const columns = [{ title: 'Field' }, { title: 'Problem', wraps: true }]
  const lines = tableLines(columns, [['price', 'must be a number such as 1.5']], 24)
  assert.deepEqual(lines.slice(1), ['price  must be a number', '       such as 1.5'])
})

test('control characters in cells are replaced, so that text can not write to the terminal', () => {
  const [, line] = tableLines([{ title: 'A' }], [['one\ntwo\u001b]0;title\u0007\u001b[2J']])
  assert.equal(line, 'one two ]0;title  [2J')
})

test('text has colours only on a terminal, and never with NO_COLOR', () => {
  for (const [options, expected] of [
    [{}, 'red\n'],
    [{ tty: true }, '\u001b[31mred\u001b[39m\n'],
    [{ tty: true, env: { NO_COLOR: '1' } }, 'red\n'],
    [{ env: { FORCE_COLOR: '1' } }, '\u001b[31mred\u001b[39m\n']
  ] as const) {
    const { out, written } = output(options)
    out.line(out.red('red'))
    assert.equal(written.stdout, expected)
  }
})

test('with --json, stdout has only results and records', () => {
  const { out, written } = output({ json: true })
  out.line('text')
  out.table([{ title: 'A' }], [['1']])
  out.note('note')
  out.record({ a: 1 })
  out.result([1])
  out.progress('Working', 10).update(5)
  assert.deepEqual(written, { stdout: '{"a":1}\n[\n  1\n]\n', stderr: 'note\n' })
})

test('without --json, results and records are not written', () => {
  const { out, written } = output()
  out.result(1)
  out.record(1)
  out.line('text')
  assert.deepEqual(written, { stdout: 'text\n', stderr: '' })
})

test('a note removes the progress bar, so that they do not share a line', () => {
  const { out, written } = output({ tty: true })
  const progress = out.progress('Working', 10)
  progress.update(5)
  out.note('Connected again.')
  progress.stop()
  const bar = `Working  ${'█'.repeat(12)}${'░'.repeat(12)}  50%…`
  const cleared = '\r\u001b[K'
  assert.equal(written.stderr, `\r${bar}\u001b[K${cleared}Connected again.\n\r${bar}\u001b[K${cleared}`)
})

test('elsewhere than on a terminal, progress is a line that says how much is done', (t) => {
  t.mock.timers.enable({ apis: ['Date'] })
  const { out, written } = output()
  const progress = out.progress('Processing', 100_000)
  progress.update(0)
  t.mock.timers.tick(10_000)
  progress.update(50_000, '3 failed')
  t.mock.timers.tick(1000)
  progress.update(55_000)
  progress.stop()
  assert.equal(written.stderr, 'Processing: 50,000 of 100,000, 5,000/s, 10 s left, 3 failed\n')
})

test('lines are broken at spaces', () => {
  assert.deepEqual(wrap('aa bb cc', 5), ['aa bb', 'cc'])
  assert.deepEqual(wrap('a\n\nb', 5), ['a', '', 'b'])
  assert.deepEqual(wrap('abcdefgh i', 4), ['abcdefgh', 'i'])
  assert.deepEqual(definitions([['--a', 'one']], 80), ['  --a  one'])
})

test('durations are readable', () => {
  assert.deepEqual([4.2, 59.4, 60, 200, 3900].map(duration), [
    '5 s',
    '60 s',
    '1 min',
    '3 min 20 s',
    '1 h 5 min'
  ])
})

test('suggestions need similarity', () => {
  const names = ['login', 'logout', 'whoami', 'jobs list']
  assert.equal(nearest('logn', names), 'login')
  assert.equal(nearest('who', names), 'whoami')
  assert.equal(nearest('lgoout', names), 'logout')
  assert.equal(nearest('frobnicate', names), undefined)
  assert.equal(nearest('x', names), undefined)
})

test('times are before now, or ISO 8601', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const parsed = (text: string) => parseTime(text, '--since', now).toISOString()
  assert.equal(parsed('90s'), '2026-03-01T11:58:30.000Z')
  assert.equal(parsed('1h'), '2026-03-01T11:00:00.000Z')
  assert.equal(parsed('2d'), '2026-02-27T12:00:00.000Z')
  assert.equal(parsed('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z')
  for (const text of ['', 'yesterday', '1', '1y', '-1h', '2026-13-01', '5'])
    assert.throws(() => parsed(text), /is not a time for `--since`/, text)
})
