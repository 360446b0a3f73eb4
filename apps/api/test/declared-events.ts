import assert from 'node:assert/strict'
import type { Sql } from '../src/db/connect.ts'
import { type DetailField, eventTypes } from '../src/event-types.ts'

type Recorded = { type: string; subjectType: string; details: Record<string, unknown> }

/** Fails if an event of the database isn't as `eventTypes` describes events of its type. */
export async function checkRecordedEvents(sql: Sql): Promise<void> {
  const rows = await sql<Recorded[]>`select distinct type, subject_type, details from events limit 10000`
  for (const { type, subjectType, details } of rows) {
    assert.ok(Object.hasOwn(eventTypes, type), `${type} is missing in eventTypes`)
    const declared = eventTypes[type as keyof typeof eventTypes]
    assert.equal(subjectType, declared.subject, `the type of the subject of ${type}`)
    const faults = detailFaults(declared.details, details)
    assert.deepEqual(faults, [], `the details of ${type}: ${JSON.stringify(details)}`)
  }
}

/** True for a list of changes with at least one entry, as `event-changes.ts` makes it. */
function isChanges(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(({ field }) => typeof field === 'string')
}

/** Returns a message for each field of the details that doesn't match its declaration. */
export function detailFaults(
  declared: Readonly<Record<string, DetailField>>,
  details: Record<string, unknown>
): string[] {
  const unknown = Object.keys(details)
    .filter((name) => !Object.hasOwn(declared, name))
    .map((name) => `${name} is not declared`)
  const wrong = Object.entries(declared).flatMap(([name, field]) => {
    const value = details[name]
    if (value === undefined) return field.optional ? [] : [`${name} is missing`]
    if (value === null) return field.nullable ? [] : [`${name} is null`]
    const isRight =
      field.type === 'integer'
        ? Number.isInteger(value)
        : field.type === 'array'
          ? isChanges(value)
          : typeof value === field.type
    return isRight ? [] : [`${name} is not of type ${field.type}`]
  })
  return [...unknown, ...wrong]
}
