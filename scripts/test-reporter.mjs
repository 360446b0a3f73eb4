import { relative } from 'node:path'
import { Readable } from 'node:stream'
import { spec as Spec } from 'node:test/reporters'

/**
 * A reporter for Node's test runner. Prints one line for each file and the details of each failure. At the
 * end, prints the steps that failed before the tests (from the environment variable FAILED_STEPS) and the
 * runner's own summary.
 */
export default async function* report(events) {
  const summary = []
  yield* Readable.from(shown(events, summary)).pipe(new Spec())
  if (process.env.FAILED_STEPS) yield `\n✖ other failed steps (see above): ${process.env.FAILED_STEPS}\n\n`
  yield* Readable.from(summary).pipe(new Spec())
}

async function* shown(events, summary) {
  for await (const event of events) {
    const { type, data } = event
    if (type === 'test:pass' || type === 'test:start') continue
    if (type === 'test:diagnostic' && data.nesting === 0 && data.file === undefined) summary.push(event)
    else if (type === 'test:summary' && data.file !== undefined) yield fileLine(data)
    else yield event
  }
}

function fileLine({ file, success, counts, duration_ms: time }) {
  const passed = `${counts.passed} of ${counts.tests} passed, ${Math.round(time)} ms`
  const message = `${success ? '✔' : '✖'} ${relative(process.cwd(), file)}: ${passed}\n`
  return { type: 'test:stdout', data: { file, message } }
}
