import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { countFailure, newTally, reportText, showProgress } from './report.ts'

const journal = '/data/journal.ndjson'
const run = { stages: ['create'] as const, categories: 0, ms: 2000, journal }

test('the report has counts, time and rate, with aligned figures', () => {
  const tally = {
    ...newTally(),
    rows: 1240,
    created: 1230,
    alreadyExisted: 10,
    approved: 1240,
    verified: 1240,
    doneBefore: 3
  }
  const text = reportText({ ...run, tally, stages: ['create', 'approve', 'verify'], categories: 12 })
  assert.equal(
    text,
    [
      '1,240 rows in 2.0 s, 620.0 per second',
      '  1,230 created',
      '     10 already existed',
      '  1,240 approved',
      '  1,240 verified',
      '      0 failed',
      '      3 done in an earlier run (/data/journal.ndjson)',
      '     12 categories created'
    ].join('\n')
  )
})

test('the report omits stages that were not requested', () => {
  assert.doesNotMatch(reportText({ ...run, tally: newTally() }), /approved|verified|earlier|categories/)
})

test('a failed row has a line for each reason, with its number and SKU, in the order of the file', () => {
  const tally = newTally()
  countFailure(tally, {
    line: 9,
    sku: 'A-9',
    reasons: ['400 /name TOO_LONG: must be shorter', '400 /brand TOO_LONG: too']
  })
  countFailure(tally, { line: 3, sku: undefined, reasons: ['is not a JSON object'] })
  assert.deepEqual(
    reportText({ ...run, tally })
      .split('\n')
      .slice(-4),
    [
      'Failed rows:',
      '  line 3: is not a JSON object',
      '  line 9 (A-9): 400 /name TOO_LONG: must be shorter',
      '  line 9 (A-9): 400 /brand TOO_LONG: too'
    ]
  )
})

test('failures beyond 1,000 are counted and listed only in the journal', () => {
  const tally = newTally()
  for (let line = 1; line <= 1002; line++)
    countFailure(tally, { line, sku: undefined, reasons: ['is not a JSON object'] })
  assert.equal(tally.failures.length, 1000)
  const lines = reportText({ ...run, tally, ms: 61_000 }).split('\n')
  assert.equal(lines[0], '1,002 rows in 1 min 1 s, 16.4 per second')
  assert.equal(lines.at(-1), '  and 2 more rows, which are listed in /data/journal.ndjson')
})

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

test('without a terminal there is a line for every tenth of the rows, and one at the end', () => {
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

test('without a terminal a large file has a line for every 1,000 rows', () => {
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

test('on a terminal there is a bar with the time left or a note', () => {
  const out = stream(true)
  const progress = showProgress(out, 10)
  progress.advance(4)
  progress.note('waiting 312 s for the service')
  progress.end()
  const text = out.text()
  assert.match(text, /40% {2}4\/10 rows {2}waiting 312 s for the service/)
  assert.match(text, /0% {2}0\/10 rows, .* left/)
})
