// Runs each scenario of the benchmark with little data. Takes about five minutes.
import { scenarioNames } from './scenarios/names.ts'
import { testScenarios } from './test-scenarios.ts'

// These only start services, which other scenarios do too.
const startOnly = ['start', 'two-nodes']
// These need programs that npm doesn't install.
const withPrograms = ['overload-proxy']
// `bench-console.long.ts` runs these, which take minutes.
const slow = ['console', 'console-catalog']
const untested = [...slow, ...startOnly, ...withPrograms]

testScenarios(scenarioNames.filter((name) => !untested.includes(name)))
