/**
 * A reporter for Node's test runner. Writes the number of passed tests, and the reasons why tests were
 * skipped, as JSON.
 */
export default async function* report(events) {
  const outcome = { passed: 0, reasons: [] }
  for await (const { type, data } of events) {
    if (type !== 'test:pass') continue
    if (data.skip !== undefined) outcome.reasons.push(data.skip === true ? 'no reason given' : data.skip)
    else if (data.details.type !== 'suite') outcome.passed++
  }
  yield JSON.stringify(outcome)
}
