import type { Scenario } from '../scenario.ts'
import type { ScenarioName } from './names.ts'

/** The scenario of a file; only the process that measures loads them. */
export async function loadScenario(name: ScenarioName): Promise<Scenario> {
  const { scenario } = (await import(`./${name}.ts`)) as { scenario: Scenario }
  return scenario
}
