import { basename, dirname, relative } from 'node:path'
import { Readable } from 'node:stream'
import { spec as Spec } from 'node:test/reporters'
import { entryFolder } from './test-entries.mjs'

/**
 * A reporter for Node's test runner. Prints one line for each file and the details of each failure. At the
 * end, prints the steps that failed before the tests (from the environment variable FAILED_STEPS) and the
 * runner's own summary. If the runner runs entries (test-entries.mjs), the files are their suites.
 */
export default async function* report(events) {
  const summary = []
  yield* Readable.from(shown(events, summary)).pipe(new Spec())
  if (process.env.FAILED_STEPS) yield `\n✖ other failed steps (see above): ${process.env.FAILED_STEPS}\n\n`
  yield* Readable.from(summary).pipe(new Spec())
}

async function* shown(events, summary) {
  let counts = { tests: 0, passed: 0 }
  for await (const event of events) {
    const { type, data } = event
    const isResult = type === 'test:pass' || type === 'test:fail'
    if (isResult && data.details.type !== 'suite') {
      counts.tests++
      if (type === 'test:pass') counts.passed++
    }
    if (isFileOfEntry(event)) {
      // If tests have failed, their own events show why.
      if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') yield event
      const success = type === 'test:pass'
      yield fileLine({ file: data.name, success, counts, duration_ms: data.details.duration_ms })
      counts = { tests: 0, passed: 0 }
    } else if (type === 'test:pass' || type === 'test:start') continue
    else if (type === 'test:diagnostic' && data.nesting === 0 && data.file === undefined) summary.push(event)
    else if (type === 'test:summary' && data.file !== undefined) {
      if (!isEntry(data.file)) yield fileLine({ ...data, file: relative(process.cwd(), data.file) })
    } else yield event
  }
}

const isEntry = (file) => file !== undefined && basename(dirname(file)) === entryFolder

/** True for the event at the end of a file that an entry has run. */
function isFileOfEntry({ type, data }) {
  const isResult = type === 'test:pass' || type === 'test:fail'
  return isResult && data.nesting === 0 && data.details.type === 'suite' && isEntry(data.file)
}

function fileLine({ file, success, counts, duration_ms: time }) {
  const passed = `${counts.passed} of ${counts.tests} passed, ${Math.round(time)} ms`
  return { type: 'test:stdout', data: { file, message: `${success ? '✔' : '✖'} ${file}: ${passed}\n` } }
}
