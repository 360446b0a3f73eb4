import { Button } from '@mantine/core'
import { importsTexts } from '../../../texts/import.ts'

/** The ids of the sections with what has to be decided or corrected, from the top. */
export const problemIds = { categories: 'unknown-categories', faults: 'faulty-rows' }

/** Leads to the first section with rows that would be left out, which can be far from the bar. */
export function ShowProblems() {
  function show() {
    const found = Object.values(problemIds).flatMap((id) => document.getElementById(id) ?? [])
    found[0]?.scrollIntoView({ block: 'start' })
  }
  return (
    <Button size="compact-sm" variant="subtle" onClick={show}>
      {importsTexts.showProblems}
    </Button>
  )
}
