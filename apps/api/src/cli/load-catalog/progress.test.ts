import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { showProgress } from './progress.ts'

function stream(isTTY: boolean) {
  const written: string[] = []
  const out = new Writable({
    write(piece, _, done) {
      written.push(String(piece))
      done()
    }
  })
  return Object.assign(out, { isTTY, columns: 80, text: () => written.join('') })
}

test('without a terminal there is a line for each tenth, and one at the end', () => {
  const out = stream(false)
  const progress = showProgress(out, 25)
  for (let row = 0; row < 25; row++) progress.advance(1)
  progress.end()
  const lines = out.text().trimEnd().split('\n')
  assert.deepEqual(
    lines,
    [3, 6, 9, 12, 15, 18, 21, 24, 25].map((rows) => `${rows} of 25 rows`)
  )
})

test('without a terminal a large file has a line for each thousand', () => {
  const out = stream(false)
  const progress = showProgress(out, 1_000_000)
  for (let batch = 0; batch < 25; batch++) progress.advance(100)
  progress.note('waiting 5 s')
  assert.deepEqual(out.text().trimEnd().split('\n'), [
    '1,000 of 1,000,000 rows',
    '2,000 of 1,000,000 rows',
    'waiting 5 s'
  ])
})

test('on a terminal there is a bar with what is left and what it waits for', () => {
  const out = stream(true)
  const progress = showProgress(out, 10)
  progress.advance(4)
  progress.note('the service asks to wait 312 s')
  progress.end()
  const text = out.text()
  assert.match(text, /40% {2}4\/10 rows {2}the service asks to wait 312 s/)
  assert.match(text, /0% {2}0\/10 rows, .* left/)
})
