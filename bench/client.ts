// The process that measures: it sends the calls and runs the driver's floors, so that service, floor server and
// client each have an event loop of their own.
import { type Ground, openGround, type Places } from './ground.ts'
import { measureCase, type Result } from './measure.ts'
import type { Options } from './options.ts'
import { loadScenario } from './scenarios/load.ts'
import { onlyWhenNamed, type ScenarioName, scenarioNames } from './scenarios/names.ts'

export type ToClient = { places: Places; options: Options }
export type FromClient =
  | { kind: 'scenario'; name: ScenarioName; floor: string }
  | { kind: 'result'; result: Result }
  | { kind: 'done' }
  | { kind: 'failed'; name: ScenarioName; message: string }

const ends: (() => Promise<unknown>)[] = []

// The parent's end is ours, and that of all that scenarios have started.
process.on('disconnect', stop)
process.on('SIGTERM', stop)

process.once('message', ({ places, options }: ToClient) => {
  run(places, options).then(() => tell({ kind: 'done' }))
})

async function run(places: Places, options: Options): Promise<void> {
  const ground = openGround(places, options, (end) => ends.push(end))
  for (const name of chosen(options)) {
    // One that no longer works does not take the others' figures with it.
    await measure(name, ground).catch((error: Error) => {
      tell({ kind: 'failed', name, message: error.stack ?? error.message })
    })
  }
  await ground.close()
}

async function measure(name: ScenarioName, ground: Ground): Promise<void> {
  const scenario = await loadScenario(name)
  tell({ kind: 'scenario', name, floor: scenario.floor })
  try {
    for (const one of await scenario.prepare(ground)) {
      tell({ kind: 'result', result: await measureCase(name, one, ground.options.rounds) })
    }
  } finally {
    await endStarted()
  }
}

/** Ends what the scenario has started beside the service. */
async function endStarted(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

function stop(): void {
  endStarted().finally(() => process.exit(0))
}

function chosen({ scenarios }: Options): ScenarioName[] {
  if (scenarios.length === 0) return scenarioNames.filter((name) => !onlyWhenNamed.includes(name))
  return scenarioNames.filter((name) => scenarios.includes(name))
}

function tell(message: FromClient): void {
  process.send?.(message)
}
