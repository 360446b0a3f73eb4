import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportText } from './report.ts'
import { countFailure, newTally } from './tally.ts'

const journal = '/data/journal.ndjson'
const run = { stages: ['create'] as const, categories: 0, ms: 2000, journal }

test('the report counts, tells time and rate, and aligns its figures', () => {
  const tally = {
    ...newTally(),
    rows: 1240,
    created: 1230,
    alreadyThere: 10,
    approved: 1240,
    verified: 1240,
    doneBefore: 3
  }
  const text = reportText({ ...run, tally, stages: ['create', 'approve', 'verify'], categories: 12 })
  assert.equal(
    text,
    [
      '1,240 rows in 2.0 s, 620.0 a second',
      '  1,230 created',
      '     10 already there',
      '  1,240 approved',
      '  1,240 verified',
      '      0 failed',
      '      3 done in an earlier run (/data/journal.ndjson)',
      '     12 categories made'
    ].join('\n')
  )
})

test('the report says nothing of stages that were not wanted', () => {
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
      'What failed:',
      '  line 3: is not a JSON object',
      '  line 9 (A-9): 400 /name TOO_LONG: must be shorter',
      '  line 9 (A-9): 400 /brand TOO_LONG: too'
    ]
  )
})

test('failures past a thousand are counted and left to the journal', () => {
  const tally = newTally()
  for (let line = 1; line <= 1002; line++)
    countFailure(tally, { line, sku: undefined, reasons: ['is not a JSON object'] })
  assert.equal(tally.failures.length, 1000)
  const lines = reportText({ ...run, tally, ms: 61_000 }).split('\n')
  assert.equal(lines[0], '1,002 rows in 1 min 1 s, 16.4 a second')
  assert.equal(lines.at(-1), '  and 2 rows more, all in /data/journal.ndjson')
})
